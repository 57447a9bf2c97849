import {
  addScanner,
  assignScanner,
  bookMyAppointment,
  cancelAppointment,
  downloadMyAppointment,
  getDaySheet,
  getScheduling,
  listMyAppointments,
  listMySlots,
  orderScanners,
  removeScanner,
  saveScanner,
} from '@fornix/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { at, date, scannersWorld } from '../../../test/scanners-world.ts'
import { patientId, projectId } from '../../platform/database/scope.ts'

const { given, as, send, owner, database, bookVisit, book, rowOf, setting, assign, service, deliver } =
  await scannersWorld()

const free = async (patient: TestUser) =>
  (await as(patient).call(listMySlots, { query: { from: date, to: date } })).slots.map(({ start }) => start)
const scannersOf = async (admin: TestUser) => (await as(admin).call(getScheduling, {})).scanners

test('a scanner that is added can be booked at once, behind the others, and patients are told its room', async () => {
  const { ana, admin, nora, one, north } = await setting()
  const bob = await given.patient(ana.project)
  expect(await book(ana, '16:00')).toMatchObject({ room: '' })
  const { id, room } = await book(bob, '16:00')
  expect(room).toBe('Room 4, second floor')
  expect(await free(await given.patient(ana.project))).not.toContain(at('16:00'))
  expect(await rowOf(nora, id)).toMatchObject({ scanner: 'North', scanner_id: north, room })
  expect((await as(bob).call(listMyAppointments, {})).appointments).toMatchObject([{ id, room }])
  const mails = await owner<{ body: string; calendar: string }>(
    'select body, calendar from mail_outbox where patient_id = $1',
    [bob.id],
  )
  expect(mails[0]?.body).toContain('Room 4, second floor\n')
  expect(mails[0]?.calendar).toMatch(/LOCATION:Room 4\\, second floor/)
  const file = await send(bob, downloadMyAppointment, { params: { id } })
  expect(file.bytes.toString()).toMatch(/LOCATION:Room 4\\, second floor/)
  expect(await scannersOf(admin)).toMatchObject([
    { id: one, visit_days: [{ date, count: 1 }], is_used: true, in_service: true },
    { id: north, visit_days: [{ date, count: 1 }], is_used: true, in_service: true },
  ])
})

