import { resetOperatorPassword, resetPatientPassword } from '@fornix/contract'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.tsx'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { messages } from './messages.ts'
import { Section } from './Section.tsx'

const sentenceOf = (error: unknown) => {
  if (!(error instanceof ApiFailure) || error.status === 0) return messages.resetError
  return error.status === 429 ? error.message : messages.resetNotStarted
}

/** A password changes by a mailed link: whoever finds an open computer cannot lock its owner out. */
export const PasswordCard = ({ email }: { email: string }) => {
  const isPatient = useSession()?.audience === 'patient'
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ sent: boolean; sentence: string }>()
  const ask = async () => {
    setBusy(true)
    setOutcome(undefined)
    try {
      await send(isPatient ? resetPatientPassword : resetOperatorPassword, { params: { email } })
      setOutcome({ sent: true, sentence: messages.resetSent })
    } catch (error) {
      setOutcome({ sent: false, sentence: sentenceOf(error) })
    }
    setBusy(false)
  }
  return (
    <Section title={messages.passwordTitle} lead={messages.passwordLead(email)}>
      <Stack align="flex-start">
        {outcome &&
          (outcome.sent ? (
            <SuccessAlert>{outcome.sentence}</SuccessAlert>
          ) : (
            <ErrorAlert>{outcome.sentence}</ErrorAlert>
          ))}
        <Button variant="default" disabled={busy} onClick={() => void ask()}>
          {busy ? messages.sendingReset : messages.sendReset}
        </Button>
      </Stack>
    </Section>
  )
}
