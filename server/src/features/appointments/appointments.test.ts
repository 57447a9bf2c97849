import {
  bookAppointment,
  bookMyAppointment,
  cancelAppointment,
  cancelMyAppointment,
  downloadMyAppointment,
  listAppointments,
  listMyAppointments,
  listMySlots,
  listSlots,
  maxUpcomingAppointments,
  moveAppointment,
  moveMyAppointment,
  saveScheduling,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { visitBooker, visitDay } from '../../../test/visits.ts'

const { given, as, send, owner } = await testApp()

const at = (time: string, day = visitDay) => `${day}T${time}:00.000Z`
const free = async (patient: TestUser, from = visitDay, to = from) =>
  (await as(patient).call(listMySlots, { query: { from, to } })).slots.map(({ start }) => start)
const book = visitBooker({ as })
const mine = async (patient: TestUser) => (await as(patient).call(listMyAppointments, {})).appointments
const schedule = async (project: string, fields: object) => {
  const admin = await given.staff('Admin', project)
  const body = { version: 1, time_zone: 'America/New_York', hours: [], closed_days: [], ...fields }
  await as(admin).call(saveScheduling, { body })
}
const mailsOf = (patient: TestUser) =>
  owner<{ subject: string; body: string; calendar: string }>(
    'select subject, body, calendar from mail_outbox where patient_id = $1 order by created_at, mail_id',
    [patient.id],
  )

test('a new project offers the half hours of weekdays from ten to three, in its own zone', async () => {
  const ana = await given.patient()
  const { slots, time_zone } = await as(ana).call(listMySlots, { query: { from: visitDay, to: '2032-03-14' } })

  expect(time_zone).toBe('America/New_York')
  expect(slots).toHaveLength(30)
  expect(slots[0]).toEqual({ start: at('15:00'), end: at('15:30') })
  expect(slots[9]).toEqual({ start: at('19:30'), end: at('20:00') })
  expect(slots.at(-1)?.start).toBe(at('19:30', '2032-03-12'))
})

test.each([
  // Clocks go forward on March 14, 2032 at 2:00, and back on November 7, 2032 at 2:00.
  ['forward', '2032-03-14', ['05:00', '06:30', '07:00', '07:30'], 6],
  ['back', '2032-11-07', ['04:00', '05:30', '06:00', '06:30', '07:00', '08:30'], 10],
])('on the day on which clocks go %s there are as many half hours as there are', async (_, day, expected, count) => {
  const ana = await given.patient()
  await schedule(ana.project, { hours: [{ weekday: 7, from: '00:00', to: '04:00' }] })

  const starts = await free(ana, day)

  expect(starts).toHaveLength(count)
  expect(new Set(starts).size).toBe(count)
  expect(starts).toEqual(expect.arrayContaining(expected.map((time) => at(time, day))))
  const nora = await given.staff('Nurse', ana.project)
  for (const start of starts) await as(nora).call(bookAppointment, { params: { key: ana.code }, body: { start } })
  expect(await free(ana, day)).toEqual([])
})

test('ten in the morning stays ten in the morning when clocks change', async () => {
  const ana = await given.patient()
  expect((await free(ana, '2032-03-12'))[0]).toBe(at('15:00', '2032-03-12'))
  expect((await free(ana, '2032-03-15'))[0]).toBe(at('14:00', '2032-03-15'))
})

test('hours until midnight belong to their own day', async () => {
  const ana = await given.patient()
  await schedule(ana.project, { hours: [{ weekday: 3, from: '23:00', to: '24:00' }] })
  expect(await free(ana)).toEqual([at('04:00', '2032-03-11'), at('04:30', '2032-03-11')])
  expect(await book(ana, at('04:30', '2032-03-11'))).toMatchObject({ status: 'booked' })
})

test('a booked half hour is no longer free for anybody, and a cancelled one is free again', async () => {
  const ana = await given.patient()
  const bob = await given.patient(ana.project)
  const { id } = await book(ana, at('16:00'))

  expect(await free(bob)).not.toContain(at('16:00'))
  expect(await mine(ana)).toEqual([{ id, start: at('16:00'), end: at('16:30'), status: 'booked', room: '' }])
  expect(await mine(bob)).toEqual([])

  for (const _ of ['once', 'twice'])
    expect((await as(ana).call(cancelMyAppointment, { params: { id } })).appointment.status).toBe('cancelled')
  expect(await free(bob)).toContain(at('16:00'))
})

test('of two who want one half hour at once, one gets it and the other gets fresh times', async () => {
  const ana = await given.patient()
  const others = await Promise.all([1, 2, 3, 4, 5].map(() => given.patient(ana.project)))
  const all = [ana, ...others]

  const answers = await Promise.all(
    all.map((patient) => send(patient, bookMyAppointment, { body: { start: at('17:00') } })),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  for (const { body } of answers.filter(({ status }) => status === 409)) {
    expect(body).toMatchObject({ code: 'slot_taken', error: 'This time was just taken. Please choose another one.' })
    expect(body.slots[0].start).toBe(at('15:00', '2032-03-01'))
    expect(body.slots.map(({ start }: { start: string }) => start)).not.toContain(at('17:00'))
  }
  const rows = await owner('select from appointments where project_id = $1 and starts_at = $2', [
    ana.project,
    at('17:00'),
  ])
  expect(rows).toHaveLength(1)
})

test('with two scanners two people fit into one half hour, the third does not, and nobody lies in both', async () => {
  const ana = await given.patient()
  await owner(`insert into scanners (project_id, name) values ($1, 'Scanner 2')`, [ana.project])
  const [bob, cleo] = [await given.patient(ana.project), await given.patient(ana.project)]

  const [a, b, c] = await Promise.all(
    [ana, bob, cleo].map((patient) => send(patient, bookMyAppointment, { body: { start: at('18:00') } })),
  )
  expect([a?.status, b?.status, c?.status].sort()).toEqual([200, 200, 409])

  await book(ana, at('18:30'))
  expect(await free(bob)).toContain(at('18:30'))
  expect(await free(ana)).not.toContain(at('18:30'))
  const again = await Promise.all([1, 2].map(() => send(bob, bookMyAppointment, { body: { start: at('19:00') } })))
  expect(again.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(again.find(({ status }) => status === 409)?.body.code).toBe('own_overlap')
})

test('staff and who acts for a patient read whose appointment is in the way', async () => {
  const nora = await given.staff('Nurse')
  const ana = await given.patient(nora.project, { first_name: 'Ana', last_name: 'Rivera' })
  const carla = await given.caregiver(ana)
  const other = (await book(ana, at('17:00'))).id
  await book(ana, at('15:00'))
  const body = { start: at('15:00') }
  const told = {
    status: 409,
    body: { code: 'own_overlap', error: 'Ana Rivera already has an appointment at this time.' },
  }
  expect(await send(nora, bookAppointment, { params: { key: ana.code }, body })).toMatchObject(told)
  expect(await send(nora, moveAppointment, { params: { key: ana.code, id: other }, body })).toMatchObject(told)
  expect(await send(carla, bookMyAppointment, { body })).toMatchObject(told)
})

test('the database itself holds one appointment per scanner and half hour', async () => {
  const ana = await given.patient()
  const bob = await given.patient(ana.project)
  const { id } = await book(ana, at('16:00'))
  const copy = (patient: TestUser, start: string) =>
    owner(
      `insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by)
       select project_id, gen_random_uuid(), $2, scanner_id, $3, created_by from appointments where appointment_id = $1`,
      [id, patient.id, start],
    )
  await expect(copy(bob, at('16:00'))).rejects.toThrow('appointments_scanner')
  await expect(copy(bob, at('16:10'))).rejects.toThrow('check constraint')
  await owner(`insert into scanners (project_id, name) values ($1, 'Scanner 2')`, [ana.project])
  await expect(copy(ana, at('16:00'))).rejects.toThrow(/appointments_(own|scanner)/)
})

test.each([
  ['in the past', '2020-03-11T15:00:00.000Z', 400, 'This time has passed. Please choose another one.'],
  ['before the hours', at('14:30'), 400, 'This is outside our opening hours. Please choose another time.'],
  ['at closing time', at('20:00'), 400, 'This is outside our opening hours. Please choose another time.'],
  ['between two slots', at('15:10'), 400, 'This is outside our opening hours. Please choose another time.'],
  ['on a Sunday', at('15:00', '2032-03-14'), 400, 'This is outside our opening hours. Please choose another time.'],
  ['on a closed day', at('15:00', '2032-03-11'), 400, 'We are closed on this day. Please choose another one.'],
  ['over an own appointment', at('15:00'), 409, 'You already have an appointment at this time.'],
  ['of no time at all', 'soon', 400, 'Please choose a time'],
])('a booking %s is refused with a clear sentence', async (_, start, status, error) => {
  const ana = await given.patient()
  const weekday = [1, 2, 3, 4, 5].map((day) => ({ weekday: day, from: '10:00', to: '15:00' }))
  await schedule(ana.project, { hours: weekday, closed_days: [{ date: '2032-03-11', note: 'Inventory' }] })
  await book(ana, at('15:00'))

  expect(await send(ana, bookMyAppointment, { body: { start } })).toMatchObject({ status, body: { error } })
  const { id } = await book(ana, at('19:30', '2032-03-12'))
  expect(await send(ana, moveMyAppointment, { params: { id }, body: { start } })).toMatchObject({
    status,
    body: { error },
  })
  expect(await mine(ana)).toHaveLength(2)
})

test('a range is at most 62 days, in order, and of real days', async () => {
  const ana = await given.patient()
  const ask = (from: string, to: string) => send(ana, listMySlots, { query: { from, to } })
  expect((await ask('2032-03-01', '2032-05-01')).status).toBe(200)
  expect((await ask('2032-03-01', '2032-05-02')).body.error).toBe('At most 62 days at once, please')
  expect((await ask('2032-03-02', '2032-03-01')).body.error).toBe('The last day must not be before the first')
  expect((await ask('2032-02-30', '2032-03-01')).status).toBe(400)
})

test('a patient holds a few appointments at most, staff may book more', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const starts = await free(ana)

  const answers = await Promise.all(starts.map((start) => send(ana, bookMyAppointment, { body: { start } })))

  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(starts.length - maxUpcomingAppointments)
  for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code: 'too_many_appointments' } })
  const [next = ''] = await free(ana)
  await as(nora).call(bookAppointment, { params: { key: ana.code }, body: { start: next } })
  expect(await mine(ana)).toHaveLength(maxUpcomingAppointments + 1)
})

