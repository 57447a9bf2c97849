import { resendOperatorInvite } from '@fornix/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '../../platform/api.ts'
import { MessageModal } from '../../ui/MessageModal.tsx'
import { FailureModal } from './FailureModal.tsx'
import { messages } from './messages.ts'
import { type Failure, failureOf } from './use-invite-form.ts'

/** In the row of a provider who has not signed up yet. */
export const ResendInvite = ({ email, name }: { email: string; name: string }) => {
  const [outcome, setOutcome] = useState<'sent' | Failure>()
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    try {
      await send(resendOperatorInvite, { params: { email } })
      setOutcome('sent')
    } catch (error) {
      setOutcome(failureOf(error, messages.provider.againStatus))
    }
    setBusy(false)
  }
  const label = messages.provider.againOf(name)
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon variant="subtle" size={36} loading={busy} aria-label={label} onClick={() => void resend()}>
          <IconMailForward size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <FailureModal failure={outcome === 'sent' ? undefined : outcome} onClose={() => setOutcome(undefined)} />
      <MessageModal
        opened={outcome === 'sent'}
        title={messages.great}
        button={messages.okay}
        onClose={() => setOutcome(undefined)}
      >
        {messages.sent}
      </MessageModal>
    </>
  )
}
