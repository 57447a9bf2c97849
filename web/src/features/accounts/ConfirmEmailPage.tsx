import { checkEmailChange, confirmOperatorEmail, confirmPatientEmail, getUser } from '@fornix/contract'
import { Button, Center, Loader, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useOnce } from '../../platform/base/use-once.ts'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { bodyOf } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { amendSession, currentSession, sameSession } from '../../platform/session/session-store.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { Consent, Proof } from './ConfirmSteps.tsx'
import { messages } from './messages.ts'

type Step =
  | { kind: 'consent'; email: string }
  | { kind: 'proof'; email: string }
  | { kind: 'done'; sentence: string }
  | { kind: 'failed'; sentence: string; again: boolean }

const failed = (error: unknown): Step => {
  const isAnswer = error instanceof ApiFailure && error.status > 0 && error.status < 500
  return { kind: 'failed', sentence: isAnswer ? error.message : messages.unexpected, again: !isAnswer }
}
/** The address that just changed may be that of the user signed in here. */
const amend = async () => {
  if (!currentSession()) return
  const isSame = sameSession()
  const { user_object } = await send(getUser, {})
  if (isSame()) amendSession({ user: user_object })
}

/**
 * The page of the emailed link. It requires a button press, because mail scanners open links but press nothing and run no page. An
 * address that staff entered is not confirmed until its reader says so: the link may have been passed on to them.
 */
export function ConfirmEmailPage() {
  const { token = '' } = useParams()
  const isStaff = /^\/operator\//i.test(useLocation().pathname)
  const session = useSession()
  const [step, setStep] = useState<Step>()
  const call: typeof confirmPatientEmail = isStaff ? confirmOperatorEmail : confirmPatientEmail

  /** Throws errors that a form shows beside its field. */
  const confirm = async (body: { password?: string }, email: string) => {
    try {
      const { message } = await send(call, { params: { token }, body })
      setStep({ kind: 'done', sentence: message })
    } catch (error) {
      const refusal = bodyOf(error)
      if (refusal?.fields) throw error
      setStep(refusal?.code === 'sign_in_first' ? { kind: 'proof', email } : failed(error))
    }
    await amend().catch(() => undefined)
  }
  const begin = async () => {
    setStep(undefined)
    try {
      const { email, asks } = await send(checkEmailChange, { body: { change_token: token } })
      if (asks === 'nothing') await confirm({}, email)
      else setStep({ kind: asks, email })
    } catch (error) {
      setStep(failed(error))
    }
  }
  useOnce(begin)

  if (!step)
    return (
      <NarrowCard title={messages.confirming}>
        <Center mih={120} role="status" aria-label={messages.confirming}>
          <Loader />
        </Center>
      </NarrowCard>
    )
  if (step.kind === 'consent')
    return (
      <NarrowCard title={messages.confirmTitle} lead={messages.proposed(step.email)}>
        <Consent onConfirm={() => confirm({}, step.email)} />
      </NarrowCard>
    )
  const entrance = isStaff ? paths.physicians : paths.patients
  if (step.kind === 'proof')
    return (
      <NarrowCard title={messages.confirmTitle} lead={messages.prove(step.email)}>
        <Proof entrance={entrance} onConfirm={(password) => confirm({ password }, step.email)} />
      </NarrowCard>
    )
  const Said = step.kind === 'done' ? SuccessAlert : ErrorAlert
  return (
    <NarrowCard title={messages.confirmTitle}>
      <Stack mt="md">
        <Said>{step.sentence}</Said>
        {step.kind === 'failed' && step.again && (
          <Button size="md" onClick={() => void begin()}>
            {messages.tryAgain}
          </Button>
        )}
        <Button
          size="md"
          variant={step.kind === 'failed' && step.again ? 'default' : 'filled'}
          component={Link}
          to={session ? paths.account : entrance}
        >
          {session ? messages.title : messages.toSignIn}
        </Button>
      </Stack>
    </NarrowCard>
  )
}
