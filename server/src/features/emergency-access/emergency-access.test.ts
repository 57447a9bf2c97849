import {
  bookMyAppointment,
  type Call,
  calls,
  downloadStudy,
  endEmergency,
  exportPatients,
  getAccessLog,
  getAuditLog,
  getDaySheet,
  getMyRights,
  getPatientInfo,
  getPatientSession,
  getPatientSummary,
  getScreening,
  listMyEmergencies,
  listNotifications,
  listPatients,
  listPatientThreads,
  questionnaireVersion,
  setPatientSession,
  submitScreening,
  updateMedicalInfo,
  updatePatient,
} from '@fornix/contract'
import { calmAnswers } from '@fornix/demo/seeds/demo/screening-answers.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emergencyWorld, why } from '../../../test/emergency-world.ts'
import type { TestUser } from '../../../test/given.ts'

const { as, given, send, owner, database, withhold, sick, setting, open, opened, later } = await emergencyWorld()

const of = ({ code }: TestUser) => ({ params: { key: code } })
/** What a user without the right to medical information sees of a record. */
const seen = async (user: TestUser, patient: TestUser) => {
  const info = await send(user, getPatientInfo, of(patient))
  return {
    record: info.status === 200 ? String(info.body.medicalInformation?.previous_history ?? '') : info.status,
    summary: (await send(user, getPatientSummary, of(patient))).body.missing ?? null,
    screening: (await send(user, getScreening, of(patient))).status,
  }
}
const everything = { record: 'Pacemaker since 2019', summary: expect.any(Array), screening: 200 }
const nothing = { record: '', summary: null, screening: 403 }
const rowsOf = (user: TestUser) =>
  owner<{ action: string; result: string }>(
    "select action, result from audit_events where actor_id = $1 and action in ('patient.read', 'patient.summary', 'screening.read', 'refused') order by event_id",
    [user.id],
  )

test('an emergency opens the medical information of one record, to read, and marks each row of it', async () => {
  const { ana, nora, adam } = await setting()
  expect(await seen(nora, ana)).toEqual(nothing)
  const id = await opened(nora, ana)
  expect(await seen(nora, ana)).toEqual(everything)
  const info = await as(nora).call(getPatientInfo, of(ana))
  expect(info).toMatchObject({ in_emergency: true, patient: { indication: ['Stroke'] } })
  expect((await as(adam).call(getPatientInfo, of(ana))).in_emergency).toBe(false)
  const marked = ['patient.read', 'patient.summary', 'screening.read', 'patient.read']
  expect((await rowsOf(nora)).slice(-4)).toEqual(marked.map((action) => ({ action, result: `ok emergency:${id}` })))
  expect((await rowsOf(adam)).at(-1)?.result).toBe('ok')
  const { entries } = await as(adam).call(getAuditLog, { query: { kind: 'records', person: nora.code } })
  expect(entries[0]).toMatchObject({ what: 'Opened the profile and medical information', detail: 'In an emergency' })
})

test('it opens no other record, none of another project, and nothing to a colleague', async () => {
  const { ana, nora, adam } = await setting()
  const ben = await sick(ana.project)
  const far = await sick()
  await withhold(await given.staff('Admin', far.project), ['see_medical'])
  const colleague = await given.staff('Nurse', ana.project)
  const stranger = await given.staff('Nurse', far.project)
  expect(await open(nora, far)).toMatchObject({ status: 404 })
  await opened(nora, ana)
  expect(await seen(nora, ben)).toEqual(nothing)
  expect(await seen(nora, far)).toMatchObject({ record: 404, screening: 404 })
  expect(await seen(colleague, ana)).toEqual(nothing)
  expect(await as(stranger).call(listMyEmergencies, {})).toEqual({ open: [] })
  expect(await as(adam).call(listMyEmergencies, {})).toEqual({ open: [] })
  expect((await as(nora).call(listMyEmergencies, {})).open).toMatchObject([{ record: { patient_id: ana.code } }])
})

test('it is over after an hour of the database’s clock, without a job, and not a minute before', async () => {
  const { ana, nora } = await setting()
  const id = await opened(nora, ana)
  await later(id, 59)
  expect(await seen(nora, ana)).toEqual(everything)
  expect((await as(nora).call(listMyEmergencies, {})).open[0]?.seconds_left).toBeLessThanOrEqual(60)
  await later(id, 1)
  expect(await seen(nora, ana)).toEqual(nothing)
  expect(await as(nora).call(listMyEmergencies, {})).toEqual({ open: [] })
  // The next one is separate, with its own reason and review.
  expect(await opened(nora, ana)).not.toBe(id)
})

