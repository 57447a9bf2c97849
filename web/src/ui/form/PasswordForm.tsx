import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { t } from '../../platform/language/t.ts'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useSubmit } from './use-submit.ts'

/** `wrong` is shown beside the field, `problem` above it. */
export type PasswordRefusal = { wrong?: string | undefined; problem?: string | undefined }

type Props = {
  /** The form's purpose, for screen readers. */
  title: string
  button: string
  onPassword: (password: string) => Promise<PasswordRefusal>
  lead?: ReactNode
  children?: ReactNode
}

/** Asks for an account's password; the typed text stays if it is refused. */
export const PasswordForm = ({ title, button, onPassword, lead, children }: Props) => {
  const [refused, setRefused] = useState<string>()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (typed) => (typed === '' ? t('Please enter your password') : null) },
  })
  const { submit, problem = refused } = useSubmit(
    form,
    ({ password }) => {
      setRefused(undefined)
      return onPassword(password)
    },
    {
      onDone: ({ wrong, problem }) => {
        setRefused(problem)
        if (wrong) form.setErrors({ password: wrong })
        if (wrong || problem) form.getInputNode('password')?.focus()
      },
      sentence: () => messages.identity.authenticateFailed,
      focus: 'password',
    },
  )
  return (
    <form onSubmit={submit} noValidate aria-label={title}>
      <Stack mt="md">
        {lead}
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <PasswordField purpose="current-password" label={t('Password')} {...form.getInputProps('password')} />
        <Button type="submit" size="md" loading={form.submitting}>
          {button}
        </Button>
        {children}
      </Stack>
    </form>
  )
}
