import { randomUUID } from 'node:crypto'
import {
  addMyReimbursement,
  bookMyAppointment,
  type CareArea,
  changePassword,
  endAllSessions,
  endSession,
  getAccessLog,
  getMyScreening,
  getMyThread,
  getScreening,
  getUser,
  listDocuments,
  listMyDocuments,
  listMyReimbursements,
  loginPatient,
  logoutPatient,
  mySessions,
  questionnaireVersion,
  readForm,
  requestAccess,
  setLanguage,
  signersIn,
  startMyThread,
  submitMyScreening,
  uploadForm,
  uploadMyDocument,
} from '@fornix/contract'
import { calmAnswers } from '@fornix/demo/seeds/demo/screening-answers.ts'
import { describe, expect, test } from 'vitest'
import { caringClinic } from '../../../test/caring-clinic.ts'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { password } from '../../../test/inviting-clinic.ts'
import { careScope, patientId, projectId } from '../../platform/database/scope.ts'

const { given, owner, platform, as, send, project, nurse, accepted, mailsTo } = await caringClinic()

test.each<[CareArea, string[]]>([
  ['money', []],
  ['images', ['mrn_number']],
  ['visits', ['mrn_number', 'physician_name']],
])('who may see %s learns of the patient’s care no more than that', async (area, known) => {
  const ana = await given.patient(project)
  await owner('update patients set mrn_number = code, physician_name = code where patient_id = $1', [ana.id])
  const maria = await given.caregiver(ana, [area])
  const { user_object } = await as(maria).call(getUser, {})
  const { patient_id, mrn_number, physician_name } = user_object
  expect(patient_id).toBe(ana.code)
  expect({ mrn_number, physician_name }).toEqual({
    mrn_number: known.includes('mrn_number') ? ana.code : '',
    physician_name: known.includes('physician_name') ? ana.code : '',
  })
})

describe('what a caregiver signs and writes', () => {
  test('names both: the form, which takes the caregiver’s own name, the safety answers, messages and files', async () => {
    const ana = await given.patient(project)
    const maria = await given.caregiver(ana)
    const params = { key: ana.code }
    const sign = (signature: string) =>
      send(maria, uploadForm, { params, body: { signature } }, { file: { name: 'Form', bytes: smallPdf() } })
    expect(await sign('Ana Rivera')).toMatchObject({
      status: 400,
      body: { fields: { signature: 'Please sign with your own name: Maria Soto.' } },
    })
    const { file_id } = (await sign('maria soto')).body
    const { form } = await as(ana).call(readForm, { params: { file_id } })
    expect(form).toMatchObject({ signer_name: 'Maria Soto, for Ana Rivera', signature: 'maria soto' })
    expect(signersIn(form.signer_name)).toEqual({ by: 'Maria Soto', patient: 'Ana Rivera' })

    const answers = { version: questionnaireVersion, answers: calmAnswers() }
    await as(maria).call(submitMyScreening, { params, body: answers })
    const { screenings } = await as(nurse).call(getScreening, { params })
    expect(screenings[0]).toMatchObject({ filled_by: 'Maria Soto, for Ana Rivera', filled_as: 'caregiver' })
    expect((await as(maria).call(getMyScreening, { params })).current).toMatchObject({ filled_as: 'reader' })
    expect((await as(ana).call(getMyScreening, { params })).current).toMatchObject({ filled_as: 'caregiver' })

    const { thread_id } = await as(maria).call(startMyThread, {
      body: { id: randomUUID(), subject: 'Hello', text: 'May Ana eat before?' },
    })
    const { messages } = await as(ana).call(getMyThread, { params: { thread: thread_id } })
    expect(messages[0]).toMatchObject({ by: 'Maria Soto, for Ana Rivera', by_patient: true })

    const file = { name: 'Letter.pdf', bytes: smallPdf() }
    await as(maria).call(uploadMyDocument, { params }, { file })
    const uploaderFor = async (user: TestUser, call: typeof listMyDocuments) =>
      (await as(user).call(call, { params, query: {} })).documents.find(({ kind }) => kind === 'document')?.uploader
    expect(await uploaderFor(maria, listMyDocuments)).toBe('you')
    expect(await uploaderFor(ana, listMyDocuments)).toBe('Maria Soto')
    expect(await uploaderFor(nurse, listDocuments)).toBe('Maria Soto')
  })
})

