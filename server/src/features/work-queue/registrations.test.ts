import { assignWork, getWorkQueue, updatePatient } from '@fornix/contract'
import { expect, test } from 'vitest'
import { registeringClinic } from '../../../test/registering-clinic.ts'

const { given, as, send, owner, project, nurse, registered, confirm } = await registeringClinic()

const section = async (user = nurse) =>
  (await as(user).call(getWorkQueue, { query: { all: 'registration' } })).sections.find(
    ({ kind }) => kind === 'registration',
  )
const waitsFor = async (email: string) => {
  const [patient] = await owner<{ id: string; code: string }>(
    'select patient_id as id, code from patients where email = $1',
    [email],
  )
  const item = (await section())?.items.find(({ id }) => id === patient?.id)
  return { patient, item }
}

test('who registered by themselves waits in Today once the address is confirmed, until staff change the status', async () => {
  const who = await registered()
  expect(await section()).toMatchObject({ count: 0 })
  await confirm(who.token, who.password)
  const { patient, item } = await waitsFor(who.email)
  expect(item).toMatchObject({ patient_id: patient?.code, note: '', assignee: null })
  expect(await section(await given.staff('Admin', project))).toMatchObject({ count: 1 })
  expect(await section(await given.staff('Nurse'))).toMatchObject({ count: 0 })

  const params = { kind: 'registration', item_id: patient?.id ?? '' }
  const body = { assignee: nurse.code, due_on: null, version: 0 }
  expect((await send(nurse, assignWork, { params, body })).status).toBe(200)
  await as(nurse).call(updatePatient, { body: { _id: patient?.id, status: 'Screened' } })
  expect((await waitsFor(who.email)).item).toBeUndefined()
  expect(await owner('select from work_items where item_id = $1', [patient?.id])).toEqual([])
})

test('whom staff invited, who was deleted, and who registered long ago are no new registrations', async () => {
  const [gone, old] = [await registered(), await registered()]
  await given.patient(project)
  for (const { token, password } of [gone, old]) await confirm(token, password)
  expect(await section()).toMatchObject({ count: 2 })
  await owner('update patients set deleted_at = now() where email = $1', [gone.email])
  await owner("update patients set created_at = now() - interval '31 days' where email = $1", [old.email])
  expect(await section()).toMatchObject({ count: 0 })
})
