import {
  bookMyAppointment,
  getDaySheet,
  getWeekSheet,
  getWorkQueue,
  listNotifications,
  listThreads,
  startMyThread,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { given, as, owner } = await testApp()

const date = '2032-03-10'
/** Two patients with one name and one with another, and a nurse who sees all of them. */
const people = async () => {
  const ana = await given.patient()
  const other = await given.patient(ana.project)
  const ben = await given.patient(ana.project)
  await owner(`update patients set last_key = 'okafor', first_key = 'ben' where patient_id = $1`, [ben.id])
  return { all: [ana, other, ben], nora: await given.staff('Nurse', ana.project) }
}
const marks = (rows: { patient_id: string; has_namesake: boolean }[], all: TestUser[]) =>
  all.map(({ code }) => rows.find(({ patient_id }) => patient_id === code)?.has_namesake)
const marked = [true, true, false]

test('who shares a name is marked on the sheets of a day and a week', async () => {
  const { all, nora } = await people()
  for (const [at, patient] of all.entries())
    await as(patient).call(bookMyAppointment, { body: { start: `${date}T1${5 + at}:00:00Z` } })
  const sheet = await as(nora).call(getDaySheet, { query: { date } })
  expect(marks(sheet.appointments, all)).toEqual(marked)
  const week = await as(nora).call(getWeekSheet, { query: { week: date } })
  expect(marks(week.appointments, all)).toEqual(marked)
})

test('and in the messages, the work queue and the notifications, with birth date and MRN', async () => {
  const { all, nora } = await people()
  for (const patient of all)
    await as(patient).call(startMyThread, { body: { id: uuid(), subject: 'A question', text: 'May I eat?' } })
  expect(marks((await as(nora).call(listThreads, { query: {} })).threads, all)).toEqual(marked)
  const { sections } = await as(nora).call(getWorkQueue, { query: { all: 'message' } })
  expect(marks(sections.find(({ kind }) => kind === 'message')?.items ?? [], all)).toEqual(marked)

  await owner(`update patients set dob = '1986-04-17', mrn_number = 'MRN-' || code where patient_id = $1`, [all[0]?.id])
  for (const patient of all)
    await owner(
      `insert into notifications (project_id, notification_id, item_type, patient_id, item_id) values ($1, $2, 'scan', $3, gen_random_uuid())`,
      [patient.project, uuid(), patient.id],
    )
  const { notifications } = await as(nora).call(listNotifications, { params: { provider_id: nora.code }, query: {} })
  expect(marks(notifications, all)).toEqual(marked)
  expect(notifications.find(({ patient_id }) => patient_id === all[0]?.code)).toMatchObject({
    dob: '04-17-1986',
    mrn_number: `MRN-${all[0]?.code}`,
  })
})
