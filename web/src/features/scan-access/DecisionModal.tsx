import {
  approveScanRequest,
  declineScanRequest,
  extendScanRequest,
  type PendingRequest,
  type RefusalGround,
  revokeScanAccess,
} from '@fornix/contract'
import { Text } from '@mantine/core'
import { type UseFormInput, useForm } from '@mantine/form'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import { studyDate } from '../../clinic/scans/study-dates.ts'
import { refreshIfFailed, send } from '../../platform/calls/api.ts'
import { failureSentence, isForReader, isStale } from '../../platform/http/failure.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { FailureModal } from '../../ui/dialog/FailureModal.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { GroundField } from './GroundField.tsx'
import { messages } from './messages.ts'
import { ReasonField } from './ReasonField.tsx'
import { refreshRequests } from './refresh-requests.ts'

type Kind = 'approve' | 'decline' | 'extend' | 'revoke'
export type Request = Pick<
  PendingRequest,
  | 'firstname'
  | 'lastname'
  | 'email'
  | 'studyId'
  | 'studyDate'
  | 'dob'
  | 'age'
  | 'gender'
  | 'mrn_number'
  | 'has_namesake'
> &
  Partial<Pick<PendingRequest, 'request_id'>> & { form_file_id?: string | null }
export type Decision = { kind: Kind; request: Request }
export const keyOf = ({ request_id, email, studyId }: Request) => request_id || `${email} ${studyId}`
export const nameOf = ({ firstname, lastname }: Request) => `${firstname} ${lastname}`

type Props = { decision: Decision; onClose: () => void; onDone: (sentence: string) => void }

type Why = { ground: RefusalGround | null; reason: string }
/** A refusal needs a ground and a reason, more time or an end a reason. */
export const whyForm = (kind: Kind | undefined): UseFormInput<Why> => ({
  initialValues: { ground: null, reason: '' },
  validate: {
    ground: (ground) => kind === 'decline' && !ground && messages.ground.missing,
    reason: (reason) => kind !== 'approve' && reason.trim() === '' && messages.reasonMissing,
  },
})

const sendOf = async ({ kind, request }: Decision, { reason, ground }: Why) => {
  const { firstname, lastname, email, studyId, request_id, form_file_id } = request
  const body = { firstname, lastname, email, studyId }
  const seen = { ...body, request_id, form_file_id: form_file_id ?? undefined }
  if (kind === 'approve') await send(approveScanRequest, { body: seen })
  else if (kind === 'extend') await send(extendScanRequest, { body: { ...seen, reason } })
  else if (kind === 'revoke') await send(revokeScanAccess, { body: { ...body, reason } })
  else if (ground) await send(declineScanRequest, { body: { ...seen, ground, reason } })
}

/** Asks before a scan is opened or closed, naming whose and which. */
export const DecisionModal = ({ decision, onClose, onDone }: Props) => {
  const { kind, request } = decision
  const texts = messages[kind]
  const who = nameOf(request)
  const form = useForm(whyForm(kind))
  const decide = (why: Why) => refreshIfFailed(sendOf(decision, why), refreshRequests).then(refreshRequests)
  const { submit, fields, busy, failure, stopped, dismiss } = useSubmit(form, decide, {
    onDone: () => onDone(texts.done(who)),
    // What was decided about is no longer what waits: it is read again in the list.
    sentence: (error) => ({ text: failureSentence(error, texts.failed, isForReader), isOver: isStale(error) }),
  })
  return (
    <>
      <Modal opened closeOnEscape={failure === undefined} onClose={onClose} title={texts.title}>
        <DialogForm
          submission={{ submit, busy, problem: stopped }}
          confirm={texts.button}
          onCancel={onClose}
          grave={kind === 'decline' || kind === 'revoke'}
          focused={kind === 'approve'}
        >
          <Text size="sm" c="dimmed">
            <WholeFacts>{[who, identityOf(request)].join(' · ')}</WholeFacts>
          </Text>
          <Text>{texts.text(who, studyDate(request.studyDate))}</Text>
          {kind === 'decline' && <GroundField {...fields.getInputProps('ground')} value={fields.values.ground} />}
          {kind !== 'approve' && <ReasonField {...fields.getInputProps('reason')} />}
        </DialogForm>
      </Modal>
      <FailureModal failure={failure?.text} onClose={failure?.isOver ? onClose : dismiss} />
    </>
  )
}
