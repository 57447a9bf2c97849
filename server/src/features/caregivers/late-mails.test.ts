import { deletePatient, endMyCaregiver, hourMs } from '@fornix/contract'
import { expect, test } from 'vitest'
import { caringClinic } from '../../../test/caring-clinic.ts'
import { deferringSender } from '../../../test/deferring-sender.ts'

const clinic = await caringClinic()
const { as, given, project, invited, accepted, grantsOf } = clinic

test('nothing about a caregiver arrives after the news that their access has ended', async () => {
  const ana = await given.patient(project)
  const server = deferringSender(clinic, ana.email)
  const maria = await accepted(ana)
  await server.wake(() => true)
  await as(ana).call(endMyCaregiver, { params: { caregiver_id: maria.caregiver } })
  server.pass(hourMs)
  await server.wake()
  expect(server.subjects()).toEqual(['Maria Soto can no longer act for you'])
})

test('an invitation to a caregiver that was taken back before it was delivered never arrives', async () => {
  const ana = await given.patient(project)
  const { email } = await invited(ana)
  const server = deferringSender(clinic, email)
  await server.wake(() => true)
  const [grant] = await grantsOf(ana)
  await as(ana).call(endMyCaregiver, { params: { caregiver_id: grant?.caregiver_id ?? '' } })
  server.pass(hourMs)
  await server.wake()
  expect(server.sent).toEqual([])
})

test('an invitation to a caregiver never arrives once the record is deleted', async () => {
  const ana = await given.patient(project)
  const { email } = await invited(ana)
  const server = deferringSender(clinic, email)
  await server.wake(() => true)
  const nurse = await given.staff('Nurse', project)
  await as(nurse).call(deletePatient, { params: { email: ana.email }, body: {} })
  server.pass(hourMs)
  await server.wake()
  expect(server.sent).toEqual([])
})
