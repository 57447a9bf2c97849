import {
  assignStudy,
  countUnmatchedStudies,
  listUnmatchedStudies,
  rejectStudy,
  type UnmatchedStudy,
  undoStudyDecision,
} from '@fornix/contract'
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import type { FoundPatient } from '../../clinic/records/PatientFinder.tsx'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { refreshCalls, send, thenRefresh } from '../../platform/calls/api.ts'
import { failureSentence, isStale, isUncertain } from '../../platform/http/failure.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { FailureModal } from '../../ui/dialog/FailureModal.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { AssignFields } from './AssignFields.tsx'
import { ContradictionQuestion } from './ContradictionQuestion.tsx'
import { messages } from './messages.ts'
import { contradictions, type Decision } from './study-words.ts'

type Props = { decision: Decision; onClose: () => void; onDone: (sentence: string) => void }

const nameOf = ({ patient }: UnmatchedStudy) => patient?.name ?? messages.someone
/** Identifies the patient in a question, so that a namesake is not mistaken for them. */
const identityTextOf = (study: UnmatchedStudy) =>
  study.patient ? `${study.patient.name} (${shortIdentityOf(study.patient)})` : nameOf(study)
const wordsOf = ({ kind, study }: Decision) => (kind === 'undo' && study.state === 'matched' ? 'unmatch' : kind)
const refresh = () => refreshCalls(listUnmatchedStudies, countUnmatchedStudies)

const doneSentenceOf = (study: UnmatchedStudy) =>
  study.state === 'open' || study.state === 'rejected'
    ? messages.said[study.state]
    : messages.said.assigned(nameOf(study))

const sendDecision = ({ kind, study }: Decision, chosen: FoundPatient | null) => {
  const { study_UID, version } = study
  const request = { params: { study: study_UID } }
  if (kind === 'reject') return send(rejectStudy, { ...request, body: { version } })
  if (kind === 'undo') return send(undoStudyDecision, { ...request, body: { version } })
  return send(assignStudy, { ...request, body: { patient: chosen?.patient_id ?? '', version } })
}

/** `isOver`: it was decided already, or may have been, so there is nothing to try again. */
const failureOf = (error: unknown) => ({
  sentence: failureSentence(error, messages.failed, isStale),
  isOver: isStale(error) || isUncertain(error),
})

const Question = ({ kind, study }: Decision) => {
  if (kind === 'assign') return null
  if (kind === 'reject') return <Text>{messages.rejectText}</Text>
  return <Text>{study.state === 'rejected' ? messages.undoRejected : messages.undoGiven(identityTextOf(study))}</Text>
}

type Values = { patient: FoundPatient | null }

/** Asks before a decision; a refusal is shown in its own words, and the list shows the current state. */
export const DecisionModal = ({ decision, onClose, onDone }: Props) => {
  const { kind, study } = decision
  const words = wordsOf(decision)
  const form = useForm<Values>({
    initialValues: { patient: null },
    validate: { patient: (patient) => kind === 'assign' && !patient && messages.missing },
  })
  const decide = ({ patient }: Values) =>
    thenRefresh(sendDecision(decision, patient), refresh).catch((error: unknown) => {
      if (isStale(error)) void refresh()
      throw error
    })
  const { submit, fields, busy, failure, stopped, dismiss } = useSubmit(form, decide, {
    onDone: (decided) => onDone(words === 'unmatch' ? messages.said.unmatched : doneSentenceOf(decided)),
    sentence: failureOf,
  })
  const { title, button } = messages.questions[words]
  const [doubtful, setDoubtful] = useState<FoundPatient>()
  const submitOrAsk = (event: FormEvent<HTMLFormElement>) => {
    const { patient } = form.getValues()
    if (!patient || !Object.values(contradictions(study, patient)).includes(true)) return submit(event)
    event.preventDefault()
    if (!busy) setDoubtful(patient)
  }
  const assignAnyway = () => {
    setDoubtful(undefined)
    submit()
  }
  return (
    <>
      <Modal opened closeOnEscape={!failure} onClose={onClose} title={title}>
        <DialogForm
          submission={{ submit: submitOrAsk, busy, problem: stopped }}
          confirm={button}
          onCancel={onClose}
          grave={kind !== 'assign'}
        >
          {kind === 'assign' && (
            <AssignFields
              study={study}
              chosen={fields.values.patient}
              onChoose={(patient) => fields.setFieldValue('patient', patient)}
              error={fields.errors['patient']}
              path="patient"
            />
          )}
          <Question {...decision} />
        </DialogForm>
      </Modal>
      {doubtful && (
        <ContradictionQuestion
          study={study}
          patient={doubtful}
          confirm={button}
          onConfirm={assignAnyway}
          onClose={() => setDoubtful(undefined)}
        />
      )}
      <FailureModal failure={failure?.sentence} onClose={failure?.isOver ? onClose : dismiss} />
    </>
  )
}
