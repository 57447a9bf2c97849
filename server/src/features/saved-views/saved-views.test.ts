import { addSavedView, listSavedViews, maxSavedViews, removeSavedView } from '@fornix/contract'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { given, as, send } = await testApp()
const waiting = { name: 'Waiting', filters: { status: 'Screened', patient_type: 'Volunteer' } } as const
const add = (user: TestUser, body: { name: string; filters: object } = waiting) => send(user, addSavedView, { body })
const namesOf = async (user: TestUser) => (await as(user).call(listSavedViews, {})).views.map(({ name }) => name)

test('a view comes back by name, with its filters and without a search', async () => {
  const nora = await given.staff('Nurse')
  await add(nora)
  await add(nora, { name: 'accepted', filters: { status: 'Accepted', searchQuery: 'Rivera' } })
  const { views } = await as(nora).call(listSavedViews, {})
  expect(views).toMatchObject([{ name: 'accepted', filters: { status: 'Accepted' } }, waiting])
  expect(JSON.stringify(views)).not.toContain('Rivera')
})

test('it is one’s own: colleagues, admins and other projects neither see nor delete it', async () => {
  const nora = await given.staff('Nurse')
  await add(nora)
  const [view] = (await as(nora).call(listSavedViews, {})).views
  const params = { view_id: view?.view_id ?? '' }
  for (const other of [
    await given.staff('Nurse', nora.project),
    await given.staff('SuperAdmin', nora.project),
    await given.staff('Nurse'),
  ]) {
    expect(await namesOf(other)).toEqual([])
    expect((await send(other, removeSavedView, { params })).status).toBe(404)
  }
  expect((await send(await given.patient(nora.project), listSavedViews, {})).status).toBe(403)
  await as(nora).call(removeSavedView, { params })
  expect(await namesOf(nora)).toEqual([])
})

test('a name is used once, however it is written, and twenty views are enough', async () => {
  const nora = await given.staff('Nurse')
  await add(nora)
  expect(await add(nora, { name: 'WAITING', filters: {} })).toMatchObject({
    status: 409,
    body: { fields: { name: 'You already have a view with this name.' } },
  })
  expect((await add(nora, { name: ' ', filters: {} })).status).toBe(400)
  expect((await add(nora, { name: 'x', filters: { status: 'Sleeping' } })).status).toBe(400)
  for (let n = 1; n < maxSavedViews; n++) expect((await add(nora, { name: `View ${n}`, filters: {} })).status).toBe(200)
  expect((await add(nora, { name: 'One more', filters: {} })).status).toBe(400)
})
