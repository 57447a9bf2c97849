import { deleteOperator, getOperatorNumber, listOperators, type OperatorRow } from '@fornix/contract'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure, useSend } from '../../platform/calls/api.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { messages } from './messages.ts'
import { nameOf } from './provider-rows.tsx'

const texts = messages.remove

/** A refusal says why; anything else is told with its status, for whoever is asked for help. */
const reasonOf = (error: unknown) => {
  if (!(error instanceof ApiFailure)) return ''
  return error.status === 409 ? error.message : texts.failedStatus(error.status)
}

type Props = { provider: OperatorRow | undefined; onClose: () => void }

/** Asks, deletes, and says how it went. */
export const DeleteProvider = ({ provider, onClose }: Props) => {
  const [done, setDone] = useState(false)
  const remove = useSend(deleteOperator, { refreshes: [listOperators, getOperatorNumber] })
  const close = () => {
    onClose()
    setDone(false)
    remove.reset()
  }
  const confirm = () => {
    if (provider) remove.mutate({ params: { email: provider.email } }, { onSuccess: () => setDone(true) })
  }
  if (done)
    return (
      <MessageModal opened title={texts.doneTitle} button={messages.okay} onClose={close}>
        {texts.done}
      </MessageModal>
    )
  if (remove.isError)
    return (
      <MessageModal opened title={messages.errorTitle} button={messages.ok} onClose={close}>
        <Text>{texts.failed}</Text>
        <Text size="sm" c="dimmed" mt="xs">
          {reasonOf(remove.error)}
        </Text>
      </MessageModal>
    )
  return (
    <Modal opened={provider !== undefined} onClose={close} title={texts.title}>
      <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
        {texts.text(provider ? nameOf(provider) : '')}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={close} disabled={remove.isPending}>
          {messages.cancel}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={confirm}>
          {texts.confirm}
        </Button>
      </Group>
    </Modal>
  )
}
