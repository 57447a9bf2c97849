import {
  addMyReimbursement,
  answerMyReimbursement,
  deleteDocument,
  deleteReimbursement,
  downloadDocument,
  downloadMyDocument,
  downloadReimbursementFile,
  getAccessLog,
  getPatientInfo,
  listMyReimbursements,
  listPatients,
  setPatientSession,
  updateReimbursement,
  uploadMyDocument,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { as, given, send, owner } = await testApp()
const log = (user: TestUser, query: object = {}) => as(user).call(getAccessLog, { query })
const setting = async () => {
  const ana = await given.patient()
  const { file_id } = await as(ana).call(
    uploadMyDocument,
    { params: { key: ana.code } },
    { file: { name: 'Letter.pdf', bytes: smallPdf() } },
  )
  return { ana, nora: await given.staff('Nurse', ana.project), file_id }
}
const happened = (
  ana: TestUser,
  row: { actor?: string; role?: string; action?: string; at?: string; result?: string; object?: string },
) =>
  owner(
    `insert into audit_events (project_id, event_id, at, actor_id, actor_role, action, patient_id, request_id, result, object_id)
     values ($1, $2, $3, $4, $5, $6, $7, 'test', $8, $9)`,
    [
      ana.project,
      uuid(),
      row.at ?? '2026-03-01T10:30:00Z',
      row.actor ?? null,
      row.role ?? 'system',
      row.action ?? 'patient.read',
      ana.id,
      row.result ?? 'ok',
      row.object ?? '',
    ],
  )

test('a patient sees who opened which file, by name and role, in plain words', async () => {
  const { ana, nora, file_id } = await setting()
  await send(nora, downloadDocument, { params: { file_id } })

  const { entries, total } = await log(ana)

  expect(total).toBe(1)
  expect(entries).toEqual([
    {
      at: expect.stringMatching(/Z$/),
      times: 1,
      own: false,
      who: 'Nora Lindt',
      role: 'Nurse',
      what: 'Opened a file',
      item: 'Letter.pdf',
      study_date: '',
      in_emergency: false,
    },
  ])
})

test('a deleted file is not named: it may have been about somebody else', async () => {
  const { ana, nora, file_id } = await setting()
  await send(nora, downloadDocument, { params: { file_id } })
  await as(nora).call(deleteDocument, { params: { file_id } })

  const { entries } = await log(ana)
  expect(entries.map(({ what, item }) => [what, item]).toSorted()).toEqual([
    ['Deleted a file', ''],
    ['Opened a file', ''],
  ])
  expect(JSON.stringify(await log(ana, { own: 'true' }))).not.toContain('Letter')
})

test('a receipt is named, also after an answer replaced it, until its request is deleted', async () => {
  const { ana, nora } = await setting()
  const receipt = (name: string) => ({ file: { name, bytes: smallPdf(name) } })
  await as(ana).call(addMyReimbursement, { body: { amount: '48', description: 'Taxi' } }, receipt('Taxi.pdf'))
  const claim = async () => (await as(ana).call(listMyReimbursements, { params: { key: ana.code } })).reimbursements[0]!
  const { id, file_id: earlier } = await claim()
  await as(nora).call(updateReimbursement, { params: { id }, body: { status: 'On Hold', comment: 'Which trip?' } })
  const { version } = await claim()
  await as(ana).call(
    answerMyReimbursement,
    { params: { id }, body: { version, note: 'To the scan' } },
    receipt('Taxi back.pdf'),
  )
  for (const file_id of [earlier, (await claim()).file_id])
    expect((await send(nora, downloadReimbursementFile, { params: { file_id } })).status).toBe(200)
  const items = async () => (await log(ana)).entries.flatMap(({ item }) => item || []).toSorted()

  expect(await items()).toEqual(['Taxi back.pdf', 'Taxi.pdf'])
  await as(nora).call(deleteReimbursement, { params: { id } })
  expect(await items()).toEqual([])
})

test('their own doings are “You”, and shown when asked for', async () => {
  const { ana, file_id } = await setting()
  await send(ana, downloadMyDocument, { params: { file_id } })

  expect((await log(ana)).total).toBe(0)
  const { entries } = await log(ana, { own: 'true' })
  expect(entries.map(({ who, role, what, item }) => [who, role, what, item])).toEqual(
    expect.arrayContaining([
      ['You', '', 'Opened a file', 'Letter.pdf'],
      ['You', '', 'Added a file', 'Letter.pdf'],
    ]),
  )
  expect(entries.every(({ own }) => own)).toBe(true)
})

test('what one person did several times within an hour is one entry, with the last time', async () => {
  const { ana, nora } = await setting()
  for (const at of ['2026-03-01T10:05:00Z', '2026-03-01T10:50:00Z', '2026-03-01T11:05:00Z'])
    await happened(ana, { actor: nora.id, role: 'Nurse', at })

  expect((await log(ana)).entries).toMatchObject([
    { at: '2026-03-01T11:05:00Z', times: 1 },
    { at: '2026-03-01T10:50:00Z', times: 2 },
  ])
})

test('a scan is named by its day, also where only one of its series was opened; another patient’s is not', async () => {
  const { ana, nora } = await setting()
  const bob = await given.patient(ana.project)
  const [mine, theirs] = [
    await given.study({ project: ana.project, patient: ana.id, date: '20260312' }),
    await given.study({ project: ana.project, patient: bob.id, date: '20260821' }),
  ]
  for (const object of [mine, `${mine}.1`, theirs])
    await happened(ana, { actor: nora.id, role: 'Nurse', action: 'images.read', object })

  expect((await log(ana)).entries.map(({ what, study_date, times }) => [what, study_date, times])).toEqual([
    ['Looked at images of a scan', '', 1],
    ['Looked at images of a scan', '20260312', 2],
  ])
})

test('the choice of a record and refusals are left out, and no id or action leaves the server', async () => {
  const { ana, nora, file_id } = await setting()
  const far = await given.staff('Nurse')
  await as(nora).call(setPatientSession, { body: { patient_id: ana.code } })
  await as(nora).call(listPatients, { query: {} })
  expect((await send(far, downloadDocument, { params: { file_id } })).status).toBe(404)
  await happened(ana, { action: 'refused', actor: nora.id, role: 'Nurse', result: '404 not_found' })
  await happened(ana, { actor: nora.id, role: 'Nurse', result: '409 stale' })
  expect((await log(ana)).entries).toEqual([])

  await as(nora).call(getPatientInfo, { params: { key: ana.code } })
  const { body } = await send(ana, getAccessLog, { query: { own: 'true' } })
  const text = JSON.stringify(body)
  for (const inside of [nora.id, nora.code, nora.email, ana.id, file_id, 'patient.read', 'request_id'])
    expect(text).not.toContain(inside)
})

test('who was not signed in, the portal itself and who has left are told apart', async () => {
  const { ana, nora } = await setting()
  await owner('update providers set deleted_at = now() where provider_id = $1', [nora.id])
  await happened(ana, { role: 'visitor', action: 'account.reset_request', at: '2026-03-01T13:00:00Z' })
  await happened(ana, { role: 'system', action: 'made.up', at: '2026-03-01T12:00:00Z' })
  await happened(ana, { actor: nora.id, role: 'Nurse', at: '2026-03-01T11:00:00Z' })

  expect((await log(ana)).entries.map(({ who, role, what }) => [who, role, what])).toEqual([
    ['Someone not signed in', '', 'Asked for a link to choose a new password'],
    ['The portal', '', 'Worked with your record'],
    ['Nora Lindt', 'Nurse', 'Opened your profile and medical information'],
  ])
})

test('the registration is the patient’s own act, though nobody was signed in', async () => {
  const { ana } = await setting()
  await happened(ana, { role: 'visitor', action: 'account.register' })
  expect((await log(ana)).entries).toEqual([])
  const { entries } = await as(ana).call(getAccessLog, { query: { own: 'true' } })
  expect(entries.filter(({ what }) => what === 'Registered the account')).toMatchObject([{ who: 'You', own: true }])
})

test('pages are newest first, and a neighbour’s record is not in them', async () => {
  const { ana, nora } = await setting()
  const bob = await given.patient(ana.project)
  for (let hour = 0; hour < 12; hour++)
    await happened(ana, { actor: nora.id, role: 'Nurse', at: `2026-03-01T${String(hour).padStart(2, '0')}:00:00Z` })
  await as(nora).call(getPatientInfo, { params: { key: bob.code } })

  const first = await log(ana)
  expect(first).toMatchObject({ total: 12, total_pages: 2 })
  expect(first.entries[0]?.at).toBe('2026-03-01T11:00:00Z')
  expect((await log(ana, { page: 2 })).entries.map(({ at }) => at)).toEqual([
    '2026-03-01T01:00:00Z',
    '2026-03-01T00:00:00Z',
  ])
  expect(await log(ana, { page: 9 })).toMatchObject({ entries: [], total: 12 })
  expect((await log(bob)).total).toBe(1)
})
