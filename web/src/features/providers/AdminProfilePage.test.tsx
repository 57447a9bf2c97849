import type { Operator, Role } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentSession } from '../../platform/session/session-store.ts'
import { testOperator } from '../../testing/records.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, showRoutes } from '../../testing/show.tsx'
import { AdminProfilePage } from './AdminProfilePage.tsx'
import { OperatorProfilePage } from './OperatorProfilePage.tsx'

const ada: Operator = {
  ...testOperator,
  provider_id: 'PR-1',
  first_name: 'Ada',
  last_name: 'Min',
  email: 'amara@example.org',
  role: 'Admin',
}
const nora: Operator = { ...ada, provider_id: 'S-NORA', first_name: 'Nora', email: 'nora@staff.example', role: 'Nurse' }
const read = 'GET /operator/get_operator_profile/'
const readOther = 'POST /admin/get_operator_profile/'
const saveOwn = 'POST /admin/update_admin_profile/'
const saveOther = 'POST /operator/update_operator_profile/'

const render = async (answers: ServedCalls = {}) => {
  const sent = serve({ [read]: ok({ operator: ada }), ...answers })
  return { sent, ...(await show(<AdminProfilePage />, { role: 'Admin', at: '/adminProfile' })) }
}
const renderOther = async (answers: ServedCalls, operator: unknown = nora, role: Role = 'Admin') => {
  const sent = serve({ [read]: ok({ operator: ada }), ...answers })
  const routes = [
    { path: '/operatorProfile', Component: OperatorProfilePage },
    { path: '*', element: <h1>The list</h1> },
  ]
  const shown = await showRoutes(routes, { role, at: '/operatorList' })
  await shown.router.navigate('/operatorProfile', { state: { operator } })
  return { sent, ...shown }
}

test('an admin reads their own profile, without a way back to a list and without a role to choose', async () => {
  const { screen } = await render()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Ada Min' })).toBeVisible()
  await expect.element(screen.getByText('Admin · PR-1')).toBeVisible()
  await expect.element(screen.getByText('(555) 010-2345')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Back to Provider List' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('combobox', { name: 'Role' })).not.toBeInTheDocument()
})

test('a new name is the name of the whole portal at once, and only it is sent', async () => {
  let operator = ada
  const { screen, sent } = await render({
    [read]: () => ok({ operator }),
    [saveOwn]: ({ body }) => {
      operator = { ...ada, last_name: String(body?.['last_name']), version: 4 }
      return ok({ message: 'ok', operator })
    },
  })
  await screen.getByRole('button', { name: 'Edit profile' }).click()
  await screen.getByRole('textbox', { name: 'Last Name' }).fill('Moon')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Ada Moon' })).toBeVisible()
  expect(currentSession()?.user.last_name).toBe('Moon')
  expect(sent.find(({ call }) => call === saveOwn)?.body).toEqual({
    last_name: 'Moon',
    provider_id: 'PR-1',
    version: 3,
  })
})

test('a profile that could not be saved keeps what was typed', async () => {
  const { screen } = await render({ [saveOwn]: refused(500) })
  await page.viewport(390, 500)
  onTestFinished(() => page.viewport(1280, 800))
  await screen.getByRole('button', { name: 'Edit profile' }).click()
  await screen.getByRole('textbox', { name: 'City' }).fill('Salem')
  // The bar with Save stays in view wherever the page is scrolled to, and so does what became of it.
  window.scrollTo({ top: 0 })
  ;(screen.getByRole('button', { name: 'Save' }).element() as HTMLElement).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The profile could not be saved. Please try again.')
  await expect.element(screen.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect.element(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Salem')
  expect(currentSession()?.user.last_name).toBe('Abbott')
})

test('a profile that cannot be read can be asked for again', async () => {
  let broken = true
  const { screen } = await render({ [read]: () => (broken ? refused(500) : ok({ operator: ada })) })
  await expect.element(screen.getByText('The profile could not be loaded. Please try again.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Ada Min' })).toBeVisible()
})

test('a new address that nobody has confirmed is told, and what is not known says so', async () => {
  const { screen } = await render({
    [read]: ok({ operator: { ...ada, pending_email: 'new@x.example', age: null, mobile_number: '' } }),
  })
  await expect.element(screen.getByText(/^Waiting for new@x.example to be confirmed/)).toBeVisible()
  expect(screen.getByText('Not provided').elements()).toHaveLength(2)
})

test('one’s own fields are filled in by the browser, those of somebody else are not', async () => {
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit profile' }).click()
  await expect
    .element(screen.getByRole('textbox', { name: 'Mobile Number' }))
    .toHaveAttribute('autocomplete', 'tel-national')
  await screen.unmount()
  const { screen: other } = await renderOther({ [readOther]: ok({ operator: nora }) })
  await other.getByRole('button', { name: 'Edit profile' }).click()
  await expect.element(other.getByRole('textbox', { name: 'Mobile Number' })).toHaveAttribute('autocomplete', 'off')
})

test('the address of another admin is read, and not changed', async () => {
  const { screen } = await renderOther({ [readOther]: ok({ operator: { ...nora, role: 'Admin' } }) })
  await expect.element(screen.getByText('nora@staff.example')).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Role' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Edit profile' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'City' })).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).not.toBeInTheDocument()
})

test('a role that could not be changed says so, and stays as it was', async () => {
  const { screen } = await renderOther({ [readOther]: ok({ operator: nora }), [saveOther]: refused(500) })
  const role = screen.getByRole('combobox', { name: 'Role' })
  await expect.element(role).toHaveAccessibleDescription('The change takes effect right away.')
  await role.click()
  await screen.getByRole('option', { name: 'Physician' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The role could not be changed. Please try again.')
  await expect.element(role).toHaveValue('Nurse')
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('from a profile a link leads back to the list', async () => {
  const { screen, address } = await renderOther({ [readOther]: ok({ operator: nora }) })
  await screen.getByRole('link', { name: 'Back to Provider List' }).click()
  await expect.poll(address).toBe('/operatorList')
})

test.each<[string, unknown, Role]>([
  ['a nurse who came with the row of somebody else', nora, 'Nurse'],
  ['an admin who came with their own row', ada, 'Admin'],
  ['an admin who came with a state that says nothing', { email: 7 }, 'Admin'],
])('%s sees their own profile', async (_, operator, role) => {
  const { screen, sent } = await renderOther({}, operator, role)
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Ada Min' })).toBeVisible()
  expect(sent.some(({ call }) => call === readOther)).toBe(false)
})
