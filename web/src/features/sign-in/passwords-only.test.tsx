import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session-store.ts'
import { AdminPage } from './AdminPage.tsx'
import { PatientsPage } from './PatientsPage.tsx'
import { PhysiciansPage } from './PhysiciansPage.tsx'
import { config, serve, show } from './testing.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetSession()
})

const pages = [PatientsPage, PhysiciansPage, AdminPage].map((Component) => [Component.name, Component] as const)

test.each(pages)('%s offers no provider where passwords are the only way in', async (_name, Component) => {
  serve({ '/common/api/config/': [200, { ...config, identity: { kind: 'password' } }] })
  const { screen } = await show('/in', [{ path: '/in', Component }])
  await expect.element(screen.getByLabelText(/^Password/).first()).toBeVisible()
  await vi.waitFor(() => expect(screen.getByText(/^or with your/).elements()).toEqual([]))
  expect(screen.getByRole('button', { name: /demo provider/ }).elements()).toEqual([])
})

test.each(pages)('%s offers the provider where there is one', async (_name, Component) => {
  serve({})
  const { screen } = await show('/in', [{ path: '/in', Component }])
  await expect.element(screen.getByRole('button', { name: 'Sign in with the demo provider' })).toBeVisible()
  await expect.element(screen.getByText(/^or with your/)).toBeVisible()
})
