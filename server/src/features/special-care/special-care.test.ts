import {
  downloadDocument,
  exportPatients,
  getAccessLog,
  getPatientInfo,
  getPatientSummary,
  getSpecialCare,
  listNotifications,
  listPatients,
  markSpecialCare,
  readAllNotifications,
  unmarkSpecialCare,
  uploadMyDocument,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { mailSpecialCareOpenings } from './mail-openings.ts'

const { as, given, send, owner, platform, together } = await testApp()

const reason = 'Works in the kitchen of the clinic'
const setting = async () => {
  const ana = await given.patient()
  const [nora, adam] = [await given.staff('Nurse', ana.project), await given.staff('Admin', ana.project)]
  return { ana, nora, adam }
}
const mark = (by: TestUser, { code }: TestUser, body: object = { reason }) =>
  send(by, markSpecialCare, { params: { key: code }, body })
const open = (by: TestUser, { code }: TestUser) => as(by).call(getPatientInfo, { params: { key: code } })
const told = async (by: TestUser, query: object = {}) =>
  (await as(by).call(listNotifications, { params: { provider_id: by.code }, query })).notifications
const mails = async (project: string) => {
  await mailSpecialCareOpenings(platform)
  return owner<{ to_addresses: string[]; subject: string; body: string }>(
    "select to_addresses, subject, body from mail_outbox where project_id = $1 and idempotency_key like 'special-care%' order by created_at",
    [project],
  )
}

test('a reason that a colleague changed, gave or took away meanwhile is not overwritten; the same again is saved', async () => {
  const { ana, adam } = await setting()
  const eve = await given.staff('Admin', ana.project)
  const save = (by: TestUser, said: string, from: string | null) => mark(by, ana, { reason: said, from })
  const reasonNow = async () =>
    (await as(adam).call(getSpecialCare, { params: { key: ana.code } })).mark?.reason ?? null
  const stale = (current: object | null) => ({
    status: 409,
    body: { error: 'Someone else changed this while you were editing.', code: 'stale', current },
  })
  expect((await save(eve, 'Is in the news', null)).status).toBe(200)
  expect(await save(adam, reason, null)).toMatchObject(stale({ reason: 'Is in the news', by: 'Nora Lindt' }))
  expect(await reasonNow()).toBe('Is in the news')
  expect((await save(adam, 'Is in the news', null)).status).toBe(200)
  expect((await save(adam, reason, 'Is in the news')).status).toBe(200)
  await as(eve).call(unmarkSpecialCare, { params: { key: ana.code } })
  expect(await save(adam, 'Is threatened', reason)).toMatchObject(stale(null))
  expect(await reasonNow()).toBeNull()
  expect((await mark(adam, ana)).status).toBe(200)
})

test('special care with a reason that a colleague saved meanwhile is not ended unseen', async () => {
  const { ana, adam } = await setting()
  const eve = await given.staff('Admin', ana.project)
  const params = { key: ana.code }
  const end = (body: { from?: string | null }) => send(adam, unmarkSpecialCare, { params, body })
  await mark(adam, ana)
  await mark(eve, ana, { reason: 'Is in the news' })
  for (const from of [reason, null])
    expect(await end({ from })).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { reason: 'Is in the news', by: 'Nora Lindt' } },
    })
  expect(await told(eve)).toEqual([])
  expect((await end({ from: 'Is in the news' })).status).toBe(200)
  expect((await end({ from: 'Is in the news' })).status).toBe(200)
  expect(await as(adam).call(getSpecialCare, { params })).toEqual({ mark: null })
})

