import {
  type Comparison,
  listMerges,
  listPatients,
  mergeRecords,
  ReasonForm,
  type RecordMerge,
  undoMergeDays,
} from '@fornix/contract'
import { Alert, Checkbox, List, Radio, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ComponentProps, useEffect } from 'react'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import { refreshCalls, send, thenRefresh } from '../../platform/calls/api.ts'
import { failureSentence, isForReader, isStale } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { FormButtons } from '../../ui/form/FormButtons.tsx'
import { ReasonField } from '../../ui/form/ReasonField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { AccessAfterMerge } from './AccessAfterMerge.tsx'
import { messages } from './messages.ts'
import { SideBySide } from './SideBySide.tsx'

type Side = Comparison['records'][number]
type KeepProps = { comparison: Comparison; field: Partial<ComponentProps<typeof Radio.Group>> }

const KeepChoice = ({ comparison: { records, keep }, field }: KeepProps) => (
  <Radio.Group label={messages.keep} {...field}>
    <Stack gap="sm" my="xs">
      {records.map((record) => (
        <Radio
          key={record.patient_id}
          value={record.patient_id}
          label={messages.keepOne(record.patient_id)}
          description={
            <WholeFacts>
              {[nameOf(record), identityOf(record), record.patient_id === keep && messages.suggested]
                .filter(Boolean)
                .join(' · ')}
            </WholeFacts>
          }
        />
      ))}
    </Stack>
  </Radio.Group>
)

type Two = { kept: Side; merged: Side; isOpen: boolean }
const Consequences = ({ kept, merged, isOpen }: Two) => (
  <div>
    <Text fw={600} mb={4}>
      {messages.consequences}
    </Text>
    <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
      <List.Item>{messages.moves(merged.patient_id, kept.patient_id)}</List.Item>
      <List.Item>{messages.fields(kept.patient_id)}</List.Item>
      <List.Item>{messages.gone(merged.patient_id)}</List.Item>
      {merged.signs_in && <List.Item>{messages[isOpen ? 'accessStays' : 'accessEnds'](merged.patient_id)}</List.Item>}
      {merged.signs_in && <List.Item>{messages.account(merged.email)}</List.Item>}
      {merged.signs_in && !kept.signs_in && <List.Item>{messages.noAccount(kept.patient_id)}</List.Item>}
      <List.Item>{messages.undoable(undoMergeDays)}</List.Item>
    </List>
  </div>
)

type Props = { comparison: Comparison; onStale: () => void; onDone: (merge: RecordMerge) => void }

/** Which record is kept, what that means, and why: then they are merged. */
export const MergeDecision = ({ comparison, onStale, onDone }: Props) => {
  const { records, differs, obstacle } = comparison
  const form = useForm({
    initialValues: { keep: comparison.keep, reason: '', differences_checked: false },
    validate: schemaResolver(ReasonForm),
  })
  const sidesOf = (keep: string) => (records[0].patient_id === keep ? records : ([records[1], records[0]] as const))
  const [kept, merged] = sidesOf(form.values.keep)
  const versions = records.map(({ version }) => version).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was confirmed is what these versions differ in
  useEffect(() => form.setFieldValue('differences_checked', false), [versions])
  const { submit, problem, fields } = useSubmit(
    form,
    ({ keep, reason, differences_checked }) => {
      const [own, other] = sidesOf(keep)
      const merging = send(mergeRecords, {
        params: { key: own.patient_id },
        body: {
          other: other.patient_id,
          version: own.version,
          other_version: other.version,
          reason,
          differences_checked,
          seen_by: comparison.seen_by,
        },
      })
      return thenRefresh(merging, () => refreshCalls(listMerges, listPatients))
    },
    {
      onDone,
      sentence: (error) => failureSentence(error, messages.mergeFailed, isForReader),
      handled: (error) => {
        if (isStale(error)) onStale()
        return false
      },
    },
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <SideBySide records={records} differs={differs} />
        {obstacle ? (
          <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
            {obstacle}
          </Alert>
        ) : (
          <>
            <KeepChoice comparison={comparison} field={fields.getInputProps('keep')} />
            <AccessAfterMerge kept={kept} merged={merged} />
            <Consequences kept={kept} merged={merged} isOpen={comparison.own_images_open ?? false} />
            {differs.length > 0 && (
              <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} title={messages.differs(differs)}>
                <Checkbox
                  mt="xs"
                  label={messages.checked}
                  {...fields.getInputProps('differences_checked', { type: 'checkbox' })}
                />
              </Alert>
            )}
            <ReasonField texts={messages} required {...fields.getInputProps('reason')} />
            {problem && <ErrorAlert>{problem}</ErrorAlert>}
            <FormButtons submit={messages.merge} busy={form.submitting} />
          </>
        )}
      </Stack>
    </form>
  )
}
