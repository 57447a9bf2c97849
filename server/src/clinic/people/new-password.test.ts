import {
  addPasskey,
  changePassword,
  completePatientReset,
  getConfig,
  listFactors,
  removeFactor,
  resetPatientPassword,
  startPasskey,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { secretIn } from '../../../test/cookies-and-links.ts'
import { testApp } from '../../../test/harness.ts'
import { softPasskey } from '../../../test/soft-passkey.ts'
import { checkNewPassword } from './new-password.ts'

const demo = await testApp()
const serve = await testApp({ config: { twoStep: true } })

const nameless = { login: null }
const said = (app: typeof demo, password: string, owner: Parameters<typeof checkNewPassword>[2] = nameless) =>
  checkNewPassword(app.platform, password, owner).then(
    () => '',
    (error: Error) => error.message,
  )

test.each(['Lighthouse-4711!', 'Liverpool2026!', 'F00tball!99', 'Qwertyuiop1!', 'Zaq12wsx!'])(
  '%s is one that many use, with decorations or without',
  async (password) => expect(await said(demo, password)).toMatch(/^This password is too easy to guess/),
)

test.each([
  'Correct-ana.maria-9!',
  'Rivera!lantern-9',
  'boat-Josefina-7!',
  'Green-lantern-fish-19850310!',
  'Green-lantern-fish-03/10/85!',
  'Lakeview-Fish-7!',
])('%s says whose it is', async (password) => {
  const project = await demo.given.project({ name: 'Lakeview' })
  const { login } = await demo.given.patient(project, {
    first_name: 'Josefina',
    email: `ana.maria.${project.slice(-8)}@x.example`,
    dob: '1985-03-10',
  })
  const words = ['ana.maria']
  expect(await said(demo, password, { login, words })).toMatch(/^Please choose a password without your name/)
})

test('with one factor alone it takes 15 characters, and 8 with a second; in the demo always 8', async () => {
  expect(await said(demo, 'Lantern-fish-7!')).toBe('')
  expect(await said(serve, 'Lantern-fish-7')).toMatch(/^Please use at least 15 characters/)
  expect(await said(serve, 'Lantern-fish-77')).toBe('')
  for (const app of [demo, serve]) {
    const headers = { project: await app.given.project() }
    expect(await app.as(null).call(getConfig, {}, { headers })).toMatchObject({ long_passwords: app === serve })
  }
  const ana = await serve.given.patient()
  const change = (password: string) =>
    serve.send(
      ana,
      changePassword,
      { body: { current_password: ana.password, password } },
      { cookies: { 'fornix-patient': ana.refreshToken } },
    )
  expect((await change('Fishes7!')).body?.fields).toHaveProperty('password')
  const { challenge_id, options } = await serve.as(ana).call(startPasskey, {})
  await serve.as(ana).call(addPasskey, { body: { challenge_id, response: softPasskey().create(options), name: '' } })
  expect((await change('Kfmz7!qd')).status).toBe(200)

  // A short one keeps the second step, and a reset that removes it requires a longer one.
  const [factor] = (await serve.as(ana).call(listFactors, {})).factors
  const remove = () => serve.send(ana, removeFactor, { params: { factor_id: factor?.factor_id ?? '' } })
  expect((await remove()).body?.code).toBe('short_password')
  await serve.as(null).call(resetPatientPassword, { params: { email: ana.email } })
  const token = secretIn((await serve.mailsTo(ana.email)).at(-1)?.body)
  const reset = (password: string) => serve.send(null, completePatientReset, { params: { token }, body: { password } })
  expect((await reset('Wmfz7!qd')).body?.fields).toMatchObject({ password: expect.stringContaining('15 characters') })
  expect((await reset('Lantern-fish-77!')).status).toBe(200)
})

test('a long password lets the last second step go', async () => {
  const ana = await serve.given.patient()
  const { challenge_id, options } = await serve.as(ana).call(startPasskey, {})
  await serve.as(ana).call(addPasskey, { body: { challenge_id, response: softPasskey().create(options), name: '' } })
  const [factor] = (await serve.as(ana).call(listFactors, {})).factors
  expect((await serve.send(ana, removeFactor, { params: { factor_id: factor?.factor_id ?? '' } })).status).toBe(200)
})

test('the rules of the form are looked at first', async () => {
  const ana = await serve.given.patient()
  const body = { current_password: ana.password, password: 'short' }
  const { fields } = (await serve.send(ana, changePassword, { body })).body ?? {}
  expect(fields).toEqual({ password: 'Password does not meet the rules' })
})
