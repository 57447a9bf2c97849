import { pages } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { takeReturn } from '../platform/session/return-path.ts'
import { signedInHint } from '../platform/session/sign-in-storage.ts'
import { axeHits } from '../testing/axe.ts'
import { refused, type Served, serve } from '../testing/serve.ts'
import { memberships, north, showRoutes, signIn, signOut } from '../testing/show.tsx'
import { PageError } from '../ui/shell/RouteError.tsx'
import { allowAnyone, guard } from './guards.ts'

const open = async (address: string) => {
  const guarded = [pages.home, pages.profile, pages.files, pages.patientList, pages.admin, pages.patientTab]
  const routes = guarded.map((page) => ({ path: page.path, loader: guard(page), element: <h1>{page.path}</h1> }))
  const shown = await showRoutes([...routes, { path: '*', element: <h1>Entrance</h1> }], { at: address })
  await expect.element(shown.screen.getByRole('heading')).toBeVisible()
  await shown.screen.unmount()
  return shown.address()
}

beforeEach(() => {
  signOut()
  serve({})
})

test.each([
  ['/profile', '/patients'],
  ['/files?page=2', '/patients'],
  ['/patient/uploadfile', '/patients'],
  ['/operatorPatientlist?searchQuery=am', '/physicians'],
  ['/profile?patient=P-1&tab=scans', '/physicians'],
  ['/admin', '/adminPage'],
])('signed out, %s leads to %s and is remembered for after the sign-in, once', async (address, entrance) => {
  expect(await open(address)).toBe(entrance)
  expect(takeReturn()).toBe(address)
  expect(takeReturn()).toBeNull()
})

test('a page for others is refused, whatever its spelling', async () => {
  signIn('Patient')
  expect(await open('/OPERATORPATIENTLIST/')).toBe('/403')
  signIn('Nurse')
  expect(await open('/admin')).toBe('/403')
})

test('those whom a page is for get it', async () => {
  signIn('Nurse')
  expect(await open('/operatorPatientlist')).toBe('/operatorPatientlist')
  signIn('Patient')
  expect(await open('/patient/uploadfile')).toBe('/patient/uploadfile')
})

const user_object = {
  first_name: 'Ana',
  last_name: 'Rivera',
  email: 'ana@example.org',
  patient_id: 'P-1',
  physician_name: '',
  provider_id: '',
  mrn_number: '',
}
const me = {
  user_object,
  role: 'Patient',
  project: north,
  memberships: memberships('Patient'),
  email_verified: true,
}

test.each<[string, Served]>([
  ['without network', 'no network'],
  ['while the database is away', refused(503)],
  ['after too many questions', refused(429)],
])(
  '%s a new tab of somebody who has signed in waits and opens its page, and shows no sign-in form',
  async (_, answer) => {
    signedInHint.set('patient')
    let isBack = false
    serve({
      'GET /common/api/get_user_role/': () => (isBack ? [200, { role: 'Patient' }] : answer),
      'POST /patient/refresh/': [200, { access_token: 'of this tab' }],
      'GET /common/api/get_user/': [200, me],
    })
    const routes = [
      { path: '/files', loader: guard(pages.files), element: <h1>Files</h1> },
      { path: '/patients', loader: allowAnyone, element: <h1>Entrance</h1> },
    ]
    const { screen, address } = await showRoutes([{ ErrorBoundary: PageError, children: routes }], {
      at: '/files?page=2',
    })
    await expect.element(screen.getByRole('heading', { name: 'Waiting for the connection' })).toBeVisible()
    expect(await axeHits()).toEqual([])
    expect(address()).toBe('/files?page=2')

    isBack = true
    window.dispatchEvent(new Event('online'))
    await expect.element(screen.getByRole('heading', { name: 'Files' })).toBeVisible()
    expect(address()).toBe('/files?page=2')
  },
)

test('a page for everybody does not wait for the session', async () => {
  signedInHint.set('patient')
  serve({ 'GET /common/api/get_user_role/': refused(503) })
  const { screen } = await showRoutes([{ path: '/', loader: allowAnyone, element: <h1>Welcome</h1> }], { at: '/' })
  await expect.element(screen.getByRole('heading', { name: 'Welcome' })).toBeVisible()
})

test('a page of another site is never returned to', () => {
  for (const forged of [
    '//evil.example/',
    '{"path":"//evil.example/","of":""}',
    '{"path":"https://evil.example/","of":""}',
  ]) {
    sessionStorage.setItem('fornix-return', forged)
    expect(takeReturn()).toBeNull()
  }
})
