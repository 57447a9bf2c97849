import { cancelAppointment, contactDays, dayMs, deletePatient, moveAppointment } from '@fornix/contract'
import { expect, test } from 'vitest'
import { deferringSender } from '../../../test/deferring-sender.ts'
import type { TestUser } from '../../../test/given.ts'
import { scannersWorld } from '../../../test/scanners-world.ts'
import { recordRetention } from '../../clinic/records/retention.ts'
import { deleteExpired } from '../../clinic/retention/expired-rows.ts'
import { remindDue } from './reminders.ts'

const world = await scannersWorld()
const { as, setting, book, assign, inOrder } = world

const [wednesday, thursday, friday] = ['10', '11', '12'].map((day) => `2032-03-${day}T16:00:00.000Z`) as [
  string,
  string,
  string,
]
const isMove = (subject: string) => subject.includes('rescheduled')

/** A visit whose first email was delivered, and a mail server. */
const booked = async () => {
  const here = await setting()
  const { ana, nora } = here
  const { id } = await book(ana, '16:00')
  const server = deferringSender(world, ana.email)
  await server.wake()
  expect(server.subjects()).toEqual(['Your appointment on Wednesday, March 10, 2032, 11:00 AM'])
  server.sent.length = 0
  const move = (start: string) => as(nora).call(moveAppointment, { params: { key: ana.code, id }, body: { start } })
  /** What is delivered when the server is well again, until nothing waits. */
  const rest = async () => {
    server.pass(dayMs)
    await server.wake()
    return server.sent
  }
  return { ...here, id, ...server, move, rest }
}
const cancel = (nora: TestUser, ana: TestUser, id: string) =>
  as(nora).call(cancelAppointment, { params: { key: ana.code, id } })
const oldTime = (day: string) => `Your old time, ${day}, 2032, 11:00 AM, is no longer reserved.`

test('nothing about a visit arrives after the news that it was canceled, which names the time that the patient knows', async () => {
  const { ana, nora, id, move, wake, rest, subjects } = await booked()
  await move(thursday)
  await wake(isMove)
  await cancel(nora, ana, id)
  await wake(isMove)
  const canceled = 'Your appointment on Thursday, March 11, 2032, 11:00 AM has been canceled'
  expect(subjects()).toEqual([canceled])
  expect(await rest()).toEqual([{ subject: canceled, body: expect.stringContaining(oldTime('Wednesday, March 10')) }])
})

test('the news that a visit was canceled names the time that the patient knows, also after a reminder that was not delivered', async () => {
  const { ana, nora, id, move, wake, rest } = await booked()
  await move(thursday)
  await wake(isMove)
  await remindDue(world.platform, new Date(Date.parse(thursday) - dayMs))
  await cancel(nora, ana, id)
  const [mail, ...more] = await rest()
  expect(more).toEqual([])
  expect(mail?.body).toContain(oldTime('Wednesday, March 10'))
})

test('the news about a visit does not take back the time of another one', async () => {
  const { ana, nora, id, move, wake, rest } = await booked()
  await move(thursday)
  await wake(isMove)
  await book(ana, '16:00')
  await move(friday)
  await wake(isMove)
  await cancel(nora, ana, id)
  const mail = (await rest()).find(({ subject }) => subject.endsWith('canceled'))
  expect(mail?.body).toContain(oldTime('Thursday, March 11'))
  expect(mail?.body).not.toContain(oldTime('Wednesday, March 10'))
})

const isCanceled = (subject: string) => subject.endsWith('canceled')

test('a move that waits does not take back the time of a visit that is booked later', async () => {
  const { ana, move, wake, rest } = await booked()
  await move(thursday)
  await wake(isMove)
  await book(ana, '16:00')
  const moves = (await rest()).filter(({ subject }) => isMove(subject))
  expect(moves).toHaveLength(1)
  expect(moves[0]?.body).not.toContain('is no longer reserved')
})

