import { listMerges, listPatients, ReasonForm, type RecordMerge, undoMerge } from '@fornix/contract'
import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { refreshCalls, send, thenRefresh } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { ReasonField } from '../../ui/form/ReasonField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'

const refresh = () => refreshCalls(listMerges, listPatients)

type Props = { merge: RecordMerge; onClose: () => void; onDone: (sentence: string) => void }

/** Asks why a merge is undone, and shows the result. */
export const UndoDialog = ({ merge, onClose, onDone }: Props) => {
  const [merged, kept] = [merge.merged.patient_id, merge.kept.patient_id]
  const form = useForm({ initialValues: { reason: '' }, validate: schemaResolver(ReasonForm) })
  const { submit, problem, fields } = useSubmit(
    form,
    (body) => thenRefresh(send(undoMerge, { params: { merge_id: merge.merge_id }, body }), refresh),
    {
      onDone: ({ scans_stayed }) => {
        onDone(messages.undoDone(merged) + (scans_stayed > 0 ? messages.scansStayed(scans_stayed) : ''))
        onClose()
      },
      sentence: (error) => failureSentence(error, messages.undoFailed, isForReader),
    },
  )
  return (
    <Modal opened onClose={onClose} title={messages.undoTitle}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{messages.undoText(merged, kept)}</Text>
          {problem && <ErrorAlert>{problem}</ErrorAlert>}
          <ReasonField texts={messages} required data-autofocus {...fields.getInputProps('reason')} />
          <DialogButtons confirm={messages.undoConfirm} onCancel={onClose} busy={form.submitting} />
        </Stack>
      </form>
    </Modal>
  )
}
