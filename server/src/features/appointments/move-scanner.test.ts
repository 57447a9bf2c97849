import { addScanner, assignScanner, cancelAppointment, moveVisit } from '@fornix/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { at, scannersWorld } from '../../../test/scanners-world.ts'

const { given, as, send, owner, database, book, rowOf, setting, assign, service, deliver } = await scannersWorld()

test('a visit moves to a scanner that is free then, and its patient is told of another room once', async () => {
  const here = await setting()
  const { ana, nora, one, north } = here
  const { id } = await book(ana, '16:00')
  await deliver(ana)
  expect((await assign(here, id, north)).body.appointment).toMatchObject({ id, room: 'Room 4, second floor' })
  await assign(here, id, north)
  expect(await rowOf(nora, id)).toMatchObject({ scanner: 'North', start: at('16:00') })
  const mails = await owner<{ subject: string }>(
    `select subject from mail_outbox where patient_id = $1 and subject like 'The room%'`,
    [ana.id],
  )
  expect(mails).toEqual([
    { subject: 'The room of your appointment on Wednesday, March 10, 2032, 11:00 AM has changed' },
  ])
  expect((await book(await given.patient(ana.project), '16:00')).room).toBe('')
  expect(await assign(here, id, one)).toMatchObject({
    status: 409,
    body: { code: 'scanner_taken', error: 'Scanner 1 is not free at this time. Please choose another scanner.' },
  })
  expect(await rowOf(nora, id)).toMatchObject({ scanner: 'North' })
  const audited = await owner(
    `select from audit_events where action = 'appointment.scanner' and patient_id = $1 and result = 'ok'`,
    [ana.id],
  )
  expect(audited).toHaveLength(2)
})

test('a visit that moves while the room changes is told of the room as it is then', async () => {
  const here = await setting()
  const { ana, one, north } = here
  const room = 'Room 4, second floor'
  await owner('update scanners set room = $2 where scanner_id = $1', [one, room])
  const { id } = await book(ana, '16:00')
  await deliver(ana)
  const waiting = () =>
    owner("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
  const { moving } = await database.unscoped('an admin changes the room', async (db) => {
    await sql`select from schedules where project_id = ${ana.project} for update`.execute(db)
    await sql`update scanners set room = 'Basement' where scanner_id = ${north}`.execute(db)
    const moving = assign(here, id, north)
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1)
    return { moving }
  })
  expect((await moving).body.appointment).toMatchObject({ id, room: 'Basement' })
  const told = await owner("select from mail_outbox where patient_id = $1 and subject like 'The room%'", [ana.id])
  expect(told).toHaveLength(1)
})

test('two visits that are moved to one scanner at once do not share it', async () => {
  const here = await setting()
  const { ana, admin, nora } = here
  const bob = await given.patient(ana.project)
  const [first, second] = [await book(ana, '16:00'), await book(bob, '16:00')]
  const { scanners } = await as(admin).call(addScanner, { body: { name: 'Third', room: '' } })
  const third = scanners[2]?.id ?? ''
  const answers = await Promise.all([
    assign(here, first.id, third),
    send(nora, assignScanner, { params: { key: bob.code, id: second.id }, body: { scanner: third } }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const held = await owner(
    `select scanner_id from taken_slots where project_id = $1
     union select scanner_id from appointments where project_id = $1`,
    [ana.project],
  )
  expect(held).toHaveLength(2)
})

test('of two colleagues who move one visit the later is told, unless the visit is where they want it', async () => {
  const here = await setting()
  const { ana, admin, nora, north, one } = here
  const { id, start } = await book(ana, '16:00')
  const { scanners } = await as(admin).call(addScanner, { body: { name: 'Third', room: '' } })
  const move = (scanner: string, from: object) =>
    send(nora, assignScanner, { params: { key: ana.code, id }, body: { scanner, from } })
  expect((await move(north, { scanner: one, start })).status).toBe(200)
  expect((await move(north, { scanner: one, start })).status).toBe(200)
  const stale = { status: 409, body: { code: 'stale', error: expect.stringContaining('A colleague') } }
  expect(await move(scanners[2]?.id ?? '', { scanner: one, start })).toMatchObject(stale)
  expect(await move(one, { scanner: north, start: '2032-03-10T18:00:00Z' })).toMatchObject(stale)
  expect(await owner('select scanner_id from appointments where appointment_id = $1', [id])).toEqual([
    { scanner_id: north },
  ])
})

test('no visit moves to a scanner out of service, and none that began, passed or was canceled moves at all', async () => {
  const here = await setting()
  const { ana, admin, nora, north } = here
  const { id } = await book(ana, '16:00')
  await service(admin, north, false)
  expect(await assign(here, id, north)).toMatchObject({ status: 409, body: { code: 'scanner_taken' } })
  await service(admin, north, true)

  const today = `to_timestamp(floor(extract(epoch from now()) / 1800) * 1800)`
  await owner(`update appointments set starts_at = ${today} where appointment_id = $1`, [id])
  await owner(`update taken_slots set starts_at = ${today} where appointment_id = $1`, [id])
  const step = (from: 'expected' | 'arrived' | 'no_show', to: 'arrived' | 'started' | 'no_show' | 'expected') =>
    as(nora).call(moveVisit, { params: { key: ana.code, id }, body: { from, to, reason: 'By phone' } })
  await step('expected', 'no_show')
  expect(await assign(here, id, north)).toMatchObject({ status: 409, body: { code: 'started' } })
  await step('no_show', 'expected')
  await step('expected', 'arrived')
  expect((await assign(here, id, north)).status).toBe(200)
  await step('arrived', 'started')
  expect(await assign(here, id, here.one)).toMatchObject({ status: 409, body: { code: 'started' } })

  await owner(`update appointments set starts_at = starts_at - interval '2 days' where appointment_id = $1`, [id])
  expect(await assign(here, id, here.one)).toMatchObject({ status: 409, body: { code: 'past' } })
  const canceled = await book(ana, '17:00')
  await as(nora).call(cancelAppointment, { params: { key: ana.code, id: canceled.id } })
  expect(await assign(here, canceled.id, north)).toMatchObject({ status: 409, body: { code: 'cancelled' } })
})