test('a confirmation with a calendar entry goes out, and each change replaces that entry', async () => {
  const ana = await given.patient()
  const { id } = await book(ana, at('15:30'))
  await as(ana).call(moveMyAppointment, { params: { id }, body: { start: at('18:00') } })
  await as(ana).call(moveMyAppointment, { params: { id }, body: { start: at('18:00') } })
  await as(ana).call(cancelMyAppointment, { params: { id } })

  const [booked, moved, cancelled, ...more] = await mailsOf(ana)
  expect(more).toEqual([])
  expect(booked?.subject).toBe('Your appointment on Wednesday, March 10, 2032, 10:30 AM')
  expect(booked?.body).toContain('Wednesday, March 10, 2032, 10:30 AM to 11:00 AM, Eastern Standard Time')
  expect(moved?.subject).toBe('Your appointment has been rescheduled to Wednesday, March 10, 2032, 1:00 PM')
  expect(moved?.body).toContain('Your old time, Wednesday, March 10, 2032, 10:30 AM, is no longer reserved.')
  expect(cancelled?.subject).toBe('Your appointment on Wednesday, March 10, 2032, 1:00 PM has been canceled')
  const lines = [booked, moved, cancelled].map((mail) => mail?.calendar.replaceAll('\r\n ', '').split('\r\n') ?? [])
  const valuesOf = (name: string) => lines.map((all) => all.find((line) => line.startsWith(`${name}:`))?.split(':')[1])
  expect(valuesOf('UID')).toEqual([id, id, id])
  expect(valuesOf('METHOD')).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
  expect(valuesOf('SEQUENCE')).toEqual(['0', '1', '2'])
  expect(valuesOf('DTSTART')).toEqual(['20320310T153000Z', '20320310T180000Z', '20320310T180000Z'])
  for (const all of lines)
    expect(all.some((line) => line.startsWith('ATTENDEE') && line.includes(ana.email))).toBe(true)
})

