import { answerThread, getThread, listThreads, sendMyMessage, startMyThread } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { type TestUser, testApp } from './harness.ts'

/** A patient and two of the care team, and what they write to each other. */
export const messagingClinic = async () => {
  const app = await testApp()
  const { as, given, send, owner } = app

  const setting = async () => {
    const ana = await given.patient(undefined, { dob: '1986-04-17', mrn_number: 'MRN-1' })
    return { ana, nora: await given.staff('Nurse', ana.project), omar: await given.staff('Physician', ana.project) }
  }
  const subject = 'A private question'
  const asks = async (ana: TestUser, text = 'May I eat before the scan?') =>
    (await as(ana).call(startMyThread, { body: { id: uuid(), subject, text } })).thread_id
  const answer = (staff: TestUser, thread: string, text = 'Yes, you may.', id: string = uuid()) =>
    send(staff, answerThread, { params: { thread }, body: { id, text } })
  const writes = (ana: TestUser, thread: string, text = 'Thank you', id: string = uuid()) =>
    send(ana, sendMyMessage, { params: { thread }, body: { id, text } })
  const read = (staff: TestUser, thread: string) => as(staff).call(getThread, { params: { thread } })
  const inbox = async (staff: TestUser, query = {}) => (await as(staff).call(listThreads, { query })).threads
  const mailsTo = (ana: TestUser) =>
    owner<{ subject: string; body: string }>('select subject, body from mail_outbox where patient_id = $1', [ana.id])
  const actionsOn = async (thread: string) =>
    (
      await owner<{ action: string }>('select action from audit_events where object_id = $1 order by event_id', [
        thread,
      ])
    ).map(({ action }) => action)
  return { ...app, setting, subject, asks, answer, writes, read, inbox, mailsTo, actionsOn }
}
