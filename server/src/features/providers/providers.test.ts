import {
  deleteOperator,
  getMyOperatorProfile,
  getOperator,
  getOperatorNumber,
  getPatientInfo,
  listOperators,
  listPatients,
  listPhysicians,
  loginOperator,
  updateAdminProfile,
  updateOperatorProfile,
  updatePatient,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { testAddress } from '../../../test/registration-form.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { removeProvider } from './remove.ts'

const { given, as, send, owner, database } = await testApp()

const named = async (user: TestUser, first_name: string, last_name: string) => {
  await owner('update providers set first_name = $2, last_name = $3 where provider_id = $1', [
    user.id,
    first_name,
    last_name,
  ])
  return user
}
const find = async (admin: TestUser, query: object) =>
  (await as(admin).call(listOperators, { query })).operators.map(({ last_name }) => last_name)

test('operators of the project are counted: no admins, nobody deleted, nobody from elsewhere', async () => {
  const admin = await given.staff('Admin')
  const [nurse, , gone] = [
    await given.staff('Nurse', admin.project),
    await given.staff('Physician', admin.project),
    await given.staff('MRI-Tech', admin.project),
  ]
  await given.staff('Nurse')
  await owner('update providers set deleted_at = now() where provider_id = $1', [gone.id])
  await owner("update providers set register_status = 'Invited' where provider_id = $1", [nurse.id])

  expect(await as(admin).call(getOperatorNumber, {})).toEqual({ operator_number: 2, invited: 1 })
  expect((await send(nurse, getOperatorNumber)).status).toBe(403)
})

test('the list is by last name, paged, searched by the beginnings of words, and holds no admins unless asked', async () => {
  const admin = await named(await given.staff('Admin'), 'Adam', 'Zorn')
  const ruth = await named(await given.staff('Physician', admin.project), 'Ruth', 'de la Cruz')
  await named(await given.staff('Nurse', admin.project), 'Łukasz', 'Müller')
  await named(await given.staff('MRI-Tech', admin.project), '100%', 'Under_score')
  await named(await given.staff('Nurse'), 'Ruth', 'Elsewhere')

  expect(await find(admin, {})).toEqual(['de la Cruz', 'Müller', 'Under_score'])
  expect(await find(admin, { group: 'admins' })).toEqual(['Zorn'])
  expect(await find(admin, { searchQuery: 'cruz RUTH' })).toEqual(['de la Cruz'])
  expect(await find(admin, { searchQuery: 'lukasz' })).toEqual(['Müller'])
  expect(await find(admin, { searchQuery: 'mri' })).toEqual(['Under_score'])
  expect(await find(admin, { searchQuery: ruth.code })).toEqual(['de la Cruz'])
  expect(await find(admin, { searchQuery: ruth.email.slice(0, 8) })).toEqual(['de la Cruz'])
  expect(await find(admin, { searchQuery: 'uth' })).toEqual([])
  expect(await find(admin, { searchQuery: '%' })).toEqual([])
  expect(await as(admin).call(listOperators, { query: { page: 9 } })).toEqual({
    operators: [],
    total: 3,
    total_pages: 1,
  })
  expect((await send(admin, listOperators, { query: { page_size: 7 } })).status).toBe(400)
})

test('a deleted provider is out at once, cannot come back, and a second click is harmless', async () => {
  const admin = await given.staff('Admin')
  const nurse = await given.staff('Nurse', admin.project)
  await as(nurse).call(listPatients, { query: {} })

  const args = { params: { email: nurse.email } }
  await as(admin).call(deleteOperator, args)
  expect((await send(nurse, listPatients)).status).toBe(401)
  expect(await find(admin, {})).toEqual([])
  const body = { email: nurse.email, password: nurse.password }
  expect((await send(null, loginOperator, { body })).status).toBe(400)
  expect((await send(admin, getOperator, { body: { email: nurse.email } })).status).toBe(404)
  await as(admin).call(deleteOperator, args)
  const [kept] = await owner<{ count: number }>('select count(*)::int as count from providers where provider_id = $1', [
    nurse.id,
  ])
  expect(kept).toEqual({ count: 1 })
})

test('nobody deletes themselves, the last admin, or as an admin a SuperAdmin', async () => {
  const admin = await given.staff('Admin')
  const superAdmin = await given.staff('SuperAdmin', admin.project)
  const remove = (by: TestUser, whom: TestUser) => send(by, deleteOperator, { params: { email: whom.email } })

  expect((await remove(admin, admin)).body).toMatchObject({ code: 'oneself' })
  expect(await remove(admin, superAdmin)).toMatchObject({ status: 409, body: { code: 'super_admin' } })
  expect((await remove(superAdmin, admin)).status).toBe(200)
})

test.each([
  ['the last two', false, { code: 'last_admin' }],
  ['two of three', true, { status: 401 }],
])('of two admins who delete each other at the same moment one stays: %s', async (_, hasThird, refusal) => {
  const one = await given.staff('Admin')
  if (hasThird) await given.staff('Admin', one.project)
  const two = await given.staff('Admin', one.project)
  const scope = staffScope(projectId(one.project))
  const by = ({ id, role }: TestUser) => ({ person: id, role }) as Caller
  let settled = false
  let second: Promise<unknown> = Promise.resolve()

  await database.scoped(scope, async (db) => {
    await removeProvider(db, by(one), two.email)
    second = database.scoped(scope, (other) => removeProvider(other, by(two), one.email))
    second.then(
      () => (settled = true),
      () => {},
    )
    const waits = async () => settled || (await owner('select from pg_locks where not granted limit 1')).length > 0
    await expect.poll(waits).toBe(true)
  })
  await expect(second).rejects.toMatchObject(refusal)
})

test('a profile is saved with its rules, and a stale edit gets the current one', async () => {
  const nurse = await given.staff('Nurse')
  const save = (body: object) => send(nurse, updateOperatorProfile, { body })
  const { operator } = await as(nurse).call(getMyOperatorProfile, {})

  const saved = await save({ ...operator, ...testAddress, age: '41', gender: 'Female', race: 'Asian' })
  expect(saved.body).toMatchObject({ operator: { ...testAddress, age: 41, race: 'Asian', version: 2, role: 'Nurse' } })
  expect((await save({ ...saved.body.operator, city: 'Elsewhere', version: 1 })).body).toMatchObject({
    code: 'stale',
    operator: { city: 'Boston', version: 2 },
  })
  const wrong = { mobile_number: '123', first_name: ' ', city: '', state: 'State', zip_code: '1', email: 'x', age: 121 }
  expect(await save(wrong)).toMatchObject({
    status: 400,
    body: {
      fields: {
        mobile_number: 'Invalid mobile number',
        first_name: 'First name is required',
        city: 'City is required',
        state: 'State is required',
        zip_code: 'Invalid Zip code',
        email: 'Invalid Email',
        age: 'Age must be 120 or less',
      },
    },
  })
})

test('providers change only themselves and never their role; admins change both, at once', async () => {
  const admin = await given.staff('Admin')
  const [nurse, tech] = [await given.staff('Nurse', admin.project), await given.staff('MRI-Tech', admin.project)]
  const save = (by: TestUser, body: object) => send(by, updateOperatorProfile, { body })

  expect((await save(nurse, { provider_id: tech.code, city: 'X' })).status).toBe(403)
  expect((await save(nurse, { provider_id: 'S-NOBODY', city: 'X' })).status).toBe(403)
  expect((await save(nurse, { provider_id: nurse.code, role: 'Physician' })).status).toBe(403)
  expect((await save(nurse, { role: 'Nurse', register_status: 'Registered' })).status).toBe(200)

  const changed = await save(admin, { provider_id: nurse.code, role: 'Physician', city: 'Salem' })
  expect(changed.body).toMatchObject({ operator: { role: 'Physician', city: 'Salem' } })
  expect((await as(nurse).call(getMyOperatorProfile, {})).operator.role).toBe('Physician')
  expect((await save(admin, { provider_id: nurse.code, role: 'Admin' })).status).toBe(400)
  expect((await save(admin, { provider_id: nurse.code, register_status: 'Invited' })).status).toBe(403)
  const [row] = await owner(
    "select actor_id, object_id, result from audit_events where project_id = $1 and action = 'provider.change_role'",
    [admin.project],
  )
  expect(row).toEqual({ actor_id: admin.id, object_id: nurse.id, result: 'Nurse to Physician' })
})

test('a change of name keeps the old one in the trail', async () => {
  const nurse = await given.staff('Nurse')
  await as(nurse).call(updateOperatorProfile, { body: { first_name: 'Kim' } })
  await as(nurse).call(updateOperatorProfile, { body: { city: 'Salem' } })
  const rows = await owner(
    "select object_id, result from audit_events where actor_id = $1 and action = 'provider.rename'",
    [nurse.id],
  )
  expect(rows).toEqual([{ object_id: nurse.id, result: 'Nora Lindt to Kim Lindt' }])
})

test('the patients of a physician have the new name', async () => {
  const physician = await given.staff('Physician')
  const [ana, ben] = [await given.patient(physician.project), await given.patient(physician.project)]
  await as(physician).call(updatePatient, { body: { _id: ana.id, provider_id: physician.code } })
  await as(physician).call(updatePatient, { body: { _id: ben.id, physician_name: 'Nora Far' } })
  await as(physician).call(updateOperatorProfile, { body: { last_name: 'Lund' } })
  const physicianOf = async ({ code }: TestUser) =>
    (await as(physician).call(getPatientInfo, { params: { key: code } })).patient.physician_name
  expect([await physicianOf(ana), await physicianOf(ben)]).toEqual(['Nora Lund', 'Nora Far'])
})

test('an admin reaches everybody of the project and nobody else', async () => {
  const admin = await given.staff('Admin')
  const [nurse, stranger] = [await given.staff('Nurse', admin.project), await given.staff('Nurse')]

  expect((await as(admin).call(getOperator, { body: { email: nurse.email } })).operator._id).toBe(nurse.id)
  for (const provider_id of [stranger.code, stranger.id, stranger.email, 'S-NOBODY', '💥'])
    expect((await send(admin, updateOperatorProfile, { body: { provider_id, city: 'X' } })).status).toBe(404)
})

test('an admin saves their own profile by their own call; neither call touches an admin’s role or another admin’s address', async () => {
  const admin = await given.staff('Admin')
  const other = await given.staff('SuperAdmin', admin.project)

  const { operator } = await as(admin).call(updateAdminProfile, { body: { ...testAddress, provider_id: admin.code } })
  expect(operator).toMatchObject(testAddress)
  expect((await send(admin, updateAdminProfile, { body: { provider_id: other.code, city: 'X' } })).status).toBe(403)
  expect((await send(admin, updateAdminProfile, { body: { role: 'Nurse' } })).status).toBe(403)
  const takeover = { provider_id: other.code, email: 'mine@evil.example' }
  expect((await send(admin, updateOperatorProfile, { body: takeover })).status).toBe(403)
  expect((await send(admin, updateOperatorProfile, { body: { provider_id: other.code, city: 'Salem' } })).status).toBe(
    200,
  )
})

test('a new address waits for its confirmation; one that a colleague has is refused', async () => {
  const nurse = await given.staff('Nurse')
  const colleague = await given.staff('MRI-Tech', nurse.project)

  const { operator } = await as(nurse).call(updateOperatorProfile, { body: { email: 'new@staff.example' } })
  expect(operator).toMatchObject({ email: nurse.email, pending_email: 'new@staff.example' })
  expect((await send(nurse, updateOperatorProfile, { body: { email: colleague.email } })).body).toMatchObject({
    code: 'email_taken',
  })
  expect((await send(nurse, updateOperatorProfile, { body: { email: nurse.email.toUpperCase() } })).status).toBe(200)
})

test('physicians to choose from are those of the project who are not deleted, for every member of the staff', async () => {
  const nurse = await given.staff('Nurse')
  const [here, gone] = [await given.staff('Physician', nurse.project), await given.staff('Physician', nurse.project)]
  await given.staff('Physician')
  await owner('update providers set deleted_at = now() where provider_id = $1', [gone.id])
  const { operators } = await as(nurse).call(listPhysicians, {})
  expect(operators.map(({ _id }) => _id)).toEqual([here.id])
})
