import { addScanner, getAccessLog, getScheduling, getWeekSheet, moveVisit, saveScheduling } from '@fornix/contract'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { visitBooker } from '../../../test/visits.ts'

const { given, as, send, owner } = await testApp()

const book = visitBooker({ as })
const weekOf = (staff: TestUser, week: string) => as(staff).call(getWeekSheet, { query: { week } })

test('a week goes from Sunday to Saturday, with its visits, its free times and its closed days', async () => {
  const ana = await given.patient(undefined, { dob: '1986-04-17' })
  const bob = await given.patient(ana.project)
  const [nora, admin] = [await given.staff('Nurse', ana.project), await given.staff('Admin', ana.project)]
  await book(bob, '2032-03-12T19:30:00Z')
  await book(ana, '2032-03-08T15:30:00Z')
  await book(ana, '2032-03-15T15:30:00Z')
  const { hours, version } = await as(admin).call(getScheduling, {})
  const closed_days = [{ date: '2032-03-10', note: 'Service' }]
  await as(admin).call(saveScheduling, { body: { version, hours, time_zone: 'America/New_York', closed_days } })

  const { days, slots, appointments, ...about } = await weekOf(nora, '2032-03-10')

  expect(about).toMatchObject({ week: '2032-03-07', time_zone: 'America/New_York', scanners: [{ name: 'Scanner 1' }] })
  expect(days.map(({ date, has_hours, closed_note }) => [date, has_hours, closed_note])).toEqual([
    ['2032-03-07', false, ''],
    ['2032-03-08', true, ''],
    ['2032-03-09', true, ''],
    ['2032-03-10', true, 'Service'],
    ['2032-03-11', true, ''],
    ['2032-03-12', true, ''],
    ['2032-03-13', false, ''],
  ])
  expect(appointments).toEqual([
    expect.objectContaining({ patient_id: ana.code, dob: '04-17-1986', age: 45, status: 'expected' }),
    expect.objectContaining({ patient_id: bob.code, screening: { state: 'not_asked', good_until: null } }),
  ])
  // Four open days of ten half hours, two of which are taken.
  expect(slots).toHaveLength(38)
  expect(slots[0]).toEqual({ start: '2032-03-08T15:00:00.000Z', end: '2032-03-08T15:30:00.000Z', free: 1 })
  expect(Object.keys(appointments[0] ?? {})).not.toContain('medical')
  expect((await weekOf(nora, '2032-03-07')).week).toBe('2032-03-07')
})

test('each free time says how many scanners are left, and what is past is not offered', async () => {
  const ana = await given.patient()
  const [nora, admin] = [await given.staff('Nurse', ana.project), await given.staff('Admin', ana.project)]
  await as(admin).call(addScanner, { body: { name: 'North', room: '' } })
  await book(ana, '2032-03-08T15:00:00Z')
  const { slots } = await weekOf(nora, '2032-03-08')
  expect(slots.slice(0, 2).map(({ free }) => free)).toEqual([1, 2])
  expect((await weekOf(nora, '2020-03-08')).slots).toEqual([])
})

test.each([
  ['forward', '2032-03-14', 6, '2032-03-14T07:30:00.000Z'],
  ['back', '2032-11-07', 10, '2032-11-07T08:30:00.000Z'],
])('in the week in which clocks go %s there are as many half hours as there are', async (_, sunday, count, last) => {
  const ana = await given.patient()
  const [nora, admin] = [await given.staff('Nurse', ana.project), await given.staff('Admin', ana.project)]
  const hours = [{ weekday: 7, from: '00:00', to: '04:00' }]
  await as(admin).call(saveScheduling, {
    body: { version: 1, time_zone: 'America/New_York', hours, closed_days: [] },
  })
  await book(ana, last)
  const { week, slots, appointments } = await weekOf(nora, sunday)
  expect(week).toBe(sunday)
  expect(slots).toHaveLength(count - 1)
  expect(appointments.map(({ start }) => start)).toEqual([last])
  expect((await weekOf(nora, '2032-03-13')).appointments).toEqual([])
})

test('steps of a visit show in the week', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  await owner(
    `insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by)
     select $1, gen_random_uuid(), $2, scanner_id, to_timestamp(floor(extract(epoch from now()) / 1800) * 1800), $2
       from scanners where project_id = $1`,
    [ana.project, ana.id],
  )
  const read = async () => (await as(nora).call(getWeekSheet, { query: {} })).appointments[0]
  const id = (await read())?.id ?? ''
  await as(nora).call(moveVisit, { params: { key: ana.code, id }, body: { from: 'expected', to: 'arrived' } })
  expect(await read()).toMatchObject({ id, status: 'arrived' })
})

test('a page that stays open leaves one row a patient in the audit trail, and one for whoever came since', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const bob = await given.patient(ana.project)
  await book(ana, '2032-03-08T15:30:00Z')
  await weekOf(nora, '2032-03-08')
  await weekOf(nora, '2032-03-08')
  await book(bob, '2032-03-08T16:30:00Z')
  await weekOf(nora, '2032-03-08')
  const rows = await owner<{ patient_id: string | null }>(
    `select patient_id from audit_events where action = 'week_sheet.read' and actor_id = $1`,
    [nora.id],
  )
  expect(rows.map(({ patient_id }) => patient_id).toSorted()).toEqual([ana.id, bob.id, null].toSorted())
  const { entries } = await as(bob).call(getAccessLog, { query: {} })
  expect(entries.map(({ what }) => what)).toContain('Saw your appointment on the schedule of the week')
})

test('patients see no week, and staff none of another project', async () => {
  const ana = await given.patient()
  await book(ana, '2032-03-08T15:30:00Z')
  expect((await send(ana, getWeekSheet, { query: {} })).status).toBe(403)
  expect(await weekOf(await given.staff('Nurse'), '2032-03-08')).toMatchObject({ appointments: [] })
  expect(await send(await given.staff('Nurse'), getWeekSheet, { query: { week: 'soon' } })).toMatchObject({
    status: 400,
    body: { fields: { week: 'Please give a day as YYYY-MM-DD' } },
  })
})
