import { changePassword, mySessions, PasswordChangeForm } from '@fornix/contract'
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { refreshCall, send } from '../../platform/calls/api.ts'
import { failureSentence, isRefused } from '../../platform/http/failure.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { Section } from '../../ui/display/Section.tsx'
import { FormButtons } from '../../ui/form/FormButtons.tsx'
import { PasswordChecklist } from '../../ui/form/PasswordChecklist.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'
import { ResetByMail } from './ResetByMail.tsx'

const empty = { current_password: '', password: '', confirm_password: '' }

const ChangeForm = () => {
  const [done, setDone] = useState('')
  const form = useForm({ initialValues: empty, validate: schemaResolver(PasswordChangeForm) })
  const { submit, problem, fields } = useSubmit(
    form,
    ({ confirm_password: _, ...body }) => {
      setDone('')
      return send(changePassword, { body })
    },
    {
      onDone: ({ message }) => {
        form.reset()
        setDone(message)
        return refreshCall(mySessions)
      },
      sentence: (error) => (isRefused(error) ? failureSentence(error, messages.notChanged) : messages.maybeChanged),
    },
  )
  return (
    <form onSubmit={submit} noValidate aria-label={messages.passwordTitle}>
      <Stack maw={400}>
        {done && <SuccessAlert>{done}</SuccessAlert>}
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <PasswordField
          purpose="current-password"
          label={messages.currentPassword}
          {...fields.getInputProps('current_password')}
        />
        <PasswordField purpose="new-password" label={messages.newPassword} {...fields.getInputProps('password')} />
        <PasswordField
          purpose="new-password"
          label={messages.confirmPassword}
          {...fields.getInputProps('confirm_password')}
        />
        <PasswordChecklist password={form.values.password} confirmation={form.values.confirm_password} />
        <FormButtons submit={messages.savePassword} busy={form.submitting} />
      </Stack>
    </form>
  )
}

type Props = { email: string; hasPassword: boolean }

/**
 * Changing the password requires the current one, so that nobody at an unlocked computer can lock the owner out; if forgotten, an
 * emailed link resets it.
 */
export const PasswordCard = ({ email, hasPassword }: Props) => (
  <Section title={messages.passwordTitle} lead={hasPassword ? messages.passwordLead : messages.noPassword}>
    <Stack gap="lg">
      {hasPassword && <ChangeForm />}
      <ResetByMail lead={hasPassword ? messages.forgot(email) : messages.wantPassword(email)} email={email} />
    </Stack>
  </Section>
)