test('the database itself holds it to an hour, and to the reason that was given', async () => {
  const { ana, nora } = await setting()
  const id = await opened(nora, ana)
  await expect(
    owner("update emergency_accesses set until = until + interval '1 second' where emergency_id = $1", [id]),
  ).rejects.toThrow(/check/)
  const scope = { project: ana.project as never, patient: 'any' as never }
  for (const column of ['reason', 'until', 'opened_at', 'patient_id', 'provider_id'].map((name) => sql.ref(name)))
    await expect(
      database.scoped(scope, (db) => sql`update emergency_accesses set ${column} = ${column}`.execute(db)),
    ).rejects.toThrow(/permission denied/)
})

test('whoever ends it has ended it, and nobody else but an admin can', async () => {
  const { ana, nora, adam } = await setting()
  const end = (user: TestUser, emergency_id: string) => send(user, endEmergency, { params: { emergency_id } })
  const first = await opened(nora, ana)
  expect((await end(await given.staff('Nurse', ana.project), first)).status).toBe(404)
  expect((await end(await given.staff('Admin'), first)).status).toBe(404)
  expect((await end(nora, first)).status).toBe(200)
  expect(await seen(nora, ana)).toEqual(nothing)
  expect((await end(nora, first)).status).toBe(200)
  const second = await opened(nora, ana)
  expect((await end(adam, second)).status).toBe(200)
  expect(await seen(nora, ana)).toEqual(nothing)
})

test('without the right nobody opens a record, and who loses it within the hour loses what it opened', async () => {
  const { ana, nora, adam } = await setting(['see_medical', 'emergency_access'])
  expect(await open(nora, ana)).toMatchObject({
    status: 403,
    body: { code: 'right_withheld', error: 'Your clinic does not let nurses use emergency access. Ask an admin.' },
  })
  await withhold(adam, ['see_medical'])
  await opened(nora, ana)
  await withhold(adam, ['see_medical', 'emergency_access'])
  expect(await seen(nora, ana)).toEqual(nothing)
  expect((await as(nora).call(getMyRights, {})).withheld).toContain('emergency_access')
})

test('a reason is a sentence; one record is opened once at a time, and not where nothing is withheld', async () => {
  const { ana, nora, adam } = await setting()
  for (const reason of ['', 'Emergency', 'Needed-for-an-emergency-now', 'x '.repeat(300)])
    expect(await open(nora, ana, reason)).toMatchObject({
      status: 400,
      body: {
        fields: { reason: 'Please say in a sentence why you need this record now (20 to 500 characters)' },
      },
    })
  const tries = await Promise.all([1, 2, 3].map(() => open(nora, ana)))
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await owner('select from emergency_accesses where patient_id = $1', [ana.id])).toHaveLength(1)
  const ben = await sick(ana.project)
  expect((await open(nora, ben)).status).toBe(200)
  await withhold(adam, [])
  expect(await open(nora, ben)).toMatchObject({ status: 409, body: { code: 'not_needed' } })
})

test('lists, exports, messages and every change stay as they were', async () => {
  const { ana, nora } = await setting()
  await opened(nora, ana)
  const listed = await as(nora).call(listPatients, { query: {} })
  expect(listed).toMatchObject({ medical_hidden: true, patients: [{ indication: [] }] })
  expect((await as(nora).call(getDaySheet, { query: {} })).appointments).toEqual([])
  const exported = await send(nora, exportPatients, { query: { columns: 'patient_id,indication', reason: 'Report' } })
  expect(exported.bytes.toString()).not.toMatch(/Stroke|Indication/)
  expect((await send(nora, listPatientThreads, { ...of(ana), query: {} })).status).toBe(403)
  expect((await send(nora, updateMedicalInfo, { ...of(ana), body: { previous_history: 'None' } })).status).toBe(403)
  const answers = { version: questionnaireVersion, answers: calmAnswers() }
  expect((await send(nora, submitScreening, { ...of(ana), body: answers })).status).toBe(403)
  const changed = await send(nora, updatePatient, { body: { _id: ana.id, indication: ['Tumor'] } })
  expect(changed.status).toBe(403)
  const saved = await as(nora).call(updatePatient, { body: { _id: ana.id, city: 'Boston' } })
  expect(saved.patient.indication).toEqual([])
})

test('what an emergency opens is read, of one record that the path names, and nothing else says so', () => {
  const opening = Object.entries(calls).filter(([, { inEmergency }]: [string, Call]) => inEmergency)
  expect(opening.map(([name]) => name).toSorted()).toEqual(['getPatientInfo', 'getPatientSummary', 'getScreening'])
  expect(downloadStudy.inEmergency).toBeUndefined()
})

