import { pages } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { takeReturn } from '../platform/session/return-path.ts'
import { serve } from '../testing/serve.ts'
import { showRoutes, signIn, signOut } from '../testing/show.tsx'
import { guard } from './guards.ts'

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