test('a caregiver books, asks for money back and for a scan, each with what was shared and no more', async () => {
  const ana = await given.patient(project)
  const params = { key: ana.code }
  const file = { file: { name: 'a.pdf', bytes: smallPdf() } }
  const studyId = await given.study({ project, patient: ana.id })

  const visits = await given.caregiver(ana, ['visits'])
  await as(visits).call(bookMyAppointment, { body: { start: '2032-04-07T16:00:00Z' } })
  const money = await given.caregiver(ana, ['money'])
  await as(money).call(addMyReimbursement, { body: { amount: '12.50', description: 'Taxi' } }, file)
  const { reimbursements } = await as(ana).call(listMyReimbursements, { params })
  expect(reimbursements[0]?.history[0]?.author).toBe('Maria Soto, for Ana Rivera')

  const images = await given.caregiver(ana, ['images'])
  const asked = await send(images, requestAccess, { body: { studyId } })
  expect(asked).toMatchObject({ status: 400, body: { code: 'no_form' } })
  const both = await given.caregiver(ana, ['visits', 'images'])
  await as(both).call(uploadForm, { params, body: { study_id: studyId, signature: 'Maria Soto' } }, file)
  await as(both).call(requestAccess, { body: { studyId } })
})

test('a caregiver signs in and out and changes the own password, in English, of which the patient’s log says nothing', async () => {
  const ana = await given.patient(project)
  await as(ana).call(setLanguage, { body: { language: 'es' } })
  const { email, caregiver } = await accepted(ana)
  const fresh = 'Fresh-lantern-3!'
  const signedIn = async (own: string) => ({
    ...ana,
    token: (await as(null).call(loginPatient, { body: { email, password: own } })).access_token,
  })
  const maria = await signedIn(password)
  await as(maria).call(changePassword, { body: { current_password: password, password: fresh } })
  const [current] = (await as(maria).call(mySessions, {})).sessions
  await as(maria).call(endSession, { params: { id: current?.id ?? '' } })
  await as(await signedIn(fresh)).call(endAllSessions, {})
  await as(await signedIn(fresh)).call(logoutPatient, {})
  expect((await send(null, loginPatient, { body: { email, password } })).status).toBe(400)

  expect((await mailsTo(email)).map(({ subject }) => subject)).toContain('Your password was changed')
  const { entries } = await as(ana).call(getAccessLog, { query: {} })
  expect(entries.map(({ who, what }) => [who, what])).toEqual([['Maria Soto', 'Accepted the invitation']])
  const rows = await owner<{ action: string; patient_id: string | null }>(
    "select distinct action, patient_id from audit_events where actor_id = $1 and action <> 'invite.accept'",
    [caregiver],
  )
  expect(rows.map(({ action, patient_id }) => [action, patient_id]).toSorted()).toEqual([
    ['account.change_password', null],
    ['session.end', null],
    ['session.end_all', null],
    ['session.refused', null],
    ['session.start', null],
  ])
})

test('the database lets a caregiver write under the own id, and nobody else’s', async () => {
  const ana = await given.patient(project)
  const [maria, other] = [await given.caregiver(ana), await given.caregiver(ana)]
  const scope = {
    project: projectId(project),
    patient: patientId(ana.id),
    care: careScope(maria.caregiver, maria.login, ['files']),
  }
  const { thread_id } = await as(maria).call(startMyThread, {
    body: { id: randomUUID(), subject: 'Hello', text: 'May Ana eat before?' },
  })
  const written = {
    thread_id,
    patient_id: ana.id,
    text: 'x',
    by_patient: true,
    written_name: 'x',
    written_role: 'Patient',
  }
  const write = (written_by: string) =>
    platform.database.scoped(scope, (db) =>
      db
        .insertInto('care_messages')
        .values({ ...written, written_by, message_id: randomUUID() })
        .execute(),
    )
  for (const somebody of [ana.id, other.caregiver, maria.login])
    await expect(write(somebody)).rejects.toThrow(/row-level security/)
  await write(maria.caregiver)
})