test('of two who mark a record at once one is told of the other', async () => {
  const { ana, adam } = await setting()
  const answers = await together('select from patients where patient_id = $1', [ana.id], () =>
    ['Is in the news', 'Is threatened'].map((said) => mark(adam, ana, { reason: said, from: null })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('an export that holds a watched record is told, and deleting the record does not take back what was told', async () => {
  const { ana, nora, adam } = await setting()
  await given.patient(ana.project)
  await mark(adam, ana)
  await send(nora, exportPatients, { query: { reason: 'Asked for', columns: 'email' } })
  const notes = [{ patient_id: ana.code, by: 'Nora Lindt' }]
  expect(await told(adam)).toMatchObject(notes)
  await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])
  expect(await told(adam)).toMatchObject(notes)
})

test('who opens a watched record is told to the admins at once, by notification and by an email that says nothing', async () => {
  const { ana, nora, adam } = await setting()
  expect((await mark(adam, ana)).status).toBe(200)
  expect(await told(adam)).toEqual([])

  expect((await open(nora, ana)).special_care).toBe(true)
  expect(await told(adam)).toEqual([
    {
      id: expect.any(String),
      item_type: 'special_care',
      item_id: nora.code,
      by: 'Nora Lindt',
      note: '',
      patient_name: 'Ana Rivera',
      patient_id: ana.code,
      dob: '',
      mrn_number: '',
      has_namesake: false,
      read: false,
      timestamp: expect.stringMatching(/Z$/),
    },
  ])
  const [mail, ...more] = await mails(ana.project)
  expect(more).toEqual([])
  expect(mail?.to_addresses).toEqual([adam.email])
  for (const inside of ['Ana', 'Rivera', 'Nora', 'Lindt', 'kitchen', ana.code, nora.code])
    expect(`${mail?.subject}${mail?.body}`).not.toContain(inside)
})

test('one person who goes on in a record is told once an hour, however many nodes mail; another person is told, too', async () => {
  const { ana, nora, adam } = await setting()
  const { file_id } = await as(ana).call(
    uploadMyDocument,
    { params: { key: ana.code } },
    { file: { name: 'Letter.pdf', bytes: smallPdf() } },
  )
  await mark(adam, ana)
  await Promise.all([
    open(nora, ana),
    open(nora, ana),
    as(nora).call(getPatientSummary, { params: { key: ana.code } }),
    send(nora, downloadDocument, { params: { file_id } }),
  ])
  await Promise.all([1, 2, 3].map(() => mailSpecialCareOpenings(platform)))
  const inAnHour = 'select 1 from special_care_openings where patient_id = $1'
  const before = (await owner(inAnHour, [ana.id])).length
  // The hour may change between two of them.
  expect(before).toBeLessThanOrEqual(2)
  expect(await mails(ana.project)).toHaveLength(before)

  await owner("update special_care_openings set hour = hour - interval '3 hours' where patient_id = $1", [ana.id])
  await open(nora, ana)
  await open(adam, ana)
  expect(await mails(ana.project)).toHaveLength(before + 2)
  // The bell does not notify users of what they opened themselves.
  expect(await told(adam, { item_type: 'special_care' })).toHaveLength(before + 1)
})

test('a node that stops between email and mark leaves neither', async () => {
  const { ana, nora, adam } = await setting()
  await mark(adam, ana)
  await open(nora, ana)
  const unscoped: typeof platform.database.unscoped = (why, work) =>
    platform.database.unscoped(why, async (db, commitWithNext) => {
      await work(db, commitWithNext)
      throw new Error('the power went')
    })
  await expect(mailSpecialCareOpenings({ ...platform, database: { ...platform.database, unscoped } })).rejects.toThrow()
  expect(await mails(ana.project)).toHaveLength(1)
})

test('an unmarked record, the patient, a list, a refusal and the mark itself tell nobody', async () => {
  const { ana, nora, adam } = await setting()
  const ben = await given.patient(ana.project)
  const stranger = await given.staff('Nurse')
  await mark(adam, ana)
  expect((await open(nora, ben)).special_care).toBe(false)
  await as(nora).call(listPatients, { query: {} })
  await as(ana).call(getAccessLog, { query: {} })
  expect((await send(stranger, getPatientInfo, { params: { key: ana.code } })).status).toBe(404)
  expect((await mark(nora, ana)).status).toBe(403)
  await send(adam, unmarkSpecialCare, { params: { key: ana.code } })
  expect((await open(nora, ana)).special_care).toBe(false)
  expect(await told(adam)).toEqual([])
  expect(await mails(ana.project)).toEqual([])
})

test('who ends the special care of a record is told to the other admins, so that nobody reads in between unseen', async () => {
  const { ana, nora, adam } = await setting()
  const eve = await given.staff('Admin', ana.project)
  await mark(adam, ana)
  const end = () => send(adam, unmarkSpecialCare, { params: { key: ana.code } })
  await Promise.all([end(), end()])
  await open(adam, ana)
  await mark(adam, ana)
  const note = 'The special care of a record was ended'
  expect(await told(eve)).toMatchObject([{ item_type: 'special_care', note, by: 'Nora Lindt', patient_id: ana.code }])
  for (const user of [adam, nora]) expect(await told(user)).toEqual([])
  const [mail, ...more] = await owner<{ to_addresses: string[]; body: string }>(
    "select to_addresses, body from mail_outbox where project_id = $1 and idempotency_key like 'admin-notice%'",
    [ana.project],
  )
  expect(more).toEqual([])
  expect(mail?.to_addresses).toEqual([eve.email])
  for (const inside of ['Ana', 'Nora', 'kitchen', ana.code]) expect(mail?.body).not.toContain(inside)
})

test('only admins are told; reading notifications reads these, too', async () => {
  const { ana, nora, adam } = await setting()
  const phil = await given.staff('Physician', ana.project)
  await owner('update patients set physician_id = $2 where patient_id = $1', [ana.id, phil.id])
  await mark(adam, ana)
  await open(nora, ana)
  for (const user of [nora, phil]) {
    const params = { provider_id: user.code }
    expect(await as(user).call(listNotifications, { params, query: {} })).toMatchObject({
      notifications: [],
      count: 0,
      counts: { special_care: 0 },
    })
  }
  const params = { provider_id: adam.code }
  expect(await as(adam).call(listNotifications, { params, query: {} })).toMatchObject({ count: 1, total: 1 })
  await as(adam).call(readAllNotifications, { params })
  expect(await as(adam).call(listNotifications, { params, query: {} })).toMatchObject({ count: 0, total: 1 })
})

test('only admins of the project mark a record and read why; a second reason takes the place of the first', async () => {
  const { ana, nora, adam } = await setting()
  const stranger = await given.staff('SuperAdmin')
  const params = { key: ana.code }
  for (const [user, status] of [
    [nora, 403],
    [ana, 403],
    [stranger, 404],
  ] as const) {
    expect((await mark(user, ana)).status).toBe(status)
    expect((await send(user, unmarkSpecialCare, { params })).status).toBe(status)
    expect((await send(user, getSpecialCare, { params })).status).toBe(status)
  }
  expect(await mark(adam, ana, { reason: 'no' })).toMatchObject({
    status: 400,
    body: { fields: { reason: expect.any(String) } },
  })
  expect(await as(adam).call(getSpecialCare, { params })).toEqual({ mark: null })
  await mark(adam, ana)
  await mark(adam, ana, { reason: 'Was threatened' })
  expect(await as(adam).call(getSpecialCare, { params })).toEqual({
    mark: { reason: 'Was threatened', by: 'Nora Lindt', at: expect.stringMatching(/Z$/) },
  })
  const { body } = await send(nora, getPatientInfo, { params })
  expect(JSON.stringify(body)).not.toContain('threatened')
})

test('marking and ending it are in the audit trail, and the patient’s own log says it in plain words', async () => {
  const { ana, adam } = await setting()
  await mark(adam, ana)
  await send(adam, unmarkSpecialCare, { params: { key: ana.code } })
  expect(
    await owner(
      "select actor_id, action, object_id from audit_events where patient_id = $1 and action like 'special_care%' order by event_id",
      [ana.id],
    ),
  ).toEqual([
    { actor_id: adam.id, action: 'special_care.mark', object_id: reason },
    { actor_id: adam.id, action: 'special_care.unmark', object_id: reason },
  ])
  expect((await as(ana).call(getAccessLog, { query: {} })).entries.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Gave your record extra protection: admins are notified when someone opens it']),
  )
})
