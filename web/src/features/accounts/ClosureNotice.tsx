import { ClosureAnswer, declineClosure, getClosure, getWorkQueue, type ResponseOf } from '@fornix/contract'
import { Alert, Button, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import { refreshCall, useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { formatMediumDay } from '../../ui/display/dates.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import styles from './accounts.module.css'
import { staffMessages } from './staff-messages.ts'

const texts = staffMessages.closing
type Closure = NonNullable<ResponseOf<typeof getClosure>['closure']>
type Props = { patientKey: string }

const DeclineForm = ({ patientKey, closure, onClose }: Props & { closure: Closure; onClose: () => void }) => {
  const form = useForm({ initialValues: { answer: '' }, validate: schemaResolver(ClosureAnswer) })
  const declining = useSend(declineClosure, { refreshes: [getClosure, getWorkQueue] })
  const { request_id } = closure
  const { fields, ...submission } = useSubmit(
    form,
    (typed) => declining.mutateAsync({ params: { key: patientKey }, body: { ...typed, request_id } }),
    { onDone: onClose, sentence: (error) => failureSentence(error, texts.declineFailed, isForReader) },
  )
  return (
    <DialogForm submission={submission} label={texts.declineTitle} confirm={texts.decline} onCancel={onClose}>
      <Textarea
        label={texts.answer}
        description={texts.answerHint}
        required
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        {...fields.getInputProps('answer')}
      />
    </DialogForm>
  )
}

const Notice = ({ patientKey }: Props) => {
  const { data } = useCall(getClosure, { params: { key: patientKey } })
  const [declining, setDeclining] = useState(false)
  const close = () => {
    setDeclining(false)
    // Somebody else may have been faster.
    void refreshCall(getClosure)
  }
  const closure = data?.closure
  if (closure?.state !== 'open') return null
  return (
    <Alert role="note" color="amber" variant="light" icon={<IconUserX aria-hidden />} title={texts.wants}>
      <Text size="sm">{texts.howTo(formatMediumDay(closure.asked_at))}</Text>
      {closure.reason && (
        <Text size="sm" mt={4} className={styles.said}>
          {texts.theirReason(closure.reason)}
        </Text>
      )}
      <Button size="xs" fz="sm" mt="sm" variant="default" onClick={() => setDeclining(true)}>
        {texts.decline}
      </Button>
      <Modal opened={declining} onClose={close} title={texts.declineTitle}>
        <DeclineForm patientKey={patientKey} closure={closure} onClose={close} />
      </Modal>
    </Alert>
  )
}

/** For admins, on the record: its patient has asked to close the account. */
export const ClosureNotice = ({ patientKey }: Props) =>
  useSession()?.audience === 'admin' ? <Notice patientKey={patientKey} /> : null
