import { askToCloseAccount, ClosureRequest, getMyClosure } from '@fornix/contract'
import { List } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { ReasonField } from '../../ui/form/ReasonField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'

const texts = messages.closing

const AskForm = ({ onClose }: { onClose: () => void }) => {
  const form = useForm({ initialValues: { reason: '' }, validate: schemaResolver(ClosureRequest) })
  const asking = useSend(askToCloseAccount, { refreshes: [getMyClosure] })
  const { fields, ...submission } = useSubmit(form, (body) => asking.mutateAsync({ body }), {
    onDone: onClose,
    sentence: (error) => failureSentence(error, texts.failed),
  })
  return (
    <DialogForm submission={submission} label={texts.ask} confirm={texts.send} onCancel={onClose} grave>
      <List size="sm" spacing={6}>
        {texts.effects.map((effect) => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
      <ReasonField texts={texts} data-autofocus {...fields.getInputProps('reason')} />
    </DialogForm>
  )
}

/** What closing an account means, and a reason for it. */
export const CloseAccountDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title={texts.ask}>
    <AskForm onClose={onClose} />
  </Modal>
)
