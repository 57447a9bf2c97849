import { cancelEmailChange } from '@fornix/contract'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSend } from '../../platform/calls/api.ts'
import { failureSentence, fieldsOf, isForReader } from '../../platform/http/failure.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { PasswordForm } from '../../ui/form/PasswordForm.tsx'
import { messages } from './messages.ts'

/** The owner is signed in, and decides. */
export const Consent = ({ onConfirm }: { onConfirm: () => Promise<void> }) => {
  const keep = useSend(cancelEmailChange)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm().catch(() => setBusy(false))
  }
  if (keep.isSuccess) return <SuccessAlert>{messages.kept}</SuccessAlert>
  return (
    <Stack>
      {keep.isError && <ErrorAlert>{failureSentence(keep.error, messages.notStopped, isForReader)}</ErrorAlert>}
      <Button size="md" loading={busy} disabled={keep.isPending} onClick={() => void confirm()}>
        {messages.useAddress}
      </Button>
      <Button size="md" variant="default" loading={keep.isPending} disabled={busy} onClick={() => keep.mutate({})}>
        {messages.keep}
      </Button>
    </Stack>
  )
}

type ProofProps = { entrance: string; onConfirm: (password: string) => Promise<void> }

/** Nobody has proved yet that they own the account: they enter its password, or sign in first. */
export const Proof = ({ entrance, onConfirm }: ProofProps) => {
  const prove = async (password: string) => {
    try {
      await onConfirm(password)
      return {}
    } catch (error) {
      return { wrong: fieldsOf(error)?.['password'] ?? messages.unexpected }
    }
  }
  return (
    <PasswordForm title={messages.confirmTitle} button={messages.useAddress} onPassword={prove}>
      <Text size="sm" c="dimmed">
        {messages.signInInstead}{' '}
        <Anchor component={Link} to={entrance} size="sm" td="underline">
          {messages.toSignIn}
        </Anchor>
      </Text>
    </PasswordForm>
  )
}
