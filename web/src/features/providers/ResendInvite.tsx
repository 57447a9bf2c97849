import { listOperators, type OperatorRow, resendOperatorInvite } from '@fornix/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { useSend } from '../../platform/calls/api.ts'
import { statusSentence } from '../../platform/http/failure.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { messages } from './messages.ts'

const texts = messages.resend
const reasonOf = (error: unknown) => statusSentence(error, texts.failed, texts.failedStatus)

/** Emails a fresh link to a person who has not signed up yet. */
export const ResendInvite = ({ row }: { row: OperatorRow }) => {
  const send = useSend(resendOperatorInvite, { refreshes: [listOperators] })
  const label = texts.button(nameOf(row))
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={label}
          loading={send.isPending}
          onClick={() => send.mutate({ params: { email: row.email } })}
        >
          <IconMailForward size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <MessageModal
        opened={send.isSuccess || send.isError}
        tone={send.isError ? 'failure' : 'success'}
        title={send.isError ? messages.errorTitle : texts.doneTitle}
        button={send.isError ? messages.ok : messages.okay}
        onClose={send.reset}
      >
        {send.isError ? reasonOf(send.error) : texts.done}
      </MessageModal>
    </>
  )
}
