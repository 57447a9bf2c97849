import {
  assignWork,
  endEmergency,
  getEmergency,
  getPatientInfo,
  getScreening,
  getWorkQueue,
  listEmergencies,
  listUnusualAccess,
  reviewEmergency,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { emergencyWorld, why } from '../../../test/emergency-world.ts'
import type { TestUser } from '../../../test/given.ts'

const { as, given, send, owner, setting, opened, later } = await emergencyWorld()

const review = (user: TestUser, emergency_id: string, body: object = {}) =>
  send(user, reviewEmergency, {
    params: { emergency_id },
    body: { finding: 'justified', note: 'The seizure is in the visit log', version: 1, ...body },
  })
const over = async (patient: TestUser, nurse: TestUser) => {
  const id = await opened(nurse, patient)
  await as(nurse).call(endEmergency, { params: { emergency_id: id } })
  return id
}
const waiting = async (user: TestUser) =>
  (await as(user).call(getWorkQueue, { query: {} })).sections.find(({ kind }) => kind === 'emergency')
const list = (user: TestUser, view?: 'open' | 'to_review' | 'reviewed') =>
  as(user).call(listEmergencies, { query: view ? { view } : {} })

test('the task waits for admins from the opening on, until one of them gives a finding', async () => {
  const { ana, nora, adam } = await setting()
  const id = await opened(nora, ana)
  expect(await waiting(adam)).toMatchObject({
    count: 1,
    items: [{ id, name: 'Ana Rivera', patient_id: ana.code, note: 'Nora Lindt', state: 'open' }],
  })
  expect(await waiting(nora)).toBeUndefined()
  const params = { kind: 'emergency', item_id: id }
  await as(adam).call(assignWork, { params, body: { assignee: adam.code, version: 0 } })
  await later(id, 60)
  // A deleted record does not remove a review.
  await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])
  expect(await waiting(adam)).toMatchObject({ count: 1, items: [{ state: '' }] })
  expect((await review(adam, id)).status).toBe(200)
  expect(await waiting(adam)).toMatchObject({ count: 0 })
  expect(await owner('select from work_items where item_id = $1', [id])).toEqual([])
})

test('a review has a finding and a note, comes after the end, and of two at once the second is told', async () => {
  const { ana, nora, adam } = await setting()
  const id = await opened(nora, ana)
  expect(await review(adam, id)).toMatchObject({ status: 409, body: { code: 'still_open' } })
  await as(adam).call(endEmergency, { params: { emergency_id: id } })
  const note = 'Please say what you found, in 5 to 500 characters'
  for (const [body, fields] of [
    [{ note: '' }, { note }],
    [{ note: 'ok' }, { note }],
    [{ finding: '' }, { finding: 'Please choose a finding' }],
  ])
    expect(await review(adam, id, body)).toMatchObject({ status: 400, body: { fields } })
  expect(await review(adam, id, { finding: 'follow_up' })).toMatchObject({
    status: 200,
    body: { access: { review: { finding: 'follow_up', by: 'Nora Lindt' }, version: 2, ended_by: 'Nora Lindt' } },
  })
  expect(await review(adam, id)).toMatchObject({ status: 409, body: { code: 'stale' } })
  // A followed-up case gets its final finding; the trail has both.
  expect((await review(adam, id, { finding: 'not_justified', version: 2 })).status).toBe(200)
  const rows = await owner<{ object_id: string; patient_id: string }>(
    "select object_id, patient_id from audit_events where action = 'emergency_access.review' and actor_id = $1 order by event_id",
    [adam.id],
  )
  expect(rows).toEqual(
    ['Needs follow-up', 'Not justified'].map((finding) => ({
      object_id: `${finding}: The seizure is in the visit log`,
      patient_id: ana.id,
    })),
  )
})

test('who opened it does not review it, as an admin neither; the database would refuse it, too', async () => {
  const { ana, nora } = await setting()
  const id = await over(ana, nora)
  const admin = await given.staff('Admin', ana.project)
  await owner('update emergency_accesses set provider_id = $2 where emergency_id = $1', [id, admin.id])
  expect(await review(admin, id)).toMatchObject({ status: 403, body: { code: 'own_emergency' } })
  expect((await list(admin)).accesses[0]?.is_own).toBe(true)
  await expect(
    owner(
      "update emergency_accesses set finding = 'justified', reviewed_by = provider_id, reviewed_at = now() where emergency_id = $1",
      [id],
    ),
  ).rejects.toThrow(/check/)
})

test('nor does who opened it in another role of the same login', async () => {
  const { ana, nora } = await setting()
  const id = await over(ana, nora)
  const boss = await given.staff('Admin', nora.project, { login: nora.login, email: `admin.${nora.email}` })
  expect(await review(boss, id)).toMatchObject({ status: 403, body: { code: 'own_emergency' } })
  const { accesses } = await list(boss)
  expect(accesses).toMatchObject([{ emergency_id: id, is_own: true }])
})

test('admins of the project list them, and nobody else does', async () => {
  const { ana, nora, adam } = await setting()
  const first = await over(ana, nora)
  const second = await opened(nora, ana)
  const far = await given.staff('Admin')
  expect(await list(adam)).toMatchObject({
    counts: { open: 1, to_review: 2, reviewed: 0 },
    total: 2,
    accesses: [
      { emergency_id: second, is_open: true, ended_by: '', person: { name: 'Nora Lindt', role: 'Nurse' }, reason: why },
      { emergency_id: first, is_open: false, ended_by: 'Nora Lindt', record: { patient_id: ana.code }, review: null },
    ],
  })
  expect((await as(adam).call(listUnusualAccess, { query: {} })).emergencies).toBe(2)
  await review(adam, first)
  expect((await as(adam).call(listUnusualAccess, { query: {} })).emergencies).toBe(1)
  expect((await as(far).call(listUnusualAccess, { query: {} })).emergencies).toBe(0)
  expect((await list(adam, 'reviewed')).accesses.map(({ emergency_id }) => emergency_id)).toEqual([first])
  expect((await list(adam, 'to_review')).accesses.map(({ emergency_id }) => emergency_id)).toEqual([second])
  expect((await list(adam, 'open')).accesses.map(({ emergency_id }) => emergency_id)).toEqual([second])
  expect(await list(far)).toMatchObject({ accesses: [], counts: { open: 0, to_review: 0, reviewed: 0 } })
  const params = { emergency_id: first }
  for (const call of [getEmergency, reviewEmergency])
    expect((await send(far, call, { params, body: {} })).status).toBe(404)
  expect((await send(nora, getEmergency, { params })).status).toBe(403)
  expect((await review(nora, first)).status).toBe(403)
})

test('an admin reads what was done in that hour, and what of it only the emergency showed', async () => {
  const { ana, nora, adam } = await setting()
  const read = () => as(nora).call(getPatientInfo, { params: { key: ana.code } })
  await read()
  const id = await opened(nora, ana)
  await read()
  await as(nora).call(getScreening, { params: { key: ana.code } })
  await as(adam).call(getPatientInfo, { params: { key: ana.code } })
  await as(nora).call(endEmergency, { params: { emergency_id: id } })
  await read()
  const { access, acts } = await as(adam).call(getEmergency, { params: { emergency_id: id } })
  expect(access).toMatchObject({ emergency_id: id, reason: why })
  expect(acts.map(({ what, is_opened }) => [what, is_opened])).toEqual([
    ['Opened the medical information in an emergency', false],
    ['Opened the profile and medical information', true],
    ['Looked at the MRI safety answers', true],
  ])
})