test('nor that of a visit that is moved there later', async () => {
  const { ana, nora, move, wake, rest } = await booked()
  const { id } = await book(ana, '17:00')
  await move(thursday)
  await wake(isMove)
  await as(nora).call(moveAppointment, { params: { key: ana.code, id }, body: { start: wednesday } })
  const bodies = (await rest()).flatMap(({ subject, body }) =>
    isMove(subject) && subject.includes('Thursday') ? [body] : [],
  )
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).not.toContain(oldTime('Wednesday, March 10'))
})

test('the news that a visit was canceled says that the one booked at its time since is still booked', async () => {
  const { ana, nora, id, wake, rest } = await booked()
  await cancel(nora, ana, id)
  await wake(isCanceled)
  await book(ana, '16:00')
  const canceled = (await rest()).filter(({ subject }) => isCanceled(subject))
  expect(canceled).toMatchObject([
    { body: expect.stringContaining('Your other appointment at this time is still booked.') },
  ])
})

test.each([
  ['canceled', cancel],
  [
    'moved',
    (nora: TestUser, ana: TestUser, id: string) =>
      as(nora).call(moveAppointment, { params: { key: ana.code, id }, body: { start: friday } }),
  ],
])('unless that one was %s as well', async (_, leave) => {
  const { ana, nora, id, wake, rest } = await booked()
  await cancel(nora, ana, id)
  await wake(isCanceled)
  const { id: other } = await book(ana, '16:00')
  await leave(nora, ana, other)
  const bodies = (await rest()).flatMap(({ subject, body }) => (isCanceled(subject) ? [body] : []))
  expect(bodies).not.toEqual([])
  for (const body of bodies) {
    expect(body).not.toContain('is still booked')
    expect(body).toContain('Book another time')
  }
})

test('a cancellation that waits does not take back the time of a visit that is booked later', async () => {
  const { ana, nora, id, move, wake, rest } = await booked()
  await move(thursday)
  await wake(isMove)
  await cancel(nora, ana, id)
  await wake(isCanceled)
  await book(ana, '16:00')
  const canceled = (await rest()).filter(({ subject }) => isCanceled(subject))
  expect(canceled).toHaveLength(1)
  expect(canceled[0]?.body).not.toContain('is no longer reserved')
})

test('nor that of a visit that is being booked at that moment', async () => {
  const { ana, nora, id, move, wake, rest } = await booked()
  await move(thursday)
  await wake(isMove)
  await inOrder<unknown>(
    'select from schedules where project_id = $1',
    [ana.project],
    [() => book(ana, '16:00'), () => cancel(nora, ana, id)],
  )
  const canceled = (await rest()).filter(({ subject }) => isCanceled(subject))
  expect(canceled).toHaveLength(1)
  expect(canceled[0]?.body).not.toContain('is no longer reserved')
})

test('a time that is free again is said to be no longer reserved', async () => {
  const { ana, nora, move, wake, rest } = await booked()
  await move(thursday)
  await wake(isMove)
  const { id: other } = await book(ana, '16:00')
  await cancel(nora, ana, other)
  const moves = (await rest()).filter(({ subject }) => isMove(subject))
  expect(moves).toMatchObject([{ body: expect.stringContaining(oldTime('Wednesday, March 10')) }])
})

test('a waiting cancellation that is written anew because the record is deleted does not invite to book', async () => {
  const { ana, nora, id, wake, rest } = await booked()
  await cancel(nora, ana, id)
  await wake(isCanceled)
  await book(ana, '16:00')
  await as(nora).call(deletePatient, { params: { email: ana.email }, body: {} })
  const bodies = (await rest()).map(({ body }) => body)
  expect(bodies).toHaveLength(2)
  for (const body of bodies) expect(body).not.toMatch(/is still booked|Book another time/)
})

test('nothing about a visit arrives after the news that it was canceled because the record was deleted', async () => {
  const { ana, nora, move, wake, rest } = await booked()
  await move(thursday)
  await wake(isMove)
  await as(nora).call(deletePatient, { params: { email: ana.email }, body: {} })
  await wake(isMove)
  expect(await rest()).toMatchObject([{ subject: expect.stringMatching(/canceled$/) }])
})

