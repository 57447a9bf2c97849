import {
  admins,
  decideUnusualAccess,
  listColleagues,
  listUnusualAccess,
  type UnusualAccess,
  UnusualDecision,
  unusualRules,
} from '@fornix/contract'
import { SegmentedControl, Select, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { refreshCall, refreshIfFailed, useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { findingDay } from './finding-day.ts'
import { messages } from './messages.ts'

const texts = messages.dialog
type Props = { finding: UnusualAccess; timeZone: string; onClose: () => void }
type Values = { state: 'explained' | 'follow_up'; reason: string; assignee: string; version: number }

const useDecide = ({ finding, onClose }: Props) => {
  const { state, decision, version, finding_id } = finding
  const form = useForm<Values>({
    initialValues: {
      state: state === 'follow_up' ? 'follow_up' : 'explained',
      reason: decision?.reason ?? '',
      assignee: decision?.assignee?.provider_id ?? '',
      version,
    },
    validate: schemaResolver(UnusualDecision),
  })
  const sending = useSend(decideUnusualAccess, { refreshes: [listUnusualAccess] })
  const save = (body: Values) =>
    refreshIfFailed(sending.mutateAsync({ params: { finding_id }, body }), () => refreshCall(listUnusualAccess))
  const { fields, ...submission } = useSubmit(form, save, {
    onDone: onClose,
    sentence: (error) => failureSentence(error, texts.failed),
  })
  return { form: fields, submission }
}

/** Who may follow it up: admins, but not on themselves. */
const AssigneeField = ({ reader, form }: { reader: string; form: ReturnType<typeof useDecide>['form'] }) => {
  const query = useCall(listColleagues, {})
  const people = query.data?.colleagues.filter(
    ({ role, provider_id }) => provider_id !== reader && admins.some((admin) => admin === role),
  )
  return (
    <>
      {query.isError && <ErrorState message={texts.peopleFailed} onRetry={() => void query.refetch()} />}
      <Select
        label={texts.assignee}
        required
        searchable
        data={(people ?? []).map(({ provider_id, name }) => ({ value: provider_id, label: name }))}
        {...form.getInputProps('assignee')}
        value={form.values.assignee || null}
        onChange={(assignee) => form.setFieldValue('assignee', assignee ?? '')}
      />
    </>
  )
}

/** Explains an unusual access, or assigns it to an admin to follow up. */
export const DecideDialog = (props: Props) => {
  const { finding, timeZone, onClose } = props
  const { form, submission } = useDecide(props)
  const isExplained = form.values.state === 'explained'
  const { reader, record, rule } = finding
  const about = [
    reader.name,
    record && `${record.name} (${shortIdentityOf(record)})`,
    unusualRules[rule].name,
    findingDay(finding, timeZone),
  ]
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <DialogForm submission={submission} confirm={texts.save} onCancel={onClose}>
        <Text size="sm">
          <WholeFacts>{about.filter(Boolean).join(' · ')}</WholeFacts>
        </Text>
        <SegmentedControl<Values['state']>
          aria-label={texts.result}
          data={[
            { value: 'explained', label: messages.states.explained },
            { value: 'follow_up', label: messages.states.follow_up },
          ]}
          value={form.values.state}
          onChange={(state) => {
            form.clearErrors()
            form.setFieldValue('state', state)
          }}
        />
        {!isExplained && <AssigneeField reader={reader.provider_id} form={form} />}
        <Textarea
          label={isExplained ? texts.reason : texts.note}
          description={isExplained ? texts.reasonHint : undefined}
          required={isExplained}
          autosize
          minRows={2}
          {...form.getInputProps('reason')}
        />
      </DialogForm>
    </Modal>
  )
}
