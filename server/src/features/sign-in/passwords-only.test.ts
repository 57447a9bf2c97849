import { getConfig, loginPatient, verifyIdentity } from '@fornix/contract'
import { expect, test } from 'vitest'
import { builtWeb } from '../../../test/built-web.ts'
import { testApp } from '../../../test/harness.ts'
import { readConfig } from '../../platform/settings/config.ts'

builtWeb()
const { app, as, send, given } = await testApp({
  environment: { IDENTITY: 'password', PUBLIC_URL: 'https://portal.example' },
})

test('a clinic without an identity provider signs people in with passwords', async () => {
  const patient = await given.user('Patient')
  const { email, password, project } = patient
  expect(await as(null).call(loginPatient, { body: { email, password } })).toMatchObject({
    memberships: [{ project, role: 'Patient' }],
  })
})

test('browsers are told that there is no provider, and no token of anybody opens an account', async () => {
  const project = await given.project()
  const { identity } = await as(null).call(getConfig, {}, { headers: { project } })
  expect(identity).toEqual({ kind: 'password' })
  // The document says it, too, so that the page reserves no space for a button that never comes.
  expect((await app.inject({ url: '/patients', headers: { accept: 'text/html' } })).body).toContain(
    '<meta name="sign-in" content="password"',
  )
  const { status, body } = await send(null, verifyIdentity, { body: { token: 'a-token' } })
  expect([status, body.code]).toEqual([400, 'identity'])
})

test('serve takes it without the settings of a provider', () => {
  const missing = () => readConfig('serve', { IDENTITY: 'password' })
  expect(missing).toThrow('PUBLIC_URL')
  expect(missing).not.toThrow(/IDENTITY|OIDC|GOOGLE/)
})
