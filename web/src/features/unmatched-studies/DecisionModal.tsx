import {
  assignStudy,
  countUnmatchedStudies,
  listUnmatchedStudies,
  rejectStudy,
  type UnmatchedStudy,
  undoStudyDecision,
} from '@fornix/contract'
import { Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { refreshCalls, send, thenRefresh } from '../../platform/calls/api.ts'
import { failureSentence, fieldsOf, isProofCanceled, isStale, isUncertain } from '../../platform/http/failure.ts'
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { AssignFields, type Chosen } from './AssignFields.tsx'
import { messages } from './messages.ts'
import type { Decision } from './study-words.ts'

type Props = { decision: Decision; onClose: () => void; onDone: (sentence: string) => void }

const nameOf = ({ patient }: UnmatchedStudy) => patient?.name ?? messages.someone
/** Identifies the patient in a question, so that a namesake is not mistaken for them. */
const whoseOf = (study: UnmatchedStudy) =>
  study.patient ? `${study.patient.name} (${shortIdentityOf(study.patient)})` : nameOf(study)
const wordsOf = ({ kind, study }: Decision) => (kind === 'undo' && study.state === 'matched' ? 'unmatch' : kind)
const refresh = () => refreshCalls(listUnmatchedStudies, countUnmatchedStudies)

const saidOf = (study: UnmatchedStudy) =>
  study.state === 'open' || study.state === 'rejected'
    ? messages.said[study.state]
    : messages.said.assigned(nameOf(study))

const sendDecision = ({ kind, study }: Decision, chosen: Chosen | null) => {
  const { study_UID, version } = study
  const request = { params: { study: study_UID } }
  if (kind === 'reject') return send(rejectStudy, { ...request, body: { version } })
  if (kind === 'undo') return send(undoStudyDecision, { ...request, body: { version } })
  return send(assignStudy, { ...request, body: { patient: chosen?.patient_id ?? '', version } })
}

type Refuse = (sentence: string) => void
/** `isOver`: it was decided already, or may have been, so there is nothing to try again. */
type Failure = { sentence: string; isOver: boolean }

/**
 * Sends the decision; a refusal of the patient is shown beside the field, any other is the problem. If the user does not
 * confirm their identity, the dialog stays open.
 */
const useDecide = (decision: Decision, onDone: Props['onDone'], refuse: Refuse) => {
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const decide = async (chosen: Chosen | null) => {
    setBusy(true)
    try {
      const decided = await thenRefresh(sendDecision(decision, chosen), refresh)
      onDone(wordsOf(decision) === 'unmatch' ? messages.said.unmatched : saidOf(decided))
    } catch (error) {
      if (isProofCanceled(error)) return
      const field = fieldsOf(error)?.['patient']
      if (field) return refuse(field)
      if (isStale(error)) void refresh()
      setFailure({
        sentence: failureSentence(error, messages.failed, isStale),
        isOver: isStale(error) || isUncertain(error),
      })
    } finally {
      setBusy(false)
    }
  }
  return { decide, busy, failure, dismiss: () => setFailure(undefined) }
}

const Question = ({ kind, study }: Decision) => {
  if (kind === 'assign') return null
  if (kind === 'reject') return <Text>{messages.rejectText}</Text>
  return <Text>{study.state === 'rejected' ? messages.undoRejected : messages.undoGiven(whoseOf(study))}</Text>
}

/** Asks before a decision; a refusal is shown in its own words, and the list shows the current state. */
export const DecisionModal = ({ decision, onClose, onDone }: Props) => {
  const { kind, study } = decision
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [missing, setMissing] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const refuse = (sentence: string) => {
    setMissing(sentence)
    form.current?.querySelector<HTMLInputElement>('input')?.focus()
  }
  const { decide, busy, failure, dismiss } = useDecide(decision, onDone, refuse)
  const submit = () => {
    if (kind === 'assign' && !chosen) refuse(messages.missing)
    else void decide(chosen)
  }
  const choose = (next: Chosen | null) => {
    setChosen(next)
    setMissing('')
  }
  const { title, button } = messages.questions[wordsOf(decision)]
  return (
    <>
      <Modal opened closeOnEscape={!failure} onClose={onClose} title={title}>
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy) submit()
          }}
        >
          <Stack>
            {kind === 'assign' && <AssignFields study={study} chosen={chosen} onChoose={choose} error={missing} />}
            <Question {...decision} />
            <DialogButtons confirm={button} onCancel={onClose} busy={busy} grave={kind !== 'assign'} />
          </Stack>
        </form>
      </Modal>
      <MessageModal
        opened={failure !== undefined}
        title={messages.failure}
        button={messages.ok}
        onClose={failure?.isOver ? onClose : dismiss}
      >
        {failure?.sentence}
      </MessageModal>
    </>
  )
}
