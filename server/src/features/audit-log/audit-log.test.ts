import {
  type AuditEntry,
  auditKinds,
  downloadDocument,
  exportAuditLog,
  getAuditLog,
  getPatientInfo,
  listAuditPeople,
  listPatients,
  loginOperator,
  roles,
  updateOperatorProfile,
  uploadMyDocument,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { mergeWorld } from '../../../test/merge-world.ts'
import { auditActions } from '../../features.ts'
import { actionsOfKind } from './kinds.ts'

const app = await testApp()
const { as, given, send, owner } = app
const { mergeNow, undoNow } = await mergeWorld(app)
const log = (user: TestUser, query: object = {}) => as(user).call(getAuditLog, { query })
const setting = async () => {
  const ana = await given.patient()
  const [nora, admin] = [await given.staff('Nurse', ana.project), await given.staff('Admin', ana.project)]
  return { ana, nora, admin }
}
type Happened = {
  project: string
  action?: string
  actor?: string
  role?: string
  patient?: string
  at?: string
  result?: string
  object?: string
}
const happened = (row: Happened) =>
  owner(
    `insert into audit_events (project_id, event_id, at, actor_id, actor_role, action, patient_id, request_id, result, object_id)
     values ($1, $2, $3, $4, $5, $6, $7, 'request-1', $8, $9)`,
    [
      row.project,
      uuid({ msecs: Date.parse(row.at ?? '2026-03-01T10:30:00Z') }),
      row.at ?? '2026-03-01T10:30:00Z',
      row.actor ?? null,
      row.role ?? 'system',
      row.action ?? 'patient.read',
      row.patient ?? null,
      row.result ?? 'ok',
      row.object ?? '',
    ],
  )
const told = ({ who, what, item }: AuditEntry) => [who, what, item].filter(Boolean).join(' · ')

test('an admin sees who opened what of whom, in plain words, with the result', async () => {
  const { ana, nora, admin } = await setting()
  const { file_id } = await as(ana).call(
    uploadMyDocument,
    { params: { key: ana.code } },
    { file: { name: 'Letter.pdf', bytes: smallPdf() } },
  )
  await send(nora, downloadDocument, { params: { file_id } })

  const { entries, total, is_capped, time_zone } = await log(admin)
  expect({ total, is_capped, time_zone }).toEqual({ total: 2, is_capped: false, time_zone: 'America/New_York' })
  expect(entries[0]).toEqual({
    event_id: expect.any(String),
    at: expect.stringMatching(/:\d\d\.\d{3}Z$/),
    who: 'Nora Lindt',
    who_id: nora.code,
    role: 'Nurse',
    what: 'Opened a file',
    item: 'Letter.pdf',
    record: { patient_id: ana.code, name: 'Ana Rivera', dob: '', is_deleted: false },
    result: 'done',
    detail: '',
    request_id: expect.any(String),
  })
  expect(entries[1]).toMatchObject({ who: 'Ana Rivera', role: 'Patient', what: 'Added a file' })
})

test('reading the log is in the log, with what was looked for, and so is what a SuperAdmin does', async () => {
  const { ana, admin } = await setting()
  const root = await given.staff('SuperAdmin', ana.project)
  await log(root, { patient: ana.code, kind: 'scans' })

  expect((await log(admin)).entries).toMatchObject([
    { role: 'SuperAdmin', what: 'Looked at this access log', item: `patient ${ana.code}, kind scans` },
  ])
})

test('nobody but admins reads it, and an admin of another project sees nothing of it', async () => {
  const { ana, nora, admin } = await setting()
  await as(nora).call(getPatientInfo, { params: { key: ana.code } })
  for (const role of roles) {
    const user = await given.user(role, ana.project)
    for (const call of [getAuditLog, listAuditPeople, exportAuditLog]) {
      const { status } = await send(user, call, { query: { reason: 'Because I may' } })
      expect(status, `${role} ${call.path}`).toBe(role.endsWith('Admin') ? 200 : 403)
    }
  }

  const far = await given.staff('Admin')
  for (const query of [{}, { patient: ana.code }, { person: nora.code }]) {
    const { entries } = await log(far, query)
    expect(entries.filter(({ who, what }) => who === 'Nora Lindt' && what !== 'Looked at this access log')).toEqual([])
  }
  expect(await log(far, { patient: ana.code })).toMatchObject({ entries: [], total: 0, total_pages: 1 })
  const exported = await send(far, exportAuditLog, { query: { reason: 'Curious' } })
  expect(exported.status).toBe(200)
  expect(exported.bytes.toString()).toMatch(/^\ufeff"Time \(UTC\)"/)
  expect(exported.bytes.toString()).not.toMatch(/Ana|Nurse/)
  expect((await as(far).call(listAuditPeople, {})).people.map(({ provider_id }) => provider_id)).toEqual([far.code])
  expect((await log(admin, { patient: ana.code })).total).toBe(1)
})

test('a patient, a person, a kind, days of the site and the result narrow it, also together', async () => {
  const { ana, nora, admin } = await setting()
  const bob = await given.patient(ana.project, { first_name: 'Bob', last_name: 'Stone' })
  const { project } = ana
  const of = { project, actor: nora.id, role: 'Nurse' }
  await happened({ ...of, patient: ana.id, at: '2026-03-01T10:00:00Z' })
  await happened({ ...of, patient: bob.id, action: 'email.send', at: '2026-03-02T03:00:00Z' })
  await happened({ project, actor: bob.id, role: 'Patient', patient: bob.id, at: '2026-03-02T12:00:00Z' })
  await happened({ project, action: 'file.clean', patient: bob.id, at: '2026-03-03T12:00:00Z' })
  await happened({ project, role: 'visitor', action: 'account.reset_request', at: '2026-03-04T12:00:00Z' })
  await happened({ ...of, action: 'refused', object: 'GET /nowhere/', result: '403 role', at: '2026-03-05T12:00:00Z' })

  const days = async (query: object) =>
    (await log(admin, { from: '2026-02-01', to: '2026-03-31', ...query })).entries.map(({ at }) => at.slice(8, 10))
  expect(await days({})).toEqual(['05', '04', '03', '02', '02', '01'])
  expect(await days({ patient: bob.code })).toEqual(['03', '02', '02'])
  expect(await days({ person: nora.code })).toEqual(['05', '02', '01'])
  expect(await days({ person: 'patients' })).toEqual(['02'])
  expect(await days({ person: 'portal' })).toEqual(['03'])
  expect(await days({ person: 'visitors' })).toEqual(['04'])
  expect(await days({ kind: 'emails' })).toEqual(['02'])
  expect(await days({ result: 'refused' })).toEqual(['05'])
  expect(await days({ result: 'done', person: nora.code, patient: ana.code })).toEqual(['01'])
  // Ten in the evening of the first at the site.
  expect(await days({ to: '2026-03-01' })).toEqual(['02', '01'])
  expect(await days({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['02'])
  expect(await days({ patient: 'P-NOBODY' })).toEqual([])
  expect(await days({ person: 'S-nobody' })).toEqual([])
})

test('a study is found by all that its rows call it, also when it was in another record', async () => {
  const { ana, nora, admin } = await setting()
  const bob = await given.patient(ana.project)
  const { project } = ana
  const [uid, other] = [
    await given.study({ project, patient: ana.id, date: '20260312' }),
    await given.study({ project, patient: ana.id }),
  ]
  const of = { project, actor: nora.id, role: 'Nurse', action: 'images.read' }
  for (const object of [uid, `${uid}.1`, other]) await happened({ ...of, patient: ana.id, object })
  await happened({ ...of, action: 'images.store', object: uid })
  await happened({ ...of, patient: bob.id, action: 'images.open', object: uid })
  // Another series of it in a PACS, and one of a study whose UID only begins like this one's.
  await happened({ ...of, patient: ana.id, object: '1.2.3', result: `ok In study ${uid} confirmed:pwd` })
  await happened({ ...of, patient: ana.id, object: '1.2.4', result: `ok In study ${uid}0` })
  await owner(
    `insert into study_matching (project_id, study_id, dicom_patient_id, dicom_issuer, dicom_patient_name, dicom_birth_date, state, previous_patient_id)
     select project_id, study_id, '', '', '', '', 'assigned', $2 from studies where study_uid = $1`,
    [uid, bob.id],
  )

  const { entries } = await log(admin, { study: uid })
  expect(entries.map(told).sort()).toEqual([
    'Nora Lindt · Added images of a scan · March 12, 2026',
    'Nora Lindt · Looked at images of a scan',
    'Nora Lindt · Looked at images of a scan · March 12, 2026',
    'Nora Lindt · Looked at images of a scan · March 12, 2026',
    'Nora Lindt · Opened a scan in the viewer · March 12, 2026',
  ])
  expect((await log(admin, { study: uid, patient: bob.code })).total).toBe(1)
  const far = await given.staff('Admin')
  expect((await log(far, { study: uid })).total).toBe(0)
})

test('a study keeps what happened to it in every record that it was in, through merges and corrected assignments', async () => {
  const { ana, nora, admin } = await setting()
  const { project } = ana
  const [twin, wrong, requester, first] = [
    await given.patient(project),
    await given.patient(project),
    await given.patient(project),
    await given.patient(project),
  ]
  const uid = await given.study({ project, patient: twin.id })
  const of = { project, actor: nora.id, role: 'Nurse', action: 'images.open' }
  // First it was matched to somebody who asked for access, then assigned to another one, and taken back from both.
  await owner(
    `insert into access_requests (project_id, request_id, patient_id, study_id, status, decided_at)
     select project_id, $2, $3, study_id, 'revoked', now() from studies where study_uid = $1`,
    [uid, uuid(), requester.id],
  )
  const decided = { ...of, actor: admin.id, role: 'Admin', object: uid }
  await happened({ ...decided, action: 'unmatched_study.assign', patient: wrong.id })
  await happened({ ...decided, action: 'unmatched_study.undo', patient: wrong.id })
  // And before that it came as of somebody else.
  await happened({ ...of, action: 'images.store', patient: first.id, object: uid })
  for (const { id } of [requester, wrong, twin, first]) await happened({ ...of, patient: id, object: uid })
  const { merge_id } = await mergeNow({ admin, kept: ana, merged: twin })
  await happened({ ...of, patient: ana.id, object: uid })
  const opened = async () =>
    (await log(admin, { study: uid, person: nora.code })).entries.map(({ record }) => record?.patient_id).sort()
  const all = [requester, wrong, twin, first, first, ana].map(({ code }) => code).sort()
  expect(await opened()).toEqual(all)

  await undoNow(admin, merge_id)
  expect(await opened()).toEqual(all)
})

test('who has left and who was deleted keep their names; who was removed for good has none', async () => {
  const { ana, nora, admin } = await setting()
  const of = { project: ana.project, actor: nora.id, role: 'Nurse' }
  await happened({ ...of, patient: ana.id })
  await happened({ ...of, patient: uuid(), action: 'patient.update' })
  await owner('update providers set deleted_at = now() where provider_id = $1', [nora.id])
  await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])

  expect((await log(admin, { person: nora.code })).entries.map(({ who, record }) => [who, record])).toEqual(
    expect.arrayContaining([
      ['Nora Lindt', { patient_id: ana.code, name: 'Ana Rivera', dob: '', is_deleted: true }],
      ['Nora Lindt', { patient_id: '', name: '', dob: '', is_deleted: false }],
    ]),
  )
  expect((await log(admin, { patient: ana.code })).total).toBe(1)
  const { people } = await as(admin).call(listAuditPeople, {})
  expect(people.map(({ provider_id, has_left }) => [provider_id, has_left])).toEqual([
    [admin.code, false],
    [nora.code, true],
  ])
})

test('a failed sign-in names the account and says nothing of who tried; a refusal says what was asked for and why', async () => {
  const { ana, nora, admin } = await setting()
  await send(null, loginOperator, { body: { email: nora.email, password: 'Wrong-horse-9!' } })
  await send(null, loginOperator, { body: { email: ana.email, password: ana.password } })
  await send(null, loginOperator, { body: { email: 'nobody@nowhere.example', password: 'Wrong-horse-9!' } })
  await send(nora, getPatientInfo, { params: { key: 'P-NOBODY' } })

  const { entries } = await log(admin, { result: 'refused' })
  expect(entries.map((entry) => [told(entry), entry.detail])).toEqual([
    [
      'Nora Lindt · Was refused · Profile and medical information of a patient, by email, patient_id or _id',
      'Not found, or not available to this person',
    ],
    [
      'Someone not signed in · Tried to sign in · Account of Ana Rivera',
      'The password was correct, but this account cannot use this sign-in page',
    ],
    ['Someone not signed in · Tried to sign in · Account of Nora Lindt', 'The password was wrong'],
  ])
  expect((await log(admin, { kind: 'failed-sign-ins' })).total).toBe(2)
  const whats = async (query: object) => (await log(admin, query)).entries.map(({ what }) => what)
  expect(await whats({ person: 'visitors' })).toEqual(['Tried to sign in', 'Tried to sign in'])
  expect(await whats({ person: nora.code })).toEqual(['Was refused'])
  expect(await whats({ person: 'patients' })).toEqual([])
  expect(await whats({ person: nora.code, kind: 'failed-sign-ins' })).toEqual(['Tried to sign in'])
  expect(await whats({ person: 'patients', kind: 'failed-sign-ins' })).toEqual(['Tried to sign in'])
  const rows = await owner("select * from audit_events where action = 'session.refused' and project_id = $1", [
    ana.project,
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Wrong-horse|nowhere/)
})

test('a change of a role says of whom and from what to what', async () => {
  const { nora, admin } = await setting()
  await as(admin).call(updateOperatorProfile, { body: { provider_id: nora.code, role: 'MRI-Tech' } })

  const [changed] = (await log(admin, { kind: 'rights' })).entries.filter(({ what }) => /role/.test(what))
  expect(changed).toMatchObject({ item: 'Nora Lindt', detail: 'Nurse to MRI-Tech', result: 'done' })
})

test('the pages are newest first, and the total stops counting', async () => {
  const { ana, admin } = await setting()
  await owner(
    `insert into audit_events (project_id, event_id, at, actor_role, action, patient_id, request_id)
     select $1, ('01930000-' || lpad(to_hex(n / 65536), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
            '2024-11-05T12:00:00Z', 'system', 'file.clean', $2, 'test' from generate_series(1, 10001) n`,
    [ana.project, ana.id],
  )
  const query = { patient: ana.code }
  const { total, total_pages, is_capped, entries } = await log(admin, { ...query, page_size: 50 })
  expect({ total, total_pages, is_capped }).toEqual({ total: 10_000, total_pages: 200, is_capped: true })
  const ids = entries.map(({ event_id }) => event_id)
  expect(ids).toEqual([...ids].sort().reverse())
  expect((await log(admin, { ...query, page: 1_000_000 })).entries).toEqual([])

  const { bytes } = await send(admin, exportAuditLog, { query: { ...query, reason: 'Yearly audit' } })
  const lines = bytes.toString().split('\r\n').slice(1, -1)
  expect(lines.length).toBe(10_001)
})

test('the pages behind the first one stay as they were, while each reading is noted', async () => {
  const { ana, admin } = await setting()
  for (let n = 10; n < 35; n++) await happened({ project: ana.project, patient: ana.id, at: `2026-03-01T10:${n}:00Z` })
  const ids = (entries: AuditEntry[]) => entries.map(({ event_id }) => event_id)
  const first = await log(admin, { page_size: 10 })
  const through = first.entries[0]?.event_id
  const later = await Promise.all([2, 3].map((page) => log(admin, { page, page_size: 10, through })))
  expect(new Set([first, ...later].flatMap(({ entries }) => ids(entries))).size).toBe(25)
  expect(later.map(({ total }) => total)).toEqual([first.total, first.total])
  const readings = (await log(admin)).entries.filter(({ what }) => what === 'Looked at this access log')
  expect(readings.length).toBe(3)
  expect((await send(admin, getAuditLog, { query: { through: 'soon' } })).status).toBe(400)
})

test('the file has what is filtered, is safe for spreadsheets, and its reason is kept', async () => {
  const { ana, admin } = await setting()
  const eve = await given.patient(ana.project, { first_name: '=1+1', last_name: 'Eve' })
  await happened({ project: ana.project, patient: eve.id, role: 'visitor' })
  await happened({ project: ana.project, patient: ana.id, role: 'visitor' })
  const query = { patient: eve.code, reason: 'Asked for by the patient' }
  const { bytes, headers } = await send(admin, exportAuditLog, { query })

  expect(bytes.toString()).toBe(
    '\ufeff"Time (UTC)","Who","Who (Id)","Role","What","Which","Record","Date of Birth","Patient Id","Result","Detail","Request"\r\n' +
      `"2026-03-01T10:30:00.000Z","Someone not signed in","","","Opened the profile and medical information","","'=1+1 Eve","","${eve.code}","Done","","request-1"\r\n`,
  )
  expect(headers['content-disposition']).toMatch(/filename="access-log-\d{4}-\d\d-\d\d\.csv"/)
  expect((await log(admin, { kind: 'exports' })).entries.map(told)).toEqual([
    `Nora Lindt · Exported this access log · 1 entry, patient ${eve.code}. Reason: Asked for by the patient`,
  ])
})

test.each([
  { from: '0000-01-01' },
  { to: '2026-02-30' },
  { kind: 'gossip' },
  { result: 'maybe' },
  { page_size: 1000 },
  { patient: 'x'.repeat(101) },
])('the query %j is refused', async (query) => {
  expect((await send((await setting()).admin, getAuditLog, { query })).status).toBe(400)
})

test.each([{}, { reason: 'why' }, { reason: 'x'.repeat(501) }])(
  'without a good reason nothing leaves: %j',
  async (query) => {
    const answer = await send((await setting()).admin, exportAuditLog, { query })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { reason: 'Please give a reason, in 5 to 500 characters' } },
    })
  },
)

test('the log of a kind has each of its actions, and that of records what another version may have read', async () => {
  const { ana, admin } = await setting()
  await as(admin).call(listPatients, { query: {} })
  for (const action of [...Object.keys(auditActions), 'made.up']) await happened({ project: ana.project, action })
  for (const kind of auditKinds) {
    const shown = actionsOfKind(auditActions, kind).filter((action) => action !== 'demo.seed')
    expect((await log(admin, { kind, from: '2026-03-01', to: '2026-03-01', page_size: 50 })).total, kind).toBe(
      shown.length + (kind === 'records' ? 1 : 0),
    )
  }
})