/** Each call that needs the right, tried in an emergency: future calls are included automatically. */
const guarded = Object.entries(calls).filter(
  ([, { right, allow, inEmergency }]: [string, Call]) =>
    right === 'see_medical' && !inEmergency && allow !== 'anyone' && allow.includes('Nurse'),
)
const inEmergency = setting().then(async (world) => opened(world.nora, world.ana).then(() => world))
test.each(guarded)('%s stays refused in an emergency', async (_, call: Call) => {
  const { ana, nora } = await inEmergency
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
    name,
    name === 'key' ? ana.code : crypto.randomUUID(),
  ])
  const sent = { params: Object.fromEntries(names), ...(call.method === 'GET' ? { query: {} } : { body: {} }) }
  expect(await send(nora, call, sent)).toMatchObject({ status: 403, body: { code: 'right_withheld' } })
})

test('the other admins are told at once, by a notification that says why and an email that names nobody', async () => {
  const { ana, nora, adam } = await setting()
  await opened(nora, ana)
  const told = await as(adam).call(listNotifications, { params: { provider_id: adam.code }, query: {} })
  expect(told.notifications).toMatchObject([
    { item_type: 'special_care', by: 'Nora Lindt', patient_id: ana.code, note: `Emergency access: ${why}` },
  ])
  const mails = await owner<{ to_addresses: string[]; subject: string; body: string }>(
    "select to_addresses, subject, body from mail_outbox where project_id = $1 and idempotency_key like 'admin-notice%'",
    [ana.project],
  )
  expect(mails.map(({ to_addresses }) => to_addresses)).toEqual([[adam.email]])
  for (const inside of ['Ana', 'Rivera', 'Nora', 'Lindt', 'Seizure', ana.code, nora.code])
    expect(`${mails[0]?.subject}${mails[0]?.body}`).not.toContain(inside)
  expect(mails[0]?.body).toContain('/emergencyAccess')
})

test('the patient’s own log says in plain words who opened the record in an emergency, and why', async () => {
  const { ana, nora } = await setting()
  await opened(nora, ana)
  await seen(nora, ana)
  const { entries } = await as(ana).call(getAccessLog, { query: {} })
  expect(entries).toContainEqual(
    expect.objectContaining({
      who: 'Nora Lindt',
      role: 'Nurse',
      what: 'Opened your medical information in an emergency',
      item: why,
    }),
  )
  expect(entries.map(({ what }) => what)).toContain('Looked at your MRI safety answers')
})

test('the patient’s log does not say medical information where none was shown: the sheet of the day, the record at hand', async () => {
  const { ana, nora, adam } = await setting()
  const date = '2032-03-10'
  await as(ana).call(bookMyAppointment, { body: { start: `${date}T15:30:00Z` } })
  await as(nora).call(setPatientSession, { body: { patient_id: ana.code } })
  const look = async () => {
    await as(nora).call(getDaySheet, { query: { date } })
    await as(nora).call(getPatientSession, {})
  }
  const seen = async () =>
    (await as(ana).call(getAccessLog, { query: {} })).entries
      .filter(({ role }) => role === 'Nurse')
      .map(({ what }) => what)
  await look()
  expect((await seen()).toSorted()).toEqual(['Opened your profile', 'Saw your appointment on the day sheet'])
  await withhold(adam, [])
  await look()
  expect((await seen()).toSorted()).toEqual([
    'Opened your profile',
    'Opened your profile and medical information',
    'Saw your appointment on the day sheet',
    'Saw your appointment on the day sheet, with your medical information',
  ])
})

test('the patient’s log tells what was opened before, during and after an emergency apart', async () => {
  const { ana, nora } = await setting()
  const look = () => as(nora).call(getPatientInfo, of(ana))
  await look()
  const emergency_id = await opened(nora, ana)
  await look()
  await look()
  await as(nora).call(endEmergency, { params: { emergency_id } })
  await look()
  // Within one hour, whenever the test runs.
  await owner(
    "update audit_events set at = '2026-03-01T10:00:00Z'::timestamptz + (at - (select min(at) from audit_events where patient_id = $1)) where patient_id = $1",
    [ana.id],
  )
  const { entries } = await as(ana).call(getAccessLog, { query: {} })
  const ofNora = entries.filter(({ role }) => role === 'Nurse')
  expect(ofNora.map(({ what, times, in_emergency }) => [what, times, in_emergency])).toEqual([
    ['Opened your profile', 1, false],
    ['Ended emergency access to your record', 1, false],
    ['Opened your profile and medical information', 2, true],
    ['Opened your medical information in an emergency', 1, false],
    ['Opened your profile', 1, false],
  ])
})
