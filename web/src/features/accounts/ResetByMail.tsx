import { resetOperatorPassword, resetPatientPassword } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { uncertainSentence } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { messages } from './messages.ts'

const sentenceOf = (error: unknown) => {
  if (!(error instanceof ApiFailure) || error.status === 0) return messages.resetError
  const uncertain = uncertainSentence(error)
  if (uncertain) return uncertain
  return error.status === 429 ? error.message : messages.resetNotStarted
}

/** Emails a link for choosing a new password, for users who do not know theirs. */
export const ResetByMail = ({ lead, email }: { lead: string; email: string }) => {
  const isPatient = useSession()?.audience === 'patient'
  const { attempt, busy, problem } = useAttempt(sentenceOf)
  const [isSent, setIsSent] = useState(false)
  const ask = () => {
    setIsSent(false)
    return attempt(
      () => send(isPatient ? resetPatientPassword : resetOperatorPassword, { params: { email } }),
      () => setIsSent(true),
    )
  }
  return (
    <Stack align="flex-start" gap="sm">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {lead}
      </Text>
      {isSent && <SuccessAlert>{messages.resetSent}</SuccessAlert>}
      {problem && <ErrorAlert>{problem}</ErrorAlert>}
      <Button variant="default" disabled={busy} onClick={() => void ask()}>
        {busy ? messages.sendingReset : messages.sendReset}
      </Button>
    </Stack>
  )
}
