import {
  addMyReimbursement,
  bookMyAppointment,
  listMyReimbursements,
  questionnaireVersion,
  startMyThread,
  submitMyScreening,
  uploadForm,
  uploadMyDocument,
} from '@fornix/contract'
import { calmAnswers } from '@fornix/demo/seeds/demo/screening-answers.ts'
import { v7 as uuid } from 'uuid'
import { smallPdf, type TestUser } from './given.ts'
import type { TestApp } from './harness.ts'

/** One thing of each kind in a patient's record, for calls to be aimed at. */
export const thingsIn = async ({ as, given, owner }: Pick<TestApp, 'as' | 'given' | 'owner'>, patient: TestUser) => {
  const key = patient.code
  const file = { name: 'secret.pdf', bytes: smallPdf() }
  const form = { name: 'AuthorizationForm', bytes: smallPdf() }
  const { appointment } = await as(patient).call(bookMyAppointment, { body: { start: '2032-03-10T16:00:00Z' } })
  const answers = { version: questionnaireVersion, answers: calmAnswers() }
  await as(patient).call(submitMyScreening, { params: { key }, body: answers })
  const [screening] = await owner<{ id: string }>('select screening_id as id from screenings where patient_id = $1', [
    patient.id,
  ])
  await as(patient).call(addMyReimbursement, { body: { amount: '1', description: 'Taxi' } }, { file })
  const { reimbursements } = await as(patient).call(listMyReimbursements, { params: { key } })
  const [scanner] = await owner<{ id: string }>('select scanner_id as id from scanners where project_id = $1', [
    patient.project,
  ])
  return {
    fileId: (await as(patient).call(uploadMyDocument, { params: { key } }, { file })).file_id,
    appointmentId: appointment.id,
    threadId: (await as(patient).call(startMyThread, { body: { id: uuid(), subject: 'Question', text: 'Secret' } }))
      .thread_id,
    scannerId: scanner?.id ?? '',
    screeningId: screening?.id ?? '',
    formId: (await as(patient).call(uploadForm, { params: { key }, body: { signature: 'Ana Rivera' } }, { file: form }))
      .file_id,
    reimbursement: { id: reimbursements[0]?.id ?? '', file_id: reimbursements[0]?.file_id ?? '' },
    caregiverId: (await given.caregiver(patient)).caregiver,
    study: await given.study({ project: patient.project, patient: patient.id }),
  }
}
