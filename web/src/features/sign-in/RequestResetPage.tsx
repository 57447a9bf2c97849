import { isEmail } from '@fornix/contract'
import { Anchor, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { t } from '../../platform/language/t.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { messages } from './messages.ts'
import { useArea } from './use-area.ts'

const sentenceOf = (error: unknown) => {
  if (!(error instanceof ApiFailure) || error.status === 0) return messages.resetError
  if (error.status === 400) return messages.unknownEmail
  if (error.status === 429 && error.body) return error.message
  return messages.resetNotStarted
}

/** Requests an email with a reset link; the response appears in place. */
export function RequestResetPage() {
  const { request, entrance } = useArea()
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (isEmail(email.trim()) ? null : t('Invalid email format')) },
  })
  const [sent, setSent] = useState(false)
  const { submit, problem, fields } = useSubmit(
    form,
    ({ email }) => {
      setSent(false)
      return send(request, { params: { email: email.trim() } })
    },
    { onDone: () => setSent(true), sentence: sentenceOf },
  )
  return (
    <NarrowCard
      title={t('Reset your password')}
      lead={t('Enter the email address of your account. We will send you a link that works for 30 minutes.')}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {sent && <SuccessAlert>{messages.resetSent}</SuccessAlert>}
          {problem && <ErrorAlert>{problem}</ErrorAlert>}
          <EmailField label={t('Email')} size="md" required withAsterisk={false} {...fields.getInputProps('email')} />
          <Button type="submit" size="md" disabled={form.submitting}>
            {form.submitting ? messages.sendingReset : messages.sendReset}
          </Button>
          <Anchor component={Link} to={entrance} className="touch-link" style={{ alignSelf: 'center' }}>
            {t('Back to sign in')}
          </Anchor>
        </Stack>
      </form>
    </NarrowCard>
  )
}
