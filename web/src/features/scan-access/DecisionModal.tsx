import {
  approveScanRequest,
  declineScanRequest,
  extendScanRequest,
  type PendingRequest,
  type RefusalGround,
  revokeScanAccess,
} from '@fornix/contract'
import { Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import { studyDate } from '../../clinic/scans/study-dates.ts'
import { send, thenRefresh } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
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

/** What a decline needs is asked for before. */
type Why = { reason: string; ground: RefusalGround | null }

const sendOf = async ({ kind, request }: Decision, { reason, ground }: Why) => {
  const { firstname, lastname, email, studyId, request_id, form_file_id } = request
  const body = { firstname, lastname, email, studyId }
  const seen = { ...body, request_id, form_file_id: form_file_id ?? undefined }
  if (kind === 'approve') await send(approveScanRequest, { body: seen })
  else if (kind === 'extend') await send(extendScanRequest, { body: { ...seen, reason } })
  else if (kind === 'revoke') await send(revokeScanAccess, { body: { ...body, reason } })
  else if (ground) await send(declineScanRequest, { body: { ...seen, ground, reason } })
}

/** Asks before a scan is opened or closed, naming whose and which; a refusal needs a ground and a reason, more time a reason. */
export const DecisionModal = ({ decision, onClose, onDone }: Props) => {
  const { kind, request } = decision
  const texts = messages[kind]
  const [reason, setReason] = useState('')
  const [ground, setGround] = useState<RefusalGround | null>(null)
  const [missing, setMissing] = useState(false)
  const { attempt, busy, problem, dismiss } = useAttempt((error) => failureSentence(error, texts.failed, isForReader))
  const field = useRef<HTMLTextAreaElement>(null)
  const groundField = useRef<HTMLInputElement>(null)
  const who = nameOf(request)
  const isGroundMissing = kind === 'decline' && !ground
  const isReasonMissing = kind !== 'approve' && reason.trim() === ''
  const decide = async () => {
    if (isGroundMissing || isReasonMissing) {
      setMissing(true)
      const first = isGroundMissing ? groundField : field
      first.current?.focus()
      return
    }
    await attempt(
      () => thenRefresh(sendOf(decision, { reason, ground }), refreshRequests),
      () => onDone(texts.done(who)),
    )
  }
  return (
    <>
      <Modal opened closeOnEscape={problem === ''} onClose={onClose} title={texts.title}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) void decide()
          }}
        >
          <Stack>
            <Text size="sm" c="dimmed" className="tabular">
              <WholeFacts>{[who, identityOf(request)].join(' · ')}</WholeFacts>
            </Text>
            <Text>{texts.text(who, studyDate(request.studyDate))}</Text>
            {kind === 'decline' && (
              <GroundField
                field={groundField}
                ground={ground}
                missing={missing && isGroundMissing}
                onChange={setGround}
              />
            )}
            {kind !== 'approve' && (
              <ReasonField field={field} reason={reason} missing={missing && isReasonMissing} onChange={setReason} />
            )}
            <DialogButtons
              confirm={texts.button}
              onCancel={onClose}
              busy={busy}
              grave={kind === 'decline' || kind === 'revoke'}
              focused={kind === 'approve'}
            />
          </Stack>
        </form>
      </Modal>
      <MessageModal opened={problem !== ''} title={messages.failure} button={messages.ok} onClose={dismiss}>
        {problem}
      </MessageModal>
    </>
  )
}
