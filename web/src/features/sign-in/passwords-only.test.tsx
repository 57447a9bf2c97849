import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { config, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { AdminPage } from './AdminPage.tsx'
import { PatientsPage } from './PatientsPage.tsx'
import { PhysiciansPage } from './PhysiciansPage.tsx'

beforeEach(signOut)

const pages = [PatientsPage, PhysiciansPage, AdminPage].map((Component) => [Component.name, Component] as const)

test.each(pages)('%s offers no provider where passwords are the only way in', async (_name, Component) => {
  serve({ 'GET /common/api/config/': [200, { ...config, identity: { kind: 'password' } }] })
  const { screen } = await show(<Component />, { at: '/in', strict: true })
  await expect.element(screen.getByLabelText(/^Password/).first()).toBeVisible()
  await expect.element(screen.getByText(/^or with your/)).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: /with Google/ }).elements()).toEqual([])
})

test.each(pages)('%s keeps no place for a provider that its document says is not there', async (_name, Component) => {
  const meta = Object.assign(document.createElement('meta'), { name: 'sign-in', content: 'password' })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  const answer = Promise.withResolvers<void>()
  serve({
    'GET /common/api/config/': async () => {
      await answer.promise
      return [200, { ...config, identity: { kind: 'password' } }]
    },
  })
  const { screen } = await show(<Component />, { at: '/in', strict: true })
  await expect.element(screen.getByLabelText(/^Password/).first()).toBeVisible()
  await expect.element(screen.getByText(/^or with your/)).not.toBeInTheDocument()
  answer.resolve()
})

test.each(pages)('%s offers the provider where there is one', async (_name, Component) => {
  serve({})
  const { screen } = await show(<Component />, { at: '/in', strict: true })
  await expect.element(screen.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await expect.element(screen.getByText(/^or with your/)).toBeVisible()
})