test('a booking that fails mails nobody', async () => {
  const ana = await given.patient()
  const bob = await given.patient(ana.project)
  await book(ana, at('15:30'))
  expect((await send(bob, bookMyAppointment, { body: { start: at('15:30') } })).status).toBe(409)
  expect(await mailsOf(bob)).toEqual([])
})

test('a lost race for the new time leaves the appointment where it was', async () => {
  const ana = await given.patient()
  const bob = await given.patient(ana.project)
  const { id } = await book(ana, at('15:30'))
  await book(bob, at('16:00'))

  const answer = await send(ana, moveMyAppointment, { params: { id }, body: { start: at('16:00') } })

  expect(answer).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
  expect(await mine(ana)).toMatchObject([{ id, start: at('15:30'), status: 'booked' }])
  expect(await free(bob)).not.toContain(at('15:30'))
})

test('two who swap their times at once both end with a time of their own', async () => {
  const ana = await given.patient()
  const bob = await given.patient(ana.project)
  const [a, b] = [await book(ana, at('15:30')), await book(bob, at('16:00'))]
  const answers = await Promise.all([
    send(ana, moveMyAppointment, { params: { id: a.id }, body: { start: at('16:00') } }),
    send(bob, moveMyAppointment, { params: { id: b.id }, body: { start: at('15:30') } }),
  ])
  for (const { status } of answers) expect([200, 409]).toContain(status)
  const rows = await owner(`select distinct starts_at from appointments where project_id = $1 and status = 'booked'`, [
    ana.project,
  ])
  const held = await owner('select starts_at from taken_slots where project_id = $1', [ana.project])
  expect([rows.length, held.length]).toEqual([2, 2])
})

