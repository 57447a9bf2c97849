import {
  assignWork,
  getWorkQueue,
  listColleagues,
  type QueueItem,
  type QueueKind,
  WorkAssignment,
} from '@fornix/contract'
import { Button, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { refreshCall, refreshIfFailed, useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { messages } from './messages.ts'
import { identityOf, nameOf } from './QueueLine.tsx'

const texts = messages.dialog
type Props = { kind: QueueKind; item: QueueItem; onClose: () => void }
type Values = { assignee: string; due_on: string; version: number }

/** The colleagues responsible for it, and its current assignee. */
const useColleagues = (kind: QueueKind) => {
  const query = useCall(listColleagues, {})
  const people = query.data?.colleagues.filter(({ kinds }) => kinds.includes(kind)) ?? []
  return {
    query,
    options: people.map(({ provider_id, name, role }) => ({ value: provider_id, label: `${name}, ${role}` })),
  }
}

const useAssign = ({ kind, item, onClose }: Props) => {
  const form = useForm<Values>({
    initialValues: { assignee: item.assignee?.provider_id ?? '', due_on: item.due_on ?? '', version: item.version },
    validate: schemaResolver(WorkAssignment),
  })
  const sending = useSend(assignWork, { refreshes: [getWorkQueue] })
  const save = (body: Values) =>
    refreshIfFailed(sending.mutateAsync({ params: { kind, item_id: item.id }, body }), () => refreshCall(getWorkQueue))
  const { fields, ...submission } = useSubmit(form, save, {
    onDone: onClose,
    sentence: (error) => failureSentence(error, messages.failed),
  })
  const release = () => {
    form.setValues({ assignee: '', due_on: '' })
    submission.submit()
  }
  return { form: fields, submission, release }
}

/** Assigns a piece of work with a due date, or releases it. */
export const AssignDialog = (props: Props) => {
  const { kind, item, onClose } = props
  const { query, options } = useColleagues(kind)
  const { form, submission, release } = useAssign(props)
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <DialogForm
        submission={submission}
        confirm={texts.save}
        onCancel={onClose}
        aside={
          (item.assignee || item.due_on) && (
            <Button variant="subtle" color="red" disabled={form.submitting} onClick={release}>
              {texts.release}
            </Button>
          )
        }
      >
        <Text size="sm">
          <WholeFacts>
            {[`${messages.sections[kind]}: ${nameOf(item)}`, identityOf(kind, item)].filter(Boolean).join(' · ')}
          </WholeFacts>
        </Text>
        {query.isError && <ErrorState message={texts.colleaguesFailed} onRetry={() => void query.refetch()} />}
        <Select
          label={texts.assignee}
          placeholder={texts.anybody}
          data={options}
          searchable
          clearable
          {...form.getInputProps('assignee')}
          value={form.values.assignee || null}
          onChange={(assignee) => form.setFieldValue('assignee', assignee ?? '')}
        />
        <TextInput type="date" label={texts.due} {...form.getInputProps('due_on')} />
      </DialogForm>
    </Modal>
  )
}
