import { bookMyAppointment, cancelMyAppointment, hourMs, moveMyAppointment } from '@fornix/contract'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { remindDue } from './reminders.ts'

const { given, as, owner, platform } = await testApp()

const start = '2032-03-10T16:00:00.000Z'
const hoursBefore = (hours: number, of = start) => new Date(Date.parse(of) - hours * hourMs)
const booked = async () => {
  const ana = await given.patient()
  const { appointment } = await as(ana).call(bookMyAppointment, { body: { start } })
  return { ana, id: appointment.id }
}
const reminders = (ana: TestUser) =>
  owner<{ subject: string; body: string; status: string }>(
    `select subject, body, status from mail_outbox where patient_id = $1 and idempotency_key like 'reminder:%' order by created_at`,
    [ana.id],
  )

test('a reminder goes out a day before, once, however many nodes look and however often', async () => {
  const { ana } = await booked()
  await remindDue(platform, hoursBefore(24.1))
  expect(await reminders(ana)).toEqual([])

  await Promise.all([1, 2, 3, 4].map(() => remindDue(platform, hoursBefore(24))))
  await remindDue(platform, hoursBefore(3))

  const [mail, ...more] = await reminders(ana)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Reminder: your appointment on Wednesday, March 10, 2032, 11:00 AM')
  expect(mail?.body).toContain('Eastern Standard Time')
  expect(mail?.body).toMatch(/Please answer the MRI safety questions before your visit: .*\/mrSafety/)

  // The mark alone is enough, even if sent mails have been deleted.
  await owner('delete from mail_outbox where patient_id = $1', [ana.id])
  await remindDue(platform, hoursBefore(2))
  expect(await reminders(ana)).toEqual([])
})

test('a node that stops between mail and mark leaves neither, so the next one reminds', async () => {
  const { ana } = await booked()
  const queue = async (...given: Parameters<typeof platform.mail.queue>) => {
    await platform.mail.queue(...given)
    throw new Error('the power went')
  }
  await expect(remindDue({ ...platform, mail: { ...platform.mail, queue } }, hoursBefore(20))).rejects.toThrow()
  expect(await reminders(ana)).toEqual([])
  await remindDue(platform, hoursBefore(19))
  expect(await reminders(ana)).toHaveLength(1)
})

test('a cancelled appointment is not reminded of, and a waiting reminder is taken back', async () => {
  const early = await booked()
  await as(early.ana).call(cancelMyAppointment, { params: { id: early.id } })
  const late = await booked()
  await remindDue(platform, hoursBefore(24))
  await as(late.ana).call(cancelMyAppointment, { params: { id: late.id } })

  expect(await reminders(early.ana)).toEqual([])
  expect(await reminders(late.ana)).toMatchObject([{ status: 'failed' }])
})

test('a moved appointment is reminded of at its new time, not at the old one', async () => {
  const { ana, id } = await booked()
  await remindDue(platform, hoursBefore(24))
  const later = '2032-03-12T16:00:00.000Z'
  await as(ana).call(moveMyAppointment, { params: { id }, body: { start: later } })
  await remindDue(platform, hoursBefore(12))
  expect(await reminders(ana)).toMatchObject([{ status: 'failed' }])

  await remindDue(platform, hoursBefore(24, later))
  expect(await reminders(ana)).toMatchObject([
    { status: 'failed' },
    { status: 'queued', subject: 'Reminder: your appointment on Friday, March 12, 2032, 11:00 AM' },
  ])
})

test('who booked within the last day is not reminded, nor is somebody whose record was deleted', async () => {
  const { ana, id } = await booked()
  await owner('update appointments set changed_at = $2 where appointment_id = $1', [id, hoursBefore(23)])
  const gone = await booked()
  await owner('update patients set deleted_at = now() where patient_id = $1', [gone.ana.id])
  await remindDue(platform, hoursBefore(22))
  expect(await reminders(ana)).toEqual([])
  expect(await reminders(gone.ana)).toEqual([])
})
