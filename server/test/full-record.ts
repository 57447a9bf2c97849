import { countersignForm, sendEmail, updatePatient } from '@fornix/contract'
import type { TestUser } from './given.ts'
import type { TestApp } from './harness.ts'
import { providerName } from './provider-name.ts'
import { thingsIn } from './things.ts'

type Sample = {
  nurse: TestUser
  things: Awaited<ReturnType<typeof thingsIn>>
  /** The row of the study among the things. */
  study: string
  /** $1 is the project and $2 the patient. */
  insert: (text: string, ...values: unknown[]) => Promise<unknown>
}
/** What a file of `sample-rows` exports: the rows of a feature that the calls of the app do not make. */
export type AddRows = (sample: Sample) => Promise<unknown>
const samples = Object.values(import.meta.glob<{ addRows: AddRows }>('./sample-rows/*.ts', { eager: true }))

/** A record that has a row in every table that hangs on a record; what the calls of the app do not make is inserted. */
export const fullRecord = async (app: TestApp, patient: TestUser, nurse: TestUser) => {
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
  await as(nurse).call(countersignForm, {
    params: { file_id: things.formId },
    body: { signature: await providerName(app, nurse.id) },
  })
  const [{ study_id: study } = { study_id: '' }] = await owner<{ study_id: string }>(
    'select study_id from studies where study_uid = $1',
    [things.study],
  )
  const insert = (text: string, ...values: unknown[]) => owner(text, [patient.project, patient.id, ...values])
  for (const { addRows } of samples) await addRows({ nurse, things, study, insert })
  return { ...things, studyId: study }
}