test('a move that the version before queued still arrives when the visit changes again', async () => {
  const { ana, nora, id, move, wake, rest } = await booked()
  await move(thursday)
  await wake(isMove)
  await world.owner(
    "update mail_outbox set series = null, series_no = null, mentions = '{}' where project_id = $1 and status = 'queued'",
    [ana.project],
  )
  await cancel(nora, ana, id)
  expect((await rest()).some(({ subject }) => isMove(subject))).toBe(true)
})

test('of two moves the newer one arrives, and names the times before', async () => {
  const { move, wake, rest } = await booked()
  await move(thursday)
  await wake(isMove)
  await move(friday)
  const [mail, ...more] = await rest()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Your appointment has been rescheduled to Friday, March 12, 2032, 11:00 AM')
  expect(mail?.body).toContain(`${oldTime('Wednesday, March 10')}\n\n${oldTime('Thursday, March 11')}`)
})

test('a visit that moved back is said to be at its first time, whatever was not delivered', async () => {
  const { move, wake, rest } = await booked()
  await move(thursday)
  await wake(isMove)
  await move(wednesday)
  const [mail, ...more] = await rest()
  expect(more).toEqual([])
  expect(mail?.body).toContain(oldTime('Thursday, March 11'))
  expect(mail?.body).not.toContain(oldTime('Wednesday, March 10'))
})

test('a delivered move is the time that the next mail goes on from', async () => {
  const { ana, nora, id, move, wake, rest } = await booked()
  await move(thursday)
  await wake()
  await cancel(nora, ana, id)
  expect((await rest())[1]?.body).not.toContain('is no longer reserved')
})

test('another room after a move that was not delivered is told together with the new time', async () => {
  const here = await booked()
  await here.move(thursday)
  await here.wake(isMove)
  await assign(here, here.id, here.north)
  const [mail, ...more] = await here.rest()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Your appointment has been rescheduled to Thursday, March 11, 2032, 11:00 AM')
  expect(mail?.body).toContain('Room 4, second floor')
  expect(mail?.body).toContain(oldTime('Wednesday, March 10'))
})

test('another room after such a move is told with the new time, also if another visit has the old one', async () => {
  const here = await booked()
  await here.move(thursday)
  await here.wake(isMove)
  await book(here.ana, '16:00')
  await assign(here, here.id, here.north)
  const mail = (await here.rest()).find(({ subject }) => isMove(subject))
  expect(mail?.subject).toBe('Your appointment has been rescheduled to Thursday, March 11, 2032, 11:00 AM')
  expect(mail?.body).not.toContain('is no longer reserved')
})

test('another room before the patient was told of the visit is part of the first email', async () => {
  const here = await setting()
  const { id } = await book(here.ana, '16:00')
  await assign(here, id, here.north)
  await assign(here, id, here.one)
  await assign(here, id, here.north)
  const { wake, sent } = deferringSender(world, here.ana.email)
  await wake()
  expect(sent).toEqual([
    {
      subject: 'Your appointment on Wednesday, March 10, 2032, 11:00 AM',
      body: expect.stringContaining('Room 4, second floor'),
    },
  ])
})

test('another room is told as such, also when the first email was deleted after its time and only a reminder is left', async () => {
  const here = await booked()
  const { ana, wake, rest } = here
  await world.owner('update mail_outbox set created_at = now() - make_interval(days => $2) where patient_id = $1', [
    ana.id,
    contactDays + 1,
  ])
  await world.owner("update appointments set changed_at = now() - interval '100 days' where patient_id = $1", [ana.id])
  await deleteExpired(world.database, recordRetention)
  await remindDue(world.platform, new Date(Date.parse(wednesday) - dayMs + 60_000))
  await wake((subject) => subject.startsWith('Reminder'))
  await assign(here, here.id, here.north)
  expect(await rest()).toMatchObject([{ subject: expect.stringMatching(/^The room of your appointment on/) }])
})

test('another room twice is told once, as it is now', async () => {
  const here = await booked()
  await assign(here, here.id, here.north)
  await here.wake(() => true)
  await assign(here, here.id, here.one)
  expect(await here.rest()).toMatchObject([{ subject: expect.stringMatching(/^The room of your appointment on/) }])
  expect(here.sent[0]?.body).not.toContain('Room 4')
})