test('of many who want the last scanner of a half hour at once, one gets it', async () => {
  const { ana } = await setting()
  await book(ana, '17:00')
  const others = await Promise.all(Array.from({ length: 6 }, () => given.patient(ana.project)))
  const answers = await Promise.all(
    others.map((patient) => send(patient, bookMyAppointment, { body: { start: at('17:00') } })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  const held = await owner(
    'select distinct scanner_id from appointments where project_id = $1 and starts_at = $2 and status = $3',
    [ana.project, at('17:00'), 'booked'],
  )
  expect(held).toHaveLength(2)
})

test('a scanner out of service takes nobody, and its half hours are full when the others are', async () => {
  const { ana, admin, nora, one } = await setting()
  const bob = await given.patient(ana.project)
  expect((await service(admin, one, false)).status).toBe(200)
  expect(await book(ana, '16:00')).toMatchObject({ room: 'Room 4, second floor' })
  expect(await free(bob)).not.toContain(at('16:00'))
  const answer = await send(bob, bookMyAppointment, { body: { start: at('16:00') } })
  expect(answer).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
  const { slots } = await as(nora).call(getDaySheet, { query: { date } })
  expect(slots.find(({ start }) => start === at('16:30'))).toMatchObject({ free: 1 })
  expect(slots.map(({ start }) => start)).not.toContain(at('16:00'))

  await service(admin, one, true)
  expect((await book(bob, '16:00')).room).toBe('')
})

test('a scanner with visits ahead stays in service, and the list says on which days they are', async () => {
  const here = await setting()
  const { ana, admin, nora, one, north } = here
  const [bob, cleo] = [await given.patient(ana.project), await given.patient(ana.project)]
  const { id } = await book(ana, '16:00')
  const second = await book(bob, '16:30')
  await bookVisit(cleo, '2032-03-11T15:00:00Z')
  expect(await service(admin, one, false)).toMatchObject({
    status: 409,
    body: {
      code: 'scanner_has_visits',
      error: '3 upcoming visits are on this scanner. Move them to another scanner or reschedule them first.',
    },
  })
  expect((await scannersOf(admin))[0]).toMatchObject({
    in_service: true,
    visit_days: [
      { date, count: 2 },
      { date: '2032-03-11', count: 1 },
    ],
  })
  await as(nora).call(cancelAppointment, { params: { key: bob.code, id: second.id } })
  await assign(here, id, north)
  await owner(`update appointments set starts_at = '2020-03-11T15:00Z' where patient_id = $1`, [cleo.id])
  expect((await service(admin, one, false)).status).toBe(200)
})

test('whoever books while a scanner goes out of service is on another one, or keeps it in service', async () => {
  const { ana, admin, one } = await setting()
  for (const time of ['15:00', '15:30', '16:00', '16:30', '17:00']) {
    const bob = await given.patient(ana.project)
    await Promise.all([service(admin, one, false), send(bob, bookMyAppointment, { body: { start: at(time) } })])
    const [scanner] = await scannersOf(admin)
    expect(scanner).toMatchObject({ visit_days: scanner?.in_service ? [{ date, count: 1 }] : [] })
    await owner(`delete from taken_slots where project_id = $1`, [ana.project])
    await owner(`delete from appointments where project_id = $1`, [ana.project])
    await service(admin, one, true)
  }
})

test('names, rooms and the order change; a name that another scanner has is refused at its field', async () => {
  const { admin, one, north } = await setting()
  const rename = (scanner_id: string, name: string) =>
    send(admin, saveScanner, { params: { scanner_id }, body: { name, room: 'Basement' } })
  expect((await rename(one, 'South')).body.scanners[0]).toMatchObject({ name: 'South', room: 'Basement' })
  const fields = { name: 'Another scanner has this name. Please choose a different one.' }
  expect(await rename(one, 'north')).toMatchObject({ status: 409, body: { fields } })
  expect(await send(admin, addScanner, { body: { name: 'NORTH', room: '' } })).toMatchObject({
    status: 409,
    body: { fields },
  })
  expect((await rename(north, 'north')).status).toBe(200)
  expect(await send(admin, addScanner, { body: { name: ' ', room: '' } })).toMatchObject({
    status: 400,
    body: { fields: { name: 'Please enter a name' } },
  })

  const reordered = await as(admin).call(orderScanners, { body: { scanners: [north, one] } })
  expect(reordered.scanners.map(({ id }) => id)).toEqual([north, one])
  for (const scanners of [[north], [north, north], [north, one, one]])
    expect(await send(admin, orderScanners, { body: { scanners } })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
})

test('who changes a scanner over the change of a colleague is told what it says now; the same again is saved', async () => {
  const { admin, one } = await setting()
  const opened = { name: 'Scanner 1', room: '' }
  const save = (name: string, room: string, more: object = { from: opened }) =>
    send(admin, saveScanner, { params: { scanner_id: one }, body: { name, room, ...more } })
  expect((await save('South', 'Basement')).status).toBe(200)
  expect(await save('South', 'Room 7')).toMatchObject({
    status: 409,
    body: {
      error: 'Someone else changed this scanner while you were editing.',
      code: 'stale',
      current: { name: 'South', room: 'Basement' },
    },
  })
  expect((await scannersOf(admin))[0]).toMatchObject({ name: 'South', room: 'Basement' })
  expect((await save('South', 'Basement')).status).toBe(200)
  expect((await save('South', 'Room 7', { from: { name: 'South', room: 'Basement' } })).status).toBe(200)
  // A page of the previous version.
  expect((await save('West', '', {})).status).toBe(200)
})

test('a scanner that never had a visit is removed; one that had a canceled one is not', async () => {
  const { ana, admin, nora, one, north } = await setting()
  const { id } = await book(ana, '16:00')
  await as(nora).call(cancelAppointment, { params: { key: ana.code, id } })
  const remove = (scanner_id: string) => send(admin, removeScanner, { params: { scanner_id } })
  expect(await remove(one)).toMatchObject({ status: 409, body: { code: 'scanner_used' } })
  expect((await remove(north)).body.scanners).toMatchObject([{ id: one }])
  expect((await remove(north)).status).toBe(404)
})

test('patients with a visit ahead are told once when the room of their scanner changes, and not of its name', async () => {
  const { ana, admin, nora, one } = await setting()
  const [bob, cleo, dan] = [
    await given.patient(ana.project),
    await given.patient(ana.project),
    await given.patient(ana.project),
  ]
  const visit = await book(ana, '16:00')
  expect(await book(bob, '16:00')).toMatchObject({ room: 'Room 4, second floor' })
  await book(cleo, '16:30')
  await owner(`update appointments set starts_at = '2020-03-11T15:00Z' where patient_id = $1`, [cleo.id])
  const canceled = await book(dan, '17:00')
  await as(nora).call(cancelAppointment, { params: { key: dan.code, id: canceled.id } })
  await deliver(ana)
  await owner(`update appointments set reminded_at = now() where appointment_id = $1`, [visit.id])
  await owner(
    `insert into mail_outbox (project_id, mail_id, patient_id, to_addresses, subject, body, idempotency_key, next_attempt_at)
     select project_id, gen_random_uuid(), patient_id, '{ana@patients.example}', 'Reminder', '', 'reminder:' || appointment_id || ':' || sequence, 'infinity'
       from appointments where appointment_id = $1`,
    [visit.id],
  )
  const save = (name: string, room: string) =>
    as(admin).call(saveScanner, { params: { scanner_id: one }, body: { name, room } })
  const told = () =>
    owner<{ patient_id: string; body: string; calendar: string }>(
      `select patient_id, body, calendar from mail_outbox where project_id = $1 and subject like 'The room%'`,
      [ana.project],
    )
  await save('South', '')
  expect(await told()).toEqual([])
  await save('South', 'Basement')
  await save('South', 'Basement')
  expect(await told()).toEqual([
    {
      patient_id: ana.id,
      body: expect.stringContaining('Basement\n'),
      calendar: expect.stringMatching(/^SEQUENCE:1\r\n(.*\r\n)*LOCATION:Basement/m),
    },
  ])
  expect(
    await owner(`select status from mail_outbox where subject = 'Reminder' and patient_id = $1`, [ana.id]),
  ).toEqual([{ status: 'failed' }])
  expect(
    await owner(`select reminded_at, told_at is not null as is_told from appointments where appointment_id = $1`, [
      visit.id,
    ]),
  ).toEqual([{ reminded_at: null, is_told: true }])
  expect(
    await owner(`select patient_id from audit_events where action = 'appointment.room' and project_id = $1`, [
      ana.project,
    ]),
  ).toEqual([{ patient_id: ana.id }])
})

test('patients move nothing, operators manage no scanners, and another project’s are not there', async () => {
  const here = await setting()
  const { ana, admin, nora, north } = here
  const { id } = await book(ana, '16:00')
  const far = await setting()
  expect((await assign(here, id, north, ana)).status).toBe(403)
  expect((await assign(here, id, north, far.nora)).status).toBe(404)
  expect((await assign(here, id, far.north)).status).toBe(404)
  const bob = await given.patient(ana.project)
  const params = { key: bob.code, id }
  expect((await send(nora, assignScanner, { params, body: { scanner: north } })).status).toBe(404)

  const body = { name: 'Mine', room: '' }
  const named = { params: { scanner_id: north } }
  for (const user of [ana, nora, await given.staff('Physician', ana.project)]) {
    expect((await send(user, addScanner, { body })).status).toBe(403)
    expect((await send(user, saveScanner, { ...named, body })).status).toBe(403)
    expect((await service(user, north, false)).status).toBe(403)
    expect((await send(user, removeScanner, named)).status).toBe(403)
    expect((await send(user, orderScanners, { body: { scanners: [] } })).status).toBe(403)
  }
  expect((await send(far.admin, saveScanner, { ...named, body })).status).toBe(404)
  expect((await service(far.admin, north, false)).status).toBe(404)
  expect((await send(far.admin, removeScanner, named)).status).toBe(404)
  expect((await scannersOf(admin)).map(({ name }) => name)).toEqual(['Scanner 1', 'North'])
})

test('the database itself lets a patient add, change and remove no scanner', async () => {
  const { ana, north } = await setting()
  const scope = { project: projectId(ana.project), patient: patientId(ana.id) }
  const tries = [
    sql`insert into scanners (name) values ('Mine')`,
    sql`update scanners set in_service = false`,
    sql`delete from scanners where scanner_id = ${north} returning scanner_id`,
  ]
  const outcomes = await Promise.all(
    tries.map((statement) =>
      database.scoped(scope, async (db) => (await statement.execute(db)).rows.length).catch((error) => error.message),
    ),
  )
  expect(outcomes).toEqual([
    expect.stringContaining('row-level security'),
    expect.stringContaining('row-level security'),
    0,
  ])
  expect(await owner('select from scanners where project_id = $1 and in_service', [ana.project])).toHaveLength(2)
})
