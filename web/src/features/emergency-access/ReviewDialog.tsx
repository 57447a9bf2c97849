import {
  type EmergencyAccess,
  type EmergencyFinding,
  EmergencyReview,
  emergencyFindings,
  getWorkQueue,
  listEmergencies,
  reviewEmergency,
  siteShortDay,
} from '@fornix/contract'
import { Radio, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { refreshCall, refreshIfFailed, useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'

const texts = messages.dialog
type Props = { access: EmergencyAccess; timeZone: string; onClose: () => void }
type Values = { finding: EmergencyFinding | ''; note: string; version: number }

/** Closes the review of one emergency access with a finding. */
export const ReviewDialog = ({ access, timeZone, onClose }: Props) => {
  const { person, record, reason, opened_at, review, version, emergency_id } = access
  const form = useForm<Values>({
    initialValues: { finding: review?.finding ?? '', note: review?.note ?? '', version },
    validate: schemaResolver(EmergencyReview),
  })
  const sending = useSend(reviewEmergency, { refreshes: [listEmergencies, getWorkQueue] })
  const save = ({ finding, ...rest }: Values) =>
    refreshIfFailed(
      sending.mutateAsync({ params: { emergency_id }, body: { ...rest, finding: finding || 'follow_up' } }),
      () => refreshCall(listEmergencies),
    )
  const { fields, ...submission } = useSubmit(form, save, {
    onDone: onClose,
    sentence: (error) => failureSentence(error, texts.failed),
  })
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <DialogForm submission={submission} confirm={texts.save} onCancel={onClose}>
        <Text size="sm">
          <WholeFacts>
            {[person.name, record.name, shortIdentityOf(record), siteShortDay(opened_at, timeZone)].join(' · ')}
          </WholeFacts>
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
        <Radio.Group label={texts.result} required {...fields.getInputProps('finding')}>
          <Stack gap="xs" my="xs">
            {emergencyFindings.map((finding) => (
              <Radio key={finding} value={finding} label={messages.findings[finding]} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={texts.note}
          description={texts.noteHint}
          required
          autosize
          minRows={2}
          {...fields.getInputProps('note')}
        />
      </DialogForm>
    </Modal>
  )
}
