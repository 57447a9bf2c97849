import { getTwoStep, getTwoStepPolicy, listOperators, listPhysicians, saveTwoStepPolicy } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { passkeyAdder } from '../../../test/second-factors.ts'

const app = await testApp()
const { given, as, send, owner } = app
const withPasskey = passkeyAdder(app)

test('an admin says who needs two steps, and it counts at once', async () => {
  const project = await given.project()
  const [admin, nurse] = [await given.staff('Admin', project), await given.staff('Nurse', project)]
  await withPasskey(admin)
  const { version, admins_always, people, ...before } = await as(admin).call(getTwoStepPolicy, {})
  expect(people.toSorted((a, b) => (a.role < b.role ? -1 : 1))).toEqual([
    { role: 'Admin', all: 1, without: 0 },
    { role: 'Nurse', all: 1, without: 1 },
  ])
  expect({ admins_always, roles: before.roles, mail: before.mail }).toEqual({
    admins_always: false,
    roles: [],
    mail: false,
  })
  const policy = { ...before, roles: ['Nurse' as const], since: '2026-01-01', grace_days: 0, version }
  await as(admin).call(saveTwoStepPolicy, { body: policy })
  expect((await as(nurse).call(getTwoStep, {})).state).toBe('enroll')
  expect((await as(admin).call(getTwoStep, {})).state).toBe('none')
  expect((await send(admin, saveTwoStepPolicy, { body: policy })).status).toBe(409)
})

test('caregivers count among patients, each person once, and no longer once their access ends', async () => {
  const ana = await given.patient()
  const [admin, ben] = [await given.staff('Admin', ana.project), await given.patient(ana.project)]
  await withPasskey(ana)
  await withPasskey(ben)
  const helper = await given.caregiver(ana, ['visits'])
  const patients = async () =>
    (await as(admin).call(getTwoStepPolicy, {})).people.find(({ role }) => role === 'Patient')
  expect(await patients()).toEqual({ role: 'Patient', all: 3, without: 1 })

  const ofBen = await given.caregiver(ben, ['visits'], { login: helper.login })
  expect(await patients()).toEqual({ role: 'Patient', all: 3, without: 1 })
  await owner('update caregivers set until = current_date - 2 where caregiver_id = $1', [ofBen.caregiver])
  await owner("update caregivers set ended_at = now(), ended_by = 'patient' where caregiver_id = $1", [
    helper.caregiver,
  ])
  expect(await patients()).toEqual({ role: 'Patient', all: 2, without: 0 })
})

test('admins see of each provider whether there is a second step, and colleagues do not', async () => {
  const project = await given.project()
  const [admin, nurse, doctor] = [
    await given.staff('Admin', project),
    await given.staff('Nurse', project),
    await given.staff('Physician', project),
  ]
  await withPasskey(nurse)
  const { operators } = await as(admin).call(listOperators, { query: {} })
  expect(Object.fromEntries(operators.map(({ _id, two_step }) => [_id, two_step]))).toEqual({
    [nurse.id]: true,
    [doctor.id]: false,
  })
  const { operators: shown } = await as(nurse).call(listPhysicians, {})
  expect(shown).toMatchObject([{ _id: doctor.id, two_step: null }])
})
