import {
  deleteOperator,
  deletePatient,
  getWorkQueue,
  hourMs,
  inviteOperator,
  resendOperatorInvite,
  restorePatient,
  sendInvitation,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { deferringSender } from '../../../test/deferring-sender.ts'
import { invitingClinic } from '../../../test/inviting-clinic.ts'

const clinic = await invitingClinic()
const { as, owner, nurse, admin, patientInvite, anyEmail } = clinic

test('an invitation that was not delivered does not arrive after the one that replaces it, and is nothing to do for staff', async () => {
  const body = patientInvite()
  const server = deferringSender(clinic, body.email)
  await as(nurse).call(sendInvitation, { body })
  await server.wake(() => true)
  await as(nurse).call(sendInvitation, { body })
  const mails = () =>
    owner('select status, withdrawn from mail_outbox where $1 = any(to_addresses) order by created_at', [body.email])
  expect(await mails()).toEqual([
    { status: 'failed', withdrawn: true },
    { status: 'queued', withdrawn: false },
  ])
  const { sections } = await as(nurse).call(getWorkQueue, { query: {} })
  expect(sections.find(({ kind }) => kind === 'mail')).toMatchObject({ count: 0 })
  server.pass(hourMs)
  await server.wake()
  expect(server.sent).toHaveLength(1)
  expect(await mails()).toEqual([
    { status: 'failed', withdrawn: true },
    { status: 'sent', withdrawn: false },
  ])
})

test('the same for a provider who is invited again', async () => {
  const email = anyEmail()
  const server = deferringSender(clinic, email)
  await as(admin).call(inviteOperator, { body: { firstName: 'Omar', lastName: 'Haddad', email, role: 'Physician' } })
  await server.wake(() => true)
  await as(admin).call(resendOperatorInvite, { params: { email } })
  server.pass(hourMs)
  await server.wake()
  expect(server.sent).toHaveLength(1)
})

test('nobody is invited to a record that was deleted since', async () => {
  const body = patientInvite()
  const server = deferringSender(clinic, body.email)
  await as(nurse).call(sendInvitation, { body })
  await server.wake(() => true)
  await as(admin).call(deletePatient, { params: { email: body.email }, body: {} })
  server.pass(hourMs)
  await server.wake()
  expect(server.sent).toEqual([])
})

test('nor is a provider who was deleted since', async () => {
  const email = anyEmail()
  const server = deferringSender(clinic, email)
  await as(admin).call(inviteOperator, { body: { firstName: 'Omar', lastName: 'Haddad', email, role: 'Physician' } })
  await server.wake(() => true)
  await as(admin).call(deleteOperator, { params: { email } })
  server.pass(hourMs)
  await server.wake()
  expect(server.sent).toEqual([])
})

/** Invited while the mail server defers; the record is deleted by mistake, and restored. */
const restored = async (meanwhile: (code: string) => Promise<unknown>) => {
  const body = patientInvite()
  const server = deferringSender(clinic, body.email)
  const { patient_id } = await as(nurse).call(sendInvitation, { body })
  await server.wake(() => true)
  await as(admin).call(deletePatient, { params: { email: body.email }, body: {} })
  await meanwhile(patient_id)
  await as(admin).call(restorePatient, { params: { patient_id } })
  return server
}
const deletedByMistake = async (meanwhile: (code: string) => Promise<unknown>) => {
  const server = await restored(meanwhile)
  server.pass(hourMs)
  await server.wake()
  return server.sent
}
/** The invitation was written that long ago. */
const agedBy = (age: string) => (code: string) =>
  owner(
    `update mail_outbox set created_at = now() - $2::interval
      where (select email from patients where code = $1) = any(to_addresses)`,
    [code, age],
  )

test('an invitation that was not delivered is, once the record is restored', async () => {
  expect(await deletedByMistake(async () => {})).toHaveLength(1)
})

test('one that has expired meanwhile is not', async () => {
  const expire = (code: string) =>
    owner(
      `update invites set expires_at = now() - interval '1 second'
        where patient_id = (select patient_id from patients where code = $1)`,
      [code],
    )
  expect(await deletedByMistake(expire)).toEqual([])
})

test('an email that is queued again makes no node unready, and leaves at once', async () => {
  const server = await restored(agedBy('3 hours'))
  expect(await server.ready()).toMatchObject({ ok: true })
  await server.wake()
  expect(server.sent).toHaveLength(1)
})

test('one that is queued again after a day may be deferred once more', async () => {
  const server = await restored(agedBy('30 hours'))
  server.pass(hourMs)
  await server.wake(() => true)
  server.pass(hourMs)
  await server.wake()
  expect(server.sent).toHaveLength(1)
})
