import {
  approveScanRequest,
  declineScanRequest,
  deletePatient,
  extendScanRequest,
  hourMs,
  revokeScanAccess,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { deferringSender } from '../../../test/deferring-sender.ts'
import { scanAccessWorld } from '../../../test/scan-access-world.ts'

const world = await scanAccessWorld()
const { as, sign, ask, people, named } = world

const [approved, extended, ended, declined] = [
  'Your access request was approved',
  'About your access request',
  'Access to a scan has ended',
  'About your access request',
]

type Decision =
  | typeof approveScanRequest
  | typeof declineScanRequest
  | typeof extendScanRequest
  | typeof revokeScanAccess

/** A scan that was asked for, and a mail server that defers everything so far. */
const asked = async () => {
  const here = await people()
  const { ana, adam, uid } = here
  await sign(ana, { study_id: uid })
  await ask(ana, uid)
  const server = deferringSender(world, ana.email)
  const decide = async (call: Decision) => {
    await as(adam).call(call, named(ana, uid))
    await server.wake(() => true)
  }
  /** What is delivered when the mail server is well again. */
  const rest = async () => {
    server.pass(hourMs)
    await server.wake()
    return server.subjects().map((subject) => subject.split(' · ')[0])
  }
  return { ...here, decide, rest }
}

test('an approval that was not delivered does not arrive after the news that the access has ended', async () => {
  const { decide, rest } = await asked()
  await decide(approveScanRequest)
  await decide(revokeScanAccess)
  expect(await rest()).toEqual([ended])
})

test.each([
  ['approval', approveScanRequest, approved],
  ['refusal', declineScanRequest, declined],
] as const)('“We need more time” does not arrive after the %s', async (_, call, news) => {
  const { decide, rest } = await asked()
  await decide(extendScanRequest)
  await decide(call)
  expect(await rest()).toEqual([news])
})

test('what stays true of an earlier request arrives before the news of the next one', async () => {
  const { ana, uid, adam, decide, rest } = await asked()
  await as(adam).call(declineScanRequest, named(ana, uid))
  await sign(ana, { study_id: uid })
  await ask(ana, uid)
  await decide(approveScanRequest)
  expect(await rest()).toEqual([declined, approved])
})

test('the end of an access that was granted anew does not arrive after the new approval', async () => {
  const { ana, uid, decide, rest } = await asked()
  await decide(approveScanRequest)
  await decide(revokeScanAccess)
  await sign(ana, { study_id: uid })
  await ask(ana, uid)
  await decide(approveScanRequest)
  expect(await rest()).toEqual([approved])
})

test('taking an access away does not withdraw that a waiting request needs more time', async () => {
  const { ana, adam, uid, decide, rest } = await asked()
  await decide(approveScanRequest)
  await world.owner(
    `insert into access_requests (project_id, request_id, patient_id, study_id, form_file_id)
     select project_id, gen_random_uuid(), patient_id, study_id, form_file_id from access_requests where patient_id = $1`,
    [ana.id],
  )
  await as(adam).call(extendScanRequest, named(ana, uid))
  await decide(revokeScanAccess)
  expect(await rest()).toEqual([extended, ended])
})

test('nobody is invited to sign in to a record that was deleted since', async () => {
  const { ana, adam, decide, rest } = await asked()
  await decide(approveScanRequest)
  await as(adam).call(deletePatient, { params: { email: ana.email }, body: {} })
  expect(await rest()).not.toContain(approved)
})
