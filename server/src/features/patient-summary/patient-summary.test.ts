import {
  addMyReimbursement,
  bookMyAppointment,
  getAccessLog,
  getPatientSummary,
  listMySlots,
  listNotifications,
  readAllNotifications,
  uploadDocument,
  uploadMyDocument,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { authorizationIn } from '../../../test/authorization.ts'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { given, as, send, owner } = await testApp()
const { sign, signAndAsk } = authorizationIn({ as, given })
const file = () => ({ file: { name: 'Letter.pdf', bytes: smallPdf(uuid()) } })
const read = (user: TestUser, ana: TestUser) => as(user).call(getPatientSummary, { params: { key: ana.code } })
const setting = async () => {
  const ana = await given.patient()
  return { ana, nora: await given.staff('Nurse', ana.project) }
}

test('an empty record has nothing but what is missing', async () => {
  const { ana, nora } = await setting()
  expect(await read(nora, ana)).toEqual({
    time_zone: 'America/New_York',
    last_scan: null,
    next_visit: null,
    screening: { state: 'not_asked', good_until: null },
    missing: expect.arrayContaining(['neck_length', 'previous_history']),
    form_signed: null,
    unpaid: { count: 0, amount: '0.00' },
    files: { count: 0, unread: 0 },
  })
})

test('the last scan, the next visit, the money that is open and the files of a record are counted', async () => {
  const { ana, nora } = await setting()
  await given.study({ project: ana.project, patient: ana.id, date: '20260101' })
  const study = await given.study({ project: ana.project, patient: ana.id, date: '20260910' })
  const { slots } = await as(ana).call(listMySlots, { query: { from: '2032-03-10', to: '2032-03-10' } })
  await as(ana).call(bookMyAppointment, { body: { start: slots[0]?.start ?? '' } })
  for (const amount of ['48', '12.50'])
    await as(ana).call(addMyReimbursement, { body: { amount, description: 'Taxi' } }, file())

  const first = await read(nora, ana)
  expect(first).toMatchObject({
    last_scan: { study_UID: study, study_date: '20260910', access: 'none', access_until: null },
    next_visit: slots[0]?.start,
    unpaid: { count: 2, amount: '60.50' },
  })

  await signAndAsk(ana, study)
  expect((await read(nora, ana)).last_scan?.access).toBe('pending')
})

test('a form counts if it is valid on the day of the next visit, or today if there is none', async () => {
  const { ana, nora } = await setting()
  const study = await given.study({ project: ana.project, patient: ana.id })
  await sign(ana, { study_id: study })
  const signed = async () => (await read(nora, ana)).form_signed
  const endOn = (day: string) =>
    owner(`update form_signatures set expiration_date = ${day} where patient_id = $1`, [ana.id])
  const today = "(now() at time zone 'America/New_York')::date"
  await endOn(today)
  expect(await signed()).toEqual(expect.any(String))
  await endOn(`${today} - 1`)
  expect(await signed()).toBe(null)

  const { slots } = await as(ana).call(listMySlots, { query: { from: '2032-03-10', to: '2032-03-10' } })
  await as(ana).call(bookMyAppointment, { body: { start: slots[0]?.start ?? '' } })
  await endOn("date '2032-03-09'")
  expect(await signed()).toBe(null)
  await endOn("date '2032-03-10'")
  expect(await signed()).toEqual(expect.any(String))
})

test('a file of the patient is new until its reader has read the notifications', async () => {
  const { ana, nora } = await setting()
  await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, file())
  await as(nora).call(uploadDocument, { params: { key: ana.code } }, file())
  expect((await read(nora, ana)).files).toEqual({ count: 2, unread: 1 })

  const params = { provider_id: nora.code }
  expect((await as(nora).call(listNotifications, { params, query: {} })).count).toBe(1)
  await as(nora).call(readAllNotifications, { params })
  expect((await read(nora, ana)).files).toEqual({ count: 2, unread: 0 })
})

test('a file is as new as what was told of it, whatever the clock of its upload says', async () => {
  const { ana, nora } = await setting()
  await as(ana).call(uploadMyDocument, { params: { key: ana.code } }, file())
  await as(nora).call(readAllNotifications, { params: { provider_id: nora.code } })
  await owner("update files set upload_date = now() + interval '1 minute' where patient_id = $1", [ana.id])
  expect((await read(nora, ana)).files.unread).toBe(0)
  // Notified when it was found clean.
  await owner("update files set upload_date = now() - interval '1 hour' where patient_id = $1", [ana.id])
  await owner('update notifications set notification_id = $2 where patient_id = $1', [ana.id, uuid()])
  expect((await read(nora, ana)).files.unread).toBe(1)
})

test('the summary of another project’s patient is not there, patients have none, and reading it is in the patient’s log', async () => {
  const { ana, nora } = await setting()
  const other = await given.staff('Nurse')
  expect((await send(other, getPatientSummary, { params: { key: ana.code } })).status).toBe(404)
  expect((await send(ana, getPatientSummary, { params: { key: ana.code } })).status).toBe(403)

  await read(nora, ana)
  const { entries } = await as(ana).call(getAccessLog, { query: {} })
  expect(entries.map(({ what }) => what)).toContain('Opened the summary of your record')
})
