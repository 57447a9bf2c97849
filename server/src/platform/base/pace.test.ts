import { type Call, calls, loginOperator, loginPatient, register, resetPatientPassword } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { registrationForm } from '../../../test/registration-form.ts'
import { openSteps } from './pace.ts'

let arrived = Promise.withResolvers<void>()
let gate = Promise.withResolvers<void>()
const { given, send } = await testApp({
  platform: () => ({
    pace: async () => {
      arrived.resolve()
      await gate.promise
    },
  }),
})
const ana = await given.patient()

test.each([
  [0, 100],
  [30, 70],
  [99.5, 0.5],
  [100, 0],
  [230, 70],
])('what took %d ms waits %d ms more', (elapsed, wait) => {
  expect(openSteps()(elapsed)).toBe(wait)
})

test('after a slow answer the quick ones take as long, and ever less', () => {
  const untilNextStep = openSteps()
  expect([untilNextStep(430), untilNextStep(30), untilNextStep(250)]).toEqual([70, 470, 250])
  for (let n = 0; n < 200; n++) untilNextStep(30)
  expect(untilNextStep(30)).toBe(70)
  expect(untilNextStep(60_000)).toBe(0)
  expect(untilNextStep(30)).toBe(1970)
})

test('every call that could tell by its time who has an account answers in steps', () => {
  const paced = Object.entries(calls).flatMap(([name, call]) => (call.constantTime ? [name] : []))
  expect(paced.sort()).toEqual([
    'loginAdmin',
    'loginOperator',
    'loginPatient',
    'register',
    'resetOperatorPassword',
    'resetPatientPassword',
  ])
})

const credentials = (email: string, password = 'Wrong-horse-9!') => ({ body: { email, password } })
const registration = (email: string) => ({ body: registrationForm({ email }) })
const unknown = 'nobody@nowhere.example'

test.each<[string, number, Call, object, object?]>([
  ['a sign-in', 200, loginPatient, credentials(ana.email, ana.password)],
  ['a wrong password', 400, loginPatient, credentials(ana.email)],
  ['an unknown address', 400, loginPatient, credentials(unknown)],
  ['a patient among staff', 400, loginOperator, credentials(ana.email)],
  ['the registration of a known address', 201, register, registration(ana.email), { project: ana.project }],
  ['the registration of a new address', 201, register, registration('new@patients.example'), { project: ana.project }],
  ['the reset of a known address', 200, resetPatientPassword, { params: { email: ana.email } }],
  ['the reset of an unknown address', 400, resetPatientPassword, { params: { email: unknown } }],
])('%s is answered when its step is over, and not before', async (_, status, call, args, headers = {}) => {
  arrived = Promise.withResolvers()
  gate = Promise.withResolvers()
  let isAnswered = false
  const answer = send(null, call, args, { headers: { ...headers } }).finally(() => {
    isAnswered = true
  })
  await Promise.race([arrived.promise, answer])
  expect(isAnswered).toBe(false)
  gate.resolve()
  expect((await answer).status).toBe(status)
})
