import { addScanner, getDaySheet, getScheduling, saveScheduling, updateMyMedicalInfo } from '@fornix/contract'
import { expect, test } from 'vitest'
import { authorizationIn } from '../../../test/authorization.ts'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { visitDay as date, visitBooker } from '../../../test/visits.ts'

const { given, as, send, owner } = await testApp()

const book = visitBooker({ as })
const sheet = (staff: TestUser) => as(staff).call(getDaySheet, { query: { date } })
const { sign } = authorizationIn({ as, given })

test('the sheet of a day lists its appointments with what is still open before each', async () => {
  const ana = await given.patient()
  const bob = await given.patient(ana.project)
  const tech = await given.staff('MRI-Tech', ana.project)
  await book(bob, `${date}T17:00:00Z`)
  await book(ana, `${date}T15:30:00Z`)
  await book(ana, '2032-03-11T15:30:00Z')
  const medical = {
    neck_length: '11 cm',
    head_circumference: '55 cm',
    pregnant_or_nursing: 'Y' as const,
    birth_control_pills: 'N' as const,
    previous_history: 'Pacemaker since 2019',
    participating_in_research: 'No',
    age: 40,
    gender: 'Female' as const,
  }
  await as(ana).call(updateMyMedicalInfo, { params: { email: ana.email }, body: medical })
  await as(bob).call(updateMyMedicalInfo, { params: { email: bob.email }, body: { gender: 'Male', age: 50 } })
  await sign(ana, { expiration_date: date })

  const { appointments, ...day } = await sheet(tech)

  expect(day).toMatchObject({ closed: false, time_zone: 'America/New_York', next: '2032-03-11' })
  expect(appointments).toMatchObject([
    {
      start: `${date}T15:30:00.000Z`,
      patient_id: ana.code,
      last_name: 'Rivera',
      scanner: 'Scanner 1',
      age: 40,
      form_signed: expect.any(String),
      missing: [],
      attention: [
        { field: 'pregnant_or_nursing', value: 'Y' },
        { field: 'previous_history', value: 'Pacemaker since 2019' },
      ],
    },
    {
      patient_id: bob.code,
      form_signed: null,
      missing: ['neck_length', 'head_circumference', 'previous_history'],
      attention: [],
    },
  ])
  const read = await owner(`select patient_id from audit_events where action = 'day_sheet.read' and actor_id = $1`, [
    tech.id,
  ])
  expect(read.map(({ patient_id }) => patient_id).toSorted()).toEqual([ana.id, bob.id, null].toSorted())
})

test.each([
  ['that ends before the visit', "expiration_date = '2032-03-09'"],
  ['that ends a year after it was signed', 'expiration_date = null'],
  ['of a text that no longer stands', "form_version = '2025-1'"],
  ['of a record that was merged into this one', 'bound_patient_id = gen_random_uuid()'],
])('a form %s is not signed for it', async (_, changed) => {
  const ana = await given.patient()
  const tech = await given.staff('MRI-Tech', ana.project)
  await book(ana, `${date}T15:30:00Z`)
  await sign(ana, { expiration_date: date })
  expect((await sheet(tech)).appointments).toMatchObject([{ form_signed: expect.any(String) }])

  await owner(`update form_signatures set ${changed} where patient_id = $1`, [ana.id])

  expect((await sheet(tech)).appointments).toMatchObject([{ form_signed: null }])
})

test('a sheet without a date is that of today at the site; another project’s appointments are on none', async () => {
  const ana = await given.patient()
  const far = await given.staff('Nurse')
  await book(ana, `${date}T15:30:00Z`)
  const today = await as(far).call(getDaySheet, { query: {} })
  expect(today.date).toBe(today.today)
  expect(await sheet(far)).toMatchObject({ appointments: [], next: null })
})

test('an admin changes hours and closed days, and learns which appointments they leave outside', async () => {
  const ana = await given.patient()
  const admin = await given.staff('Admin', ana.project)
  await book(ana, `${date}T15:30:00Z`)
  const { hours, ...before } = await as(admin).call(getScheduling, {})
  expect(hours).toHaveLength(5)
  expect(before).toMatchObject({ version: 1, closed_days: [], scanners: [{ name: 'Scanner 1' }] })

  const closed_days = [{ date, note: 'Service of the magnet' }]
  const saved = await as(admin).call(saveScheduling, { body: { ...before, hours, closed_days } })

  expect(saved).toMatchObject({ version: 2, closed_days, outside: [`${date}T15:30:00.000Z`] })
  expect(await sheet(admin)).toMatchObject({ closed: true, closed_note: 'Service of the magnet' })
  const stale = await send(admin, saveScheduling, { body: { ...before, hours: [], closed_days: [] } })
  expect(stale).toMatchObject({ status: 409, body: { code: 'stale', current: { version: 2, closed_days } } })
})

test('two visits at one time that new hours leave outside are two', async () => {
  const ana = await given.patient()
  const admin = await given.staff('Admin', ana.project)
  await as(admin).call(addScanner, { body: { name: 'North', room: '' } })
  const start = `${date}T15:30:00.000Z`
  for (const patient of [ana, await given.patient(ana.project)]) await book(patient, start)
  const { scanners: _, ...before } = await as(admin).call(getScheduling, {})
  const saved = await as(admin).call(saveScheduling, { body: { ...before, closed_days: [{ date, note: '' }] } })
  expect(saved.outside).toEqual([start, start])
})

test('a visit in the hour before midnight that comes twice is within the hours of the evening in which it can be booked', async () => {
  const ana = await given.patient()
  const admin = await given.staff('Admin', ana.project)
  const evening = {
    time_zone: 'America/Havana',
    hours: [{ weekday: 6, from: '20:00', to: '24:00' }],
    closed_days: [],
  }
  await as(admin).call(saveScheduling, { body: { version: 1, ...evening } })
  // 12:30 AM of the Sunday on which the clock goes back to midnight at one.
  await book(ana, '2032-11-07T04:30:00Z')
  expect((await as(admin).call(saveScheduling, { body: { version: 2, ...evening } })).outside).toEqual([])
  const earlier = [{ weekday: 6, from: '20:00', to: '23:00' }]
  const saved = await as(admin).call(saveScheduling, { body: { version: 3, ...evening, hours: earlier } })
  expect(saved.outside).toEqual(['2032-11-07T04:30:00.000Z'])
})

test.each([
  [
    'hours that overlap',
    {
      hours: [
        { weekday: 1, from: '10:00', to: '12:00' },
        { weekday: 1, from: '11:30', to: '13:00' },
      ],
    },
    'hours.1.from',
  ],
  ['hours that end before they begin', { hours: [{ weekday: 1, from: '12:00', to: '10:00' }] }, 'hours.0.to'],
  ['quarter hours', { hours: [{ weekday: 1, from: '10:15', to: '12:00' }] }, 'hours.0.from'],
  [
    'a day twice',
    {
      closed_days: [
        { date, note: '' },
        { date, note: 'x' },
      ],
    },
    'closed_days.1.date',
  ],
  ['a day that does not exist', { closed_days: [{ date: '2032-02-30', note: '' }] }, 'closed_days.0.date'],
  ['a made-up zone', { time_zone: 'Mars/Olympus' }, 'time_zone'],
])('%s are refused beside their field', async (_, fields, field) => {
  const admin = await given.staff('Admin')
  const body = { version: 1, time_zone: 'America/New_York', hours: [], closed_days: [], ...fields }
  const answer = await send(admin, saveScheduling, { body })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.fields)).toEqual([field])
})
