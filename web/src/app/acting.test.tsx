import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentSession } from '../platform/session/session-store.ts'
import { axeHits } from '../testing/axe.ts'
import { ok, refused, serve } from '../testing/serve.ts'
import { actingIn, north, show, showRoutes, signIn, signOut } from '../testing/show.tsx'
import { PatientHome } from './areas/patient-home.tsx'
import { routes } from './routes.tsx'

const grant = actingIn('visits').caregiver_id
signIn('Patient')
const user = currentSession()?.user
const me = (areas: Parameters<typeof actingIn>) =>
  ok({
    user_object: user,
    role: 'Patient',
    project: north,
    memberships,
    email_verified: true,
    acting: actingIn(...areas),
  })
const memberships = [
  { project: north, project_name: 'Northside', role: 'Patient' as const, caregiver_id: '', patient_name: '' },
  {
    project: north,
    project_name: 'Northside',
    role: 'Patient' as const,
    caregiver_id: grant,
    patient_name: 'Amara Abbott',
  },
]
const quiet = {
  'GET /common/api/get_user/': me(['visits']),
  'GET /patient/news/': ok({ news: [], unread: 0, total: 0, total_pages: 0 }),
  'GET /patient/appointments/': ok({ appointments: [], time_zone: 'UTC' }),
  'GET /patient/mr_safety/P-7K3QX9/': refused(404),
}

beforeEach(() => {
  signOut()
  signIn('Patient', { acting: actingIn('visits'), memberships })
})

test('a caregiver reads for whom they act; the navigation has what was shared, and the menu the caregiver’s own name', async () => {
  serve(quiet)
  const { screen } = await showRoutes(routes, { at: '/files' })
  await expect.element(screen.getByText('You are acting for Amara Abbott')).toBeVisible()
  const nav = screen.getByRole('navigation', { name: 'Patient' }).first()
  await expect.element(nav.getByRole('link', { name: 'Appointments' })).toBeVisible()
  for (const name of ['Scans', 'Files', 'Reimbursements'])
    await expect.element(nav.getByRole('link', { name })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: /Account menu of Maria Soto/ }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Account and devices' })).toBeVisible()
  await expect.element(screen.getByRole('menuitem', { name: 'Who opened my record' })).not.toBeInTheDocument()
})

test.each([
  ['/files', 'Amara Abbott decides what you can see and do here.'],
  ['/patient/reimbursement', 'Amara Abbott decides what you can see and do here.'],
  ['/accessLog', 'Only Amara Abbott can open this page.'],
])('%s says plainly that it was not shared, and asks for nothing', async (at, sentence) => {
  const sent = serve(quiet)
  const { screen } = await showRoutes(routes, { at })
  await expect.element(screen.getByRole('heading', { name: 'This was not shared with you' })).toBeVisible()
  await expect.element(screen.getByText(new RegExp(sentence))).toBeVisible()
  expect(sent.map(({ call }) => call).filter((call) => !(call in quiet))).toEqual([])
  expect(await axeHits()).toEqual([])
})

test('the home asks for what was shared, and for nothing else', async () => {
  const info = 'GET /patient/get_patient_info/P-7K3QX9/'
  const sent = serve({ ...quiet, [info]: refused(500) })
  const { screen } = await show(<PatientHome />)
  await expect.element(screen.getByRole('navigation', { name: 'Shortcuts' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /MRI safety/ })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /Upload File/ })).not.toBeInTheDocument()
  expect(sent.map(({ call }) => call).filter((call) => !(call in quiet) && call !== info)).toEqual([])
})

test('every page and dialog says for whom it is, and none speaks to the caregiver as the patient', async () => {
  await page.viewport(390, 844)
  serve({ ...quiet, 'GET /patient/appointment_slots/': ok({ slots: [], time_zone: 'UTC' }) })
  const { screen } = await showRoutes(routes, { at: '/profile' })
  const greeting = screen.getByRole('heading', { level: 1 })
  await expect.element(greeting).toMatchTextContent(/^Good \w+, Maria$/)
  await expect.element(screen.getByText('Here is what’s next for Amara.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /^Amara’s profile/ })).toBeVisible()
  const banner = screen.getByRole('region', { name: 'Acting for someone' })
  scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(banner).toBeInViewport()
  const { bottom } = banner.element().getBoundingClientRect()
  const header = () => screen.getByRole('banner').element().getBoundingClientRect()
  await expect.poll(() => header().top).toBeGreaterThanOrEqual(bottom)
})

test('a booking names for whom it is', async () => {
  serve({ ...quiet, 'GET /patient/appointment_slots/': ok({ slots: [], time_zone: 'UTC' }) })
  const { screen } = await showRoutes(routes, { at: '/patient/appointment' })
  await expect.element(screen.getByText('For Amara Abbott')).toBeVisible()
})

test('somebody who is a patient, too, goes back to the own record', async () => {
  const own = { ...user, first_name: 'Maria', last_name: 'Soto' }
  const sent = serve({
    ...quiet,
    'POST /patient/act_for/': ok({ access_token: 'second', project: north, user_object: own, acting: null }),
  })
  const { screen, address } = await showRoutes(routes, { at: '/files' })
  await screen.getByRole('button', { name: 'Switch person' }).click()
  await screen.getByRole('menuitem', { name: 'Myself' }).click()
  await expect.poll(address).toBe('/profile')
  await expect.element(screen.getByText('You are acting for Amara Abbott')).not.toBeInTheDocument()
  expect(sent.find(({ call }) => call === 'POST /patient/act_for/')?.body).toEqual({ caregiver_id: '' })
})

test('what is no longer shared closes while the page is open', async () => {
  serve({
    ...quiet,
    'GET /common/api/get_user/': me(['files']),
    'GET /patient/mr_safety/P-7K3QX9/': refused(403, 'This was not shared with you.', { code: 'not_shared' }),
  })
  const { screen } = await showRoutes(routes, { at: '/mrSafety' })
  await expect.element(screen.getByRole('heading', { name: 'This was not shared with you' })).toBeVisible()
})

test('the viewer, a document of its own, leads to the page that says so', async () => {
  serve(quiet)
  const loader = routes[0]?.children?.find(({ path }) => path === '/viewer')?.loader
  if (typeof loader !== 'function') throw new Error('The viewer has no guard')
  const answer = await loader({ request: new Request(`${location.origin}/viewer?study=1.2`), params: {} } as never)
  expect(answer).toMatchObject({ status: 302 })
  expect((answer as Response).headers.get('location')).toBe('/scan')
})