test('what has passed or was cancelled is not changed any more', async () => {
  const ana = await given.patient()
  const { id } = await book(ana, at('15:30'))
  await as(ana).call(cancelMyAppointment, { params: { id } })
  const move = () => send(ana, moveMyAppointment, { params: { id }, body: { start: at('18:00') } })
  expect(await move()).toMatchObject({ status: 409, body: { code: 'cancelled' } })

  await owner(`update appointments set status = 'booked', starts_at = '2020-01-01T15:00Z' where appointment_id = $1`, [
    id,
  ])
  expect(await move()).toMatchObject({ status: 409, body: { code: 'past' } })
  expect(await send(ana, cancelMyAppointment, { params: { id } })).toMatchObject({
    status: 409,
    body: { code: 'past' },
  })
})

test('what was confirmed for one time cancels and moves the visit at no other', async () => {
  const ana = await given.patient()
  const { id } = await book(ana, at('15:30'))
  await as(ana).call(moveMyAppointment, { params: { id }, body: { start: at('18:00') } })
  const cancelAt = (start: string) => send(ana, cancelMyAppointment, { params: { id }, body: { start } })
  expect(await cancelAt(at('15:30'))).toMatchObject({ status: 409, body: { code: 'stale' } })
  const moveTo = (start: string) => send(ana, moveMyAppointment, { params: { id }, body: { start, from: at('15:30') } })
  expect(await moveTo(at('19:00'))).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect((await moveTo(at('18:00'))).status).toBe(200)
  expect((await cancelAt(at('18:00'))).status).toBe(200)
})

test('staff book, move and cancel for a patient, who is told', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const params = { key: ana.code }
  const { slots } = await as(nora).call(listSlots, { params, query: { from: visitDay, to: visitDay } })
  const { appointment } = await as(nora).call(bookAppointment, { params, body: { start: slots[0]?.start ?? '' } })
  await as(nora).call(moveAppointment, { params: { ...params, id: appointment.id }, body: { start: at('19:00') } })
  await as(nora).call(cancelAppointment, { params: { ...params, id: appointment.id } })

  expect((await as(nora).call(listAppointments, { params })).appointments).toMatchObject([{ status: 'cancelled' }])
  expect(await mailsOf(ana)).toHaveLength(3)
  const rows = await owner(
    'select action from audit_events where object_id = $1 and patient_id = $2 order by event_id',
    [appointment.id, ana.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['appointment.book', 'appointment.reschedule', 'appointment.cancel'])
})

test('staff who ask for it are told of a visit ahead, and nothing is booked; a patient is not asked', async () => {
  const ana = await given.patient()
  const nurse = await given.staff('Nurse', ana.project)
  const params = { key: ana.id }
  const ask = (start: string) =>
    send(nurse, bookAppointment, { params, body: { start: at(start), unless_upcoming: true } })
  expect(await ask('15:00')).toMatchObject({ status: 200 })
  const { status, body } = await ask('16:00')
  expect({ status, body }).toMatchObject({
    status: 409,
    body: { code: 'has_visit', error: expect.stringMatching(/ already has a visit on Mar 10, 2032 at 10:00 AM\.$/) },
  })
  expect(await mine(ana)).toHaveLength(1)
  await book(ana, at('16:00'))
  await as(nurse).call(bookAppointment, { params, body: { start: at('17:00') } })
  expect(await mine(ana)).toHaveLength(3)
})

test('the appointment of one patient is not found under the name of another', async () => {
  const ana = await given.patient()
  const bob = await given.patient(ana.project)
  const nora = await given.staff('Nurse', ana.project)
  const { id } = await book(ana, at('15:30'))
  expect((await send(nora, cancelAppointment, { params: { key: bob.code, id } })).status).toBe(404)
  expect((await send(bob, cancelMyAppointment, { params: { id } })).status).toBe(404)
  expect(await mine(ana)).toMatchObject([{ status: 'booked' }])
})

test('the calendar file is the entry of the mail, and reminds two hours before', async () => {
  const ana = await given.patient()
  const { id } = await book(ana, at('15:30'))
  const file = await send(ana, downloadMyAppointment, { params: { id } })
  expect(file.headers['content-type']).toContain('text/calendar')
  expect(file.bytes.toString()).toContain(`UID:${id}`)
  expect(file.bytes.toString()).toMatch(/BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT2H\r\n/)
  await as(ana).call(cancelMyAppointment, { params: { id } })
  expect((await send(ana, downloadMyAppointment, { params: { id } })).status).toBe(404)
})

test('a deleted record keeps no scanner', async () => {
  const ana = await given.patient()
  const bob = await given.patient(ana.project)
  await book(ana, at('15:30'))
  await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])
  expect(await free(bob)).toContain(at('15:30'))
})
