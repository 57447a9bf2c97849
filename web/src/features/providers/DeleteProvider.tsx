import { deleteOperator, getOperatorNumber, listOperators, type OperatorRow } from '@fornix/contract'
import { Text } from '@mantine/core'
import { ApiFailure, useSend } from '../../platform/calls/api.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { messages } from './messages.ts'

const texts = messages.remove

/** A refusal says why; anything else shows its status, for whoever is asked for help. */
const reasonOf = (error: unknown) => {
  if (!(error instanceof ApiFailure)) return ''
  return error.status === 409 ? error.message : texts.failedStatus(error.status)
}

type Props = { provider: OperatorRow | undefined; onClose: () => void }

/** Asks, deletes, and shows the result. */
export const DeleteProvider = ({ provider, onClose }: Props) => {
  const remove = useSend(deleteOperator, { refreshes: [listOperators, getOperatorNumber] })
  return (
    <ConfirmDialog
      opened={provider !== undefined}
      onClose={onClose}
      sending={remove}
      onConfirm={() => provider && remove.mutate({ params: { email: provider.email } })}
      texts={{ ...texts, cancel: messages.cancel, failedTitle: messages.errorTitle }}
      done={texts.done}
      failed={
        <>
          <Text>{texts.failed}</Text>
          <Text size="sm" c="dimmed" mt="xs">
            {reasonOf(remove.error)}
          </Text>
        </>
      }
      grave
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{texts.text(provider ? nameOf(provider) : '')}</Text>
    </ConfirmDialog>
  )
}
