import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages, sentenceOf } from './messages.ts'

type Props = {
  field: 'code' | 'password'
  label: string
  hint?: string
  button?: string
  /** A code of six digits, for which a phone shows its numbers and offers what came by email. */
  digits?: boolean
  onCode: (code: string) => Promise<unknown>
  children?: ReactNode
}

/** One code, or the password, and its button; what is wrong with it stands at the field. */
export const CodeForm = ({ field, label, hint, button = messages.confirm, digits, onCode, children }: Props) => {
  const form = useForm<Record<string, string>>({ initialValues: { [field]: '' } })
  const { submit, problem } = useSubmit(form, (values) => onCode(values[field] ?? ''), {
    onDone: () => undefined,
    sentence: sentenceOf,
    focus: field,
  })
  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <Stack>
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        {field === 'password' ? (
          <PasswordField purpose="current-password" label={label} data-autofocus {...form.getInputProps(field)} />
        ) : (
          <TextInput
            size="md"
            label={label}
            description={hint}
            autoComplete="one-time-code"
            inputMode={digits ? 'numeric' : 'text'}
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps(field)}
          />
        )}
        <Button type="submit" size="md" loading={form.submitting}>
          {button}
        </Button>
        {children}
      </Stack>
    </form>
  )
}
