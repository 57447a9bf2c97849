import type { Operator } from '@fornix/contract'
import { expect, test } from 'vitest'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { testOperator as nora } from '../../testing/records.ts'
import { ok, refused, serve, stale } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { OperatorProfilePage } from './OperatorProfilePage.tsx'

const update = 'POST /operator/update_operator_profile/'

/** The page of an admin who came from nora's row. */
const ofOther = async () => {
  const { screen, router } = await show(<OperatorProfilePage />, { role: 'Admin', at: '/operatorProfile' })
  await router.navigate('/operatorProfile', { state: { operator: nora } })
  return { screen }
}

test('one’s own profile shows its rows, with the address in one line, and no role to choose', async () => {
  serve({ 'GET /operator/get_operator_profile/': () => ok({ operator: nora }) })
  const { screen } = await show(<OperatorProfilePage />, { role: 'Nurse', at: '/operatorProfile' })
  await expect.element(screen.getByText('12 Harbor St, Boston, MA 02110')).toBeVisible()
  for (const name of ['Mobile Number', 'Email', 'Age', 'Gender', 'Race', 'Address'])
    await expect.element(screen.getByText(name, { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Role' })).not.toBeInTheDocument()
})

test('saving stays blocked while a field is wrong, and the sentences are told', async () => {
  serve({ 'GET /operator/get_operator_profile/': () => ok({ operator: nora }) })
  const { screen } = await show(<OperatorProfilePage />, { role: 'Nurse', at: '/operatorProfile' })
  await screen.getByRole('button', { name: 'Edit profile' }).click()
  const wrong: [string, string, string][] = [
    ['Mobile Number', '12', 'Invalid mobile number'],
    ['Email', 'x', 'Invalid Email'],
    ['First Name', '', 'First name is required'],
    ['Last Name', '', 'Last name is required'],
    ['Address line 1', '', 'Address is required'],
    ['City', '', 'City is required'],
    ['Zip code', '', 'Zip code is required'],
    ['Zip code', '1', 'Invalid Zip code'],
  ]
  for (const [label, value, sentence] of wrong) {
    await screen.getByRole('textbox', { name: label }).fill(value)
    await expect.element(screen.getByText(new RegExp(`^To save: .*${sentence}`))).toBeVisible()
  }
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(await hitsInEveryLook()).toEqual([])
})

test('an admin chooses the role of the provider of the row, and can take it back', async () => {
  let now = nora
  const asked = serve({
    'POST /admin/get_operator_profile/': () => ok({ operator: now }),
    [update]: ({ body }) => {
      now = { ...now, role: body?.['role'] as Operator['role'], version: now.version + 1 }
      return ok({ message: 'ok', operator: now })
    },
  })
  const { screen } = await ofOther()
  await screen.getByRole('combobox', { name: 'Role' }).click()
  await screen.getByRole('option', { name: 'Physician' }).click()
  await expect.element(screen.getByText('The role is now Physician.')).toBeVisible()
  expect(asked.find(({ call }) => call.includes('update'))?.body).toEqual({
    provider_id: 'S-7K3QX9',
    version: 3,
    role: 'Physician',
  })
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByRole('combobox', { name: 'Role' })).toHaveValue('Nurse')
})

test('a role that a colleague changed meanwhile says so, shows theirs, and can then be changed', async () => {
  let now = nora
  serve({
    'POST /admin/get_operator_profile/': () => ok({ operator: now }),
    [update]: ({ body }) => {
      if (body?.['version'] !== now.version) return refused(409, 'Someone else changed this profile.')
      now = { ...now, role: body?.['role'] as Operator['role'], version: now.version + 1 }
      return ok({ message: 'ok', operator: now })
    },
  })
  const { screen } = await ofOther()
  const role = screen.getByRole('combobox', { name: 'Role' })
  const choose = async (name: string) => {
    await role.click()
    await screen.getByRole('option', { name }).click()
  }
  await choose('Physician')
  await expect.element(screen.getByText('The role is now Physician.')).toBeVisible()
  now = { ...now, city: 'Lowell', version: now.version + 1 }
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Someone else changed this profile.')).toBeVisible()
  await expect.element(screen.getByText('12 Harbor St, Lowell, MA 02110')).toBeVisible()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(role).toHaveValue('Nurse')

  await choose('Physician')
  await expect.element(screen.getByText('The role is now Physician.')).toBeVisible()
  now = { ...now, role: 'MRI-Tech', version: now.version + 1 }
  await choose('Nurse')
  await expect.element(role).toHaveValue('MRI-Tech')
  // What it would undo is somebody else's choice by now.
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  await choose('Nurse')
  await expect.element(screen.getByText('The role is now Nurse.')).toBeVisible()
})

test('a stale edit shows both values and loses nothing', async () => {
  let now = nora
  const asked = serve({
    'POST /admin/get_operator_profile/': () => ok({ operator: now }),
    [update]: ({ body }) => {
      if (body?.['version'] !== now.version) return stale()
      now = { ...now, ...body, version: now.version + 1 }
      return ok({ message: 'ok', operator: now })
    },
  })
  const { screen } = await ofOther()
  await screen.getByRole('button', { name: 'Edit profile' }).click()
  await screen.getByRole('textbox', { name: 'City' }).fill('Salem')
  now = { ...nora, city: 'Lowell', version: 4 }
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('This was changed while you were editing')).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Lowell' })).toBeVisible()
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(screen.getByText('12 Harbor St, Salem, MA 02110')).toBeVisible()
  expect(asked.at(-1)?.call).toBe('POST /admin/get_operator_profile/')
})

test('a provider who is gone is said to be gone', async () => {
  serve({ 'POST /admin/get_operator_profile/': () => refused(404, 'Not found.') })
  const { screen } = await ofOther()
  await expect.element(screen.getByText('This provider no longer exists.')).toBeVisible()
})
