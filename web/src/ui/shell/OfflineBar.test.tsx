import { getConfig } from '@fornix/contract'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PatientShell } from '../../clinic/shell/PatientShell.tsx'
import { PublicShell } from '../../clinic/shell/PublicShell.tsx'
import { StaffShell } from '../../clinic/shell/StaffShell.tsx'
import { send } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { config, serve } from '../../testing/serve.ts'
import { showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { PageTitle } from './PageTitle.tsx'

beforeEach(signOut)
afterEach(async () => {
  onlineManager.setOnline(true)
  await page.viewport(1280, 800)
})

const children = [{ path: '*', element: <PageTitle title="Files" /> }]
const sentence = /What you see may be out of date\./

test.each([
  ['Patient', PatientShell],
  ['Nurse', () => <StaffShell />],
  [undefined, PublicShell],
] as const)('the frame of %s says while the device is offline, and nothing moves', async (role, Component) => {
  serve({})
  if (role) signIn(role)
  for (const [width, scheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.viewport(width, 800)
    const { screen } = await showRoutes([{ Component, children }], { at: '/files', scheme })
    const title = screen.getByRole('heading', { name: 'Files' })
    await expect.element(title).toBeVisible()
    const before = title.element().getBoundingClientRect().top
    window.dispatchEvent(new Event('offline'))
    await expect.element(screen.getByText(sentence)).toBeVisible()
    expect(title.element().getBoundingClientRect().top).toBe(before)
    expect(await axeHits()).toEqual([])
    window.dispatchEvent(new Event('online'))
    await expect.element(screen.getByText(sentence)).not.toBeInTheDocument()
    await screen.unmount()
  }
})

test('a server that does not answer is told too, until it answers again', async () => {
  let isBack = false
  serve({
    'HEAD *': () => (isBack ? [200, ''] : 'no network'),
    'GET /common/api/config/': () => (isBack ? [200, config] : 'no network'),
  })
  const { screen } = await showRoutes([{ Component: PublicShell, children }])
  await expect
    .element(screen.getByText('The portal cannot be reached right now. What you see may be out of date.'))
    .toBeVisible()
  isBack = true
  await expect.element(screen.getByText(sentence)).not.toBeInTheDocument()
})

test('one call that fails while the server answers is no reason to say so', async () => {
  const sent = serve({ 'HEAD *': [200, ''], 'GET /common/api/config/': 'no network' })
  const { screen } = await showRoutes([{ Component: PublicShell, children }])
  await send(getConfig, {}).catch(() => undefined)
  await expect.poll(() => sent.some(({ call }) => call.startsWith('HEAD'))).toBe(true)
  await expect.element(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
  expect(screen.getByText(sentence).query()).toBeNull()
})
