import { countersignForm, sendEmail, updatePatient } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import type { TestUser } from './given.ts'
import type { testApp } from './harness.ts'
import { thingsIn } from './things.ts'

/** A record that has a row in every table that hangs on a record; what the calls of the app do not make is inserted. */
export const fullRecord = async (app: Awaited<ReturnType<typeof testApp>>, patient: TestUser, nurse: TestUser) => {
  const { as, owner } = app
  const countersigning = (isOn: boolean) =>
    owner('update projects set countersign_forms = $2 where project_id = $1', [patient.project, isOn])
  await countersigning(true)
  const things = await thingsIn(app, patient)
  await countersigning(false)
  await as(nurse).call(updatePatient, {
    body: { _id: patient.id, notes: ['Prefers mornings'], mobile_number: '5550102345', mrn_number: undefined } as never,
  })
  const mail = {
    to_email: patient.email,
    subject: 'Scan',
    message: 'Soon',
    attachments: JSON.stringify([things.fileId]),
  }
  await as(nurse).call(sendEmail, { params: { key: patient.email }, body: mail as never })
  const [study] = await owner<{ study_id: string }>('select study_id from studies where study_uid = $1', [things.study])
  const of = [patient.project, patient.id]
  const insert = (text: string, ...values: unknown[]) => owner(text, [...of, ...values])
  await insert(
    `insert into visit_steps (project_id, patient_id, step_id, appointment_id, starts_at, status, made_by, made_name)
     select $1, $2, $3, appointment_id, starts_at, 'done', $4, 'Nora' from appointments where patient_id = $2`,
    uuid(),
    nurse.id,
  )
  await insert(
    `insert into screening_reviews (project_id, patient_id, review_id, screening_id, decision, signature, reviewer_id, reviewer_name, reviewer_role)
     values ($1, $2, $3, $4, 'cleared', 'Nora', $5, 'Nora', 'Nurse')`,
    uuid(),
    things.screeningId,
    nurse.id,
  )
  await insert(
    `insert into reimbursement_decisions (project_id, patient_id, reimbursement_id, status, amount, comment, decided_by, decided_name)
     values ($1, $2, $3, 'Paid', 1, '', $4, 'Nora')`,
    things.reimbursement.id,
    nurse.id,
  )
  await insert(
    `insert into access_requests (project_id, patient_id, request_id, study_id, form_file_id) values ($1, $2, $3, $4, $5)`,
    uuid(),
    study?.study_id,
    things.formId,
  )
  const [{ name } = { name: '' }] = await owner<{ name: string }>(
    `select concat_ws(' ', first_name, last_name) as name from providers where provider_id = $1`,
    [nurse.id],
  )
  await as(nurse).call(countersignForm, { params: { file_id: things.formId }, body: { signature: name } })
  await insert(
    `insert into surveys (project_id, patient_id, study_id, question1, question6, question7, question8) values ($1, $2, $3, 5, 5, 5, 5)`,
    study?.study_id,
  )
  await insert('insert into notice_choices (project_id, patient_id) values ($1, $2)')
  await insert(
    `insert into push_subscriptions (project_id, patient_id, subscription_id, login_id, family_id, endpoint, p256dh, auth)
     select project_id, patient_id, $3, login_id, session_id, 'https://fcm.googleapis.com/fcm/send/' || session_id, '', ''
       from sessions where project_id = $1 and patient_id = $2 limit 1`,
    uuid(),
  )
  await insert('insert into patient_news_cursors (project_id, patient_id, read_through) values ($1, $2, now())')
  await insert(
    `insert into work_items (project_id, patient_id, kind, item_id) values ($1, $2, 'reimbursement', $3)`,
    things.reimbursement.id,
  )
  await insert(
    `insert into study_matching (project_id, previous_patient_id, study_id, dicom_patient_id, dicom_issuer, dicom_patient_name, dicom_birth_date, state)
     values ($1, $2, $3, 'P', '', 'Rivera^Ana', '', 'assigned')`,
    study?.study_id,
  )
  return { ...things, studyId: study?.study_id ?? '' }
}
