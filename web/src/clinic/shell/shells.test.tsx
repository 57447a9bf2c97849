import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentSession } from '../../platform/session/session-store.ts'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { looks } from '../../testing/looks.ts'
import { refused, serve } from '../../testing/serve.ts'
import { showRoutes, signIn, signOut, south } from '../../testing/show.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { watchPages } from '../../ui/shell/page-focus.ts'
import { PatientShell } from './PatientShell.tsx'
import { PublicShell } from './PublicShell.tsx'
import { pageAreaOf } from './page-area.ts'
import { StaffShell } from './StaffShell.tsx'

const pageOf = (path: string, title: string) => ({ path, element: <PageTitle title={title} /> })
const children = [
  pageOf('/files', 'Files'),
  pageOf('/profile', 'Profile'),
  pageOf('/operatorPatientlist', 'Patient List'),
  pageOf('*', 'Elsewhere'),
]
const staff = [{ element: <StaffShell actions={<button type="button">Bell</button>} />, children }]
const patient = [{ Component: PatientShell, children }]

beforeEach(() => {
  signOut()
  serve({})
})
afterEach(() => page.viewport(1280, 800))

test('providers see their pages, admins the dashboard too', async () => {
  signIn('Nurse')
  const { screen } = await showRoutes(staff, { at: '/operatorPatientlist' })
  const nav = screen.getByRole('navigation', { name: 'Main' })
  await expect.element(nav.getByRole('link', { name: 'Patients' })).toHaveAttribute('aria-current', 'page')
  expect(nav.getByRole('link', { name: 'Dashboard' }).elements()).toEqual([])
  await expect.element(screen.getByText('Northside')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Bell' })).toBeVisible()
  signIn('Admin')
  await expect.element(nav.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test.each(['light', 'dark'] as const)('the count beside a page can be read in the %s', async (scheme) => {
  signIn('Nurse')
  const counts = { '/operatorPatientlist': { count: 7, label: '7 new' } }
  const { screen } = await showRoutes([{ element: <StaffShell counts={counts} />, children }], {
    at: '/operatorPatientlist',
    scheme,
  })
  await expect.element(screen.getByText('7 new')).toBeInTheDocument()
  expect(await axeHits()).toEqual([])
})

test('an icon in the bar says when its page is open', async () => {
  signIn('Nurse')
  const { screen, router } = await showRoutes(staff, { at: '/contactUs' })
  const contact = screen.getByRole('link', { name: 'Contact us' })
  await expect.element(contact).toHaveAttribute('aria-current', 'page')
  await router.navigate('/operatorPatientlist')
  await expect.element(contact).not.toHaveAttribute('aria-current')
})

test.each([
  ['Nurse', ['My Profile', 'About', 'Log Out'], ['Manage Users', 'Manage Requests'], '/operatorProfile'],
  ['Admin', ['My Profile', 'Manage Users', 'Manage Requests', 'About', 'Log Out'], [], '/adminProfile'],
] as const)('the menu of a %s has the entries of the role', async (role, shown, hidden, profile) => {
  signIn(role)
  const { screen, address } = await showRoutes(staff, { at: '/operatorPatientlist' })
  await screen.getByRole('button', { name: /Account menu of Amara Abbott/ }).click()
  const entry = (name: string) => screen.getByRole('menuitem', { name, exact: true })
  for (const name of shown) await expect.element(entry(name)).toBeVisible()
  for (const name of hidden) expect(entry(name).elements()).toEqual([])
  await entry('My Profile').click()
  await expect.poll(address).toBe(profile)
})

test.each([
  [320, 12],
  [390, 13],
])('the bar of a phone of %i px has whole words of %i px', async (width, size) => {
  await page.viewport(width, 640)
  signIn('Patient')
  const { screen } = await showRoutes(patient, { at: '/profile' })
  const nav = screen.getByRole('navigation', { name: 'Patient' }).last()
  await document.fonts.ready
  expect(nav.element().scrollWidth).toBeLessThanOrEqual(width)
  const links = nav.getByRole('link').elements()
  expect(links.length).toBe(5)
  for (const link of links) {
    expect(Number.parseFloat(getComputedStyle(link).fontSize)).toBeGreaterThanOrEqual(size)
    expect(link.getBoundingClientRect().height).toBeLessThan(61)
  }
})

test('below every page of a patient stands whom to call, and what the law requires, and the bar of a phone does not cover it', async () => {
  await page.viewport(390, 640)
  signIn('Patient')
  const { screen } = await showRoutes(patient, { at: '/files' })
  const footer = screen.getByRole('contentinfo')
  await expectLink(footer, 'Call +1 (555) 010-2000', 'tel:+15550102000')
  await expectLink(footer, 'Privacy Policy', '/privacy-policy')
  await expectLink(footer, 'Terms and Conditions', '/terms-and-conditions')
  expect(footer.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(640)
  scrollTo(0, document.documentElement.scrollHeight)
  const bar = screen.getByRole('navigation', { name: 'Patient' }).last().element().getBoundingClientRect()
  const last = footer.getByRole('link').last().element().getBoundingClientRect()
  expect(last.bottom).toBeLessThanOrEqual(bar.top)
  expect(await axeHits()).toEqual([])
})

test('wherever a patient chooses “About us”, it is the page for patients', async () => {
  signIn('Patient')
  const { screen } = await showRoutes(patient, { at: '/files' })
  await screen.getByRole('button', { name: /Account menu of/ }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'About us' })).toBeVisible()
  const ways = [...document.querySelectorAll('a')].filter(({ textContent }) => textContent?.startsWith('About'))
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/aboutus'])
})

test('a page to read or fill in is one column in the middle; others have the whole width', async () => {
  signIn('Patient')
  const { screen, router } = await showRoutes(patient, { at: '/survey' })
  const main = screen.getByRole('main').element()
  const { left, width } = main.getBoundingClientRect()
  expect(width).toBe(760)
  expect(left).toBeCloseTo((document.documentElement.clientWidth - 760) / 2, 0)
  await router.navigate('/profile')
  await expect.poll(() => main.getBoundingClientRect().width).toBeGreaterThan(1000)
})

test('a language that could not be kept for the account is said, and the page stays', async () => {
  signIn('Patient')
  const sent = serve({ 'POST /patient/language/': refused(500) })
  const { screen } = await showRoutes(patient, { at: '/profile' })
  await screen.getByRole('button', { name: /Account menu of Amara Abbott/ }).click()
  await screen.getByRole('menuitemradio', { name: 'Español' }).click()
  await expect.element(screen.getByText('The language could not be changed. Please try again.')).toBeVisible()
  expect(sent.map(({ call, body }) => [call, body])).toContainEqual(['POST /patient/language/', { language: 'es' }])
  expect(document.cookie).not.toContain('language=')
})

test('another project is a new session with nothing of the old one', async () => {
  signIn('Nurse')
  const user_object = { ...currentSession()!.user, provider_id: 'PR-9' }
  const sent = serve({
    'POST /common/api/switch_project/': () => [
      200,
      { access_token: 'of the other', role: 'Physician', project: south, user_object },
    ],
  })
  const { screen, address } = await showRoutes(staff, { at: '/files' })
  await screen.getByRole('button', { name: /Account menu of Amara Abbott/ }).click()
  await screen.getByRole('menuitem', { name: 'Lakeview' }).click()
  await expect.poll(address).toBe('/operatorPatientlist')
  expect(sent[0]?.body).toEqual({ project: south })
  expect(currentSession()).toMatchObject({ project: south, role: 'Physician', user: { provider_id: 'PR-9' } })
  expect(sessionStorage.getItem('operator_token')).toBe('of the other')
})

test.each([
  ['sign_in_again', 'Please sign in again to switch to this clinic or study.'],
  ['other', 'You could not switch to this clinic or study. Please try again.'],
])('a project that is not opened (%s) says why, and the session goes on', async (code, sentence) => {
  signIn('Nurse')
  serve({ 'POST /common/api/switch_project/': () => [409, { error: 'No', code, detail: 'No', request_id: 'test' }] })
  const { screen } = await showRoutes(staff, { at: '/files' })
  await screen.getByRole('button', { name: /Account menu of Amara Abbott/ }).click()
  await screen.getByRole('menuitem', { name: 'Lakeview' }).click()
  await expect.element(screen.getByText(sentence)).toBeVisible()
  expect(currentSession()).not.toBeNull()
})

test('Log Out ends the session at the server and goes to the landing page', async () => {
  signIn('Nurse')
  const sent = serve({ 'POST /operator/logout/': () => [200, { message: 'bye' }] })
  const { screen, address } = await showRoutes(staff, { at: '/files' })
  await screen.getByRole('button', { name: /Account menu of Amara Abbott/ }).click()
  await screen.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect.poll(address).toBe('/')
  expect(sent[0]).toMatchObject({ call: 'POST /operator/logout/' })
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer first')
  expect(currentSession()).toBeNull()
})

test('a sign-out in one tab is a sign-out in the others, which say why', async () => {
  signIn('Patient')
  const entrance = { Component: PublicShell, children: [pageOf('/patients', 'Sign in')] }
  const { screen, address } = await showRoutes([...patient, entrance], { at: '/files' })
  const other = new BroadcastChannel('fornix-session')
  other.postMessage({ kind: 'signed-out', audience: 'patient', reason: 'logout' })
  await expect.poll(currentSession).toBeNull()
  await expect.poll(address).toBe('/patients/')
  await expect.element(screen.getByText('You signed out in another tab or window.')).toBeVisible()
  other.close()
})

test('a patient has a bar below on a phone and a side menu beside records', async () => {
  signIn('Patient')
  await page.viewport(390, 800)
  const { screen, router } = await showRoutes(patient, { at: '/profile' })
  const bar = screen.getByRole('link', { name: 'Files' })
  await expect.element(bar).toBeVisible()
  await bar.click()
  await expect.poll(() => router.state.location.pathname).toBe('/files')
  await page.viewport(1280, 800)
  await expect.element(screen.getByRole('link', { name: 'File', exact: true })).toHaveAttribute('aria-current', 'page')
})

test('the account menu of a patient leads to the profile, which is not the home', async () => {
  signIn('Patient')
  const { screen, router } = await showRoutes(patient, { at: '/profile' })
  const home = screen.getByRole('link', { name: 'Home' }).first()
  await expect.element(home).toHaveAttribute('aria-current', 'page')
  await screen.getByRole('button', { name: /Account menu of Amara Abbott/ }).click()
  await screen.getByRole('menuitem', { name: 'My profile' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/patient/profile')
  await expect.element(home).not.toHaveAttribute('aria-current')
})

test('a page reached by a link takes the focus to its title and names the tab', async () => {
  signIn('Patient')
  const { screen, router } = await showRoutes(patient, { at: '/profile' })
  watchPages(router, pageAreaOf)
  await expect.element(screen.getByRole('heading', { name: 'Profile' })).not.toHaveFocus()
  await router.navigate('/files')
  await expect.element(screen.getByRole('heading', { name: 'Files' })).toHaveFocus()
  expect(document.title).toBe('Files · Lumen Neuro')
})

test('the sign-in is offered on every public page but its own', async () => {
  const { screen, router } = await showRoutes([{ Component: PublicShell, children }], { at: '/patients/' })
  const signInLink = screen.getByRole('banner').getByRole('link', { name: 'Sign in' })
  await expect.element(screen.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
  expect(signInLink.elements()).toEqual([])
  await router.navigate('/patient-register')
  await expect.element(signInLink).toBeVisible()
})

test('below 1240 px the public links are in a drawer', async () => {
  await page.viewport(1239, 800)
  const { screen } = await showRoutes([{ Component: PublicShell, children }], { at: '/x' })
  await screen.getByRole('button', { name: 'Open menu' }).click()
  await screen.getByRole('dialog').getByRole('link', { name: 'Physicians' }).click()
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull()
})

test.each(looks)('the shells have no accessibility faults: %s, %i px', async (scheme, width) => {
  await page.viewport(width, 800)
  signIn('Patient')
  const first = await showRoutes(patient, { at: '/files', scheme })
  await expect.element(first.screen.getByText('Lumen Neuro')).toBeVisible()
  expect(await axeHits()).toEqual([])
  await first.screen.unmount()
  signIn('Admin')
  const { screen } = await showRoutes(staff, { at: '/operatorPatientlist', scheme })
  await screen.getByRole('button', { name: /Account menu of Amara Abbott/ }).click()
  await expect.element(screen.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
  expect(await axeHits()).toEqual([])
})
