import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentSession } from '../../platform/session/session-store.ts'
import { axeHits } from '../../testing/axe.ts'
import { ok, serve } from '../../testing/serve.ts'
import { showRoutes } from '../../testing/show.tsx'
import { type AreaTab, PatientAreaPage } from './PatientAreaPage.tsx'

const Home = () => <h1>At home</h1>
const tabs: AreaTab[] = [
  { value: 'appointment', label: 'Visits', Page: () => <h1>My visits</h1> },
  {
    value: 'uploadfile',
    label: 'Files',
    Page: () => (
      <label>
        Search files <input />
      </label>
    ),
  },
]

const render = (at = '/patient/profile') => {
  serve({ 'POST /patient/logout/': ok() })
  const unknown = <h1>No such tab</h1>
  const routes = [
    { path: '/patient/:tab', element: <PatientAreaPage profile={Home} tabs={tabs} unknown={unknown} /> },
    { path: '*', element: <h1>Another page</h1> },
  ]
  return showRoutes(routes, { role: 'Patient', at })
}
const narrow = async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
}

test.each([
  ['/patient/profile', 'At home'],
  ['/patient/appointment', 'My visits'],
  ['/patient/APPOINTMENT', 'My visits'],
  ['/patient/nothing', 'No such tab'],
])('the address %s shows “%s”', async (at, heading) => {
  const { screen } = await render(at)
  await expect.element(screen.getByRole('heading', { name: heading })).toBeVisible()
})

test('a click on a tab opens its page at an address of its own', async () => {
  const { screen, address } = await render()
  await expect.element(screen.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')
  await screen.getByRole('tab', { name: 'Visits' }).click()
  await expect.element(screen.getByRole('tabpanel', { name: 'Visits' })).toBeVisible()
  expect(address()).toBe('/patient/appointment')
  await expect.element(screen.getByText('At home')).not.toBeInTheDocument()
})

test('the arrow keys go along the tabs, and only Enter opens one', async () => {
  const { screen, address } = await render()
  screen.getByRole('tab', { name: 'Profile' }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('tab', { name: 'Visits' })).toHaveFocus()
  expect(address()).toBe('/patient/profile')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { name: 'My visits' })).toBeVisible()
})

test('Logout ends the session', async () => {
  const { screen } = await render()
  await screen.getByRole('link', { name: 'Logout' }).click()
  await expect.poll(currentSession).toBeNull()
  await expect.element(screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
})

test('in a narrow window a menu says where one is, and closes behind a choice', async () => {
  await narrow()
  const { screen, address } = await render()
  const nav = screen.getByRole('navigation', { name: 'Patient area' })
  const menu = nav.getByRole('button', { name: 'Profile' })
  await expect.element(menu).toHaveAttribute('aria-expanded', 'false')
  await menu.click()
  await expect.element(nav.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  expect(await axeHits()).toEqual([])
  await nav.getByRole('link', { name: 'Visits' }).click()
  await expect.element(nav.getByRole('button', { name: 'Visits' })).toHaveAttribute('aria-expanded', 'false')
  expect(address()).toBe('/patient/appointment')
})

test('turning a tablet loses nothing that was typed', async () => {
  const { screen } = await render('/patient/uploadfile')
  await screen.getByRole('textbox', { name: 'Search files' }).fill('letter')
  await narrow()
  await expect.element(screen.getByRole('button', { name: 'Files' })).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Search files' })).toHaveValue('letter')
})
