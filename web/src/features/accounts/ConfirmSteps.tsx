import { cancelEmailChange } from '@fornix/contract'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiFailure, useSend } from '../../platform/api.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Problem, Success } from '../../ui/Sentence.tsx'
import { messages } from './messages.ts'

/** The owner is signed in, and chooses. */
export const Consent = ({ onConfirm }: { onConfirm: () => Promise<void> }) => {
  const keep = useSend(cancelEmailChange)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm().catch(() => setBusy(false))
  }
  if (keep.isSuccess) return <Success>{messages.kept}</Success>
  return (
    <Stack>
      {keep.isError && <Problem>{messages.notStopped}</Problem>}
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

/** Nobody has shown yet to be the owner of the account: their password does, or signing in first. */
export const Proof = ({ entrance, onConfirm }: ProofProps) => {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (typed) => (typed ? null : messages.passwordNeeded) },
  })
  const submit = form.onSubmit(
    async ({ password }) => {
      try {
        await onConfirm(password)
      } catch (error) {
        form.setErrors((error instanceof ApiFailure && error.body?.fields) || { password: messages.unexpected })
        form.getInputNode('password')?.focus()
      }
    },
    () => form.getInputNode('password')?.focus(),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={messages.confirmTitle}>
      <Stack>
        <PasswordField
          purpose="current-password"
          label={messages.password}
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={form.submitting}>
          {messages.useAddress}
        </Button>
        <Text size="sm" c="dimmed">
          {messages.signInInstead}{' '}
          <Anchor component={Link} to={entrance} size="sm" td="underline">
            {messages.toSignIn}
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}
