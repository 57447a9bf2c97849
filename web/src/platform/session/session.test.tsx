import type { Role } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../testing/serve.ts'
import { signIn, signOut } from '../../testing/show.tsx'
import { setNavigator } from '../base/navigation.ts'
import { takeReturn } from './return-path.ts'
import { type EndReason, endSession } from './session.tsx'

const endAt = (role: Role, path: string, reason: EndReason) => {
  signOut()
  serve({})
  signIn(role)
  const tests = location.href
  history.replaceState(null, '', path)
  onTestFinished(() => history.replaceState(null, '', tests))
  let landed = ''
  setNavigator((to) => {
    landed = to
  })
  endSession(reason)
  return landed
}

test.each<[Role, string, string]>([
  ['Patient', '/files', '/patients'],
  ['Patient', '/profile', '/patients'],
  ['Patient', '/patient/appointment', '/patients'],
  ['Nurse', '/operatorPatientlist', '/physicians'],
  ['MRI-Tech', '/operatorProfile', '/physicians'],
  ['Nurse', '/profile?tab=file', '/'],
  ['Physician', '/Profile/', '/'],
  ['Admin', '/operatorPatientlist', '/adminPage'],
  ['Admin', '/adminScanRequests', '/adminPage'],
  ['SuperAdmin', '/admin/', '/adminPage'],
  ['Admin', '/profile', '/'],
  ['SuperAdmin', '/adminProfile', '/'],
])('%s on %s lands on %s when the session ends by itself', (role, path, landing) => {
  expect(endAt(role, path, 'idle')).toBe(landing)
  expect(endAt(role, path, 'expired')).toBe(landing)
})

test.each<[Role, string, string]>([
  ['Patient', '/patient/reimbursement', '/patients/'],
  ['Nurse', '/operatorPatientlist', '/'],
  ['Admin', '/admin', '/'],
])('%s who logs out on %s goes to %s, and is not brought back', (role, path, landing) => {
  expect(endAt(role, path, 'logout')).toBe(landing)
  expect(takeReturn()).toBeNull()
})

test('the page is returned to after signing in again, but for a record whose address names no patient', () => {
  endAt('Nurse', '/profile?patient=P-1&tab=file', 'idle')
  signIn('Nurse')
  expect(takeReturn()).toBe('/profile?patient=P-1&tab=file')
  endAt('Nurse', '/operatorPatientlist?page=2', 'idle')
  signIn('Nurse')
  expect(takeReturn()).toBe('/operatorPatientlist?page=2')
  endAt('Nurse', '/profile', 'idle')
  expect(takeReturn()).toBeNull()
})
