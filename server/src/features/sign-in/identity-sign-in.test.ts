import { authenticateOperator, linkIdentity, verifyIdentity } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import {
  IdentityRefused,
  IdentityUnavailable,
  type VerifiedIdentity,
} from '../../platform/identity/identity-provider.ts'

// The provider itself is tested against a real one in platform/identity; here its answer is what a test says.
let provider: () => VerifiedIdentity = () => {
  throw new IdentityRefused('no answer set')
}
let waitFor = async () => {}
const { given, as, send, owner } = await testApp({
  platform: ({ identity }) => ({
    identity: {
      ...identity,
      check: async () => {
        await waitFor()
        return provider()
      },
    },
  }),
})

const token = () => ({ token: `token-${Math.random()}` })
const linked = async (nurse: TestUser) => {
  await owner("insert into identities (issuer, subject, login_id) values ('fornix-demo', $1, $2)", [
    nurse.login,
    nurse.login,
  ])
  provider = () => ({ issuer: 'x', subject: nurse.login, email: 'other@address.example', email_verified: true })
}
beforeEach(() => {
  waitFor = async () => {}
  provider = () => {
    throw new IdentityRefused('no answer set')
  }
})

test('the subject opens the account, not the email', async () => {
  const nurse = await given.staff('Nurse')
  await linked(nurse)
  const body = token()
  expect(await as(null).call(verifyIdentity, { body })).toMatchObject({ project: nurse.project, role: 'Nurse' })
  expect(await as(null).call(authenticateOperator, { body })).toMatchObject({ operator: { provider_id: nurse.code } })
})

test('a token works once for each step', async () => {
  const nurse = await given.staff('Nurse')
  await linked(nurse)
  const body = token()
  await as(null).call(authenticateOperator, { body })
  const again = await send(null, authenticateOperator, { body })
  expect(again).toMatchObject({ status: 400, body: { error: 'Google Login failed. Please try again.' } })
})

test('of two requests at once with one token one is signed in, and a used token is not shown to the provider again', async () => {
  const nurse = await given.staff('Nurse')
  await linked(nurse)
  const answer = provider()
  let asked = 0
  const both = Promise.withResolvers<void>()
  waitFor = async () => {
    if (++asked === 2) both.resolve()
    await both.promise
  }
  provider = () => answer
  const body = token()
  const answers = await Promise.all([1, 2].map(() => send(null, authenticateOperator, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  await send(null, authenticateOperator, { body })
  expect(asked).toBe(2)
})

test('the address of an existing login is never linked silently: its password is asked once', async () => {
  const nurse = await given.staff('Nurse')
  provider = () => ({ issuer: 'x', subject: `new-${nurse.login}`, email: nurse.email, email_verified: true })
  expect(await send(null, verifyIdentity, { body: token() })).toMatchObject({
    status: 400,
    body: { code: 'link_required' },
  })
  const link = (password: string) => send(null, linkIdentity, { body: { ...token(), password } })
  expect((await link('Wrong-horse-9!')).status).toBe(400)
  expect((await link(nurse.password)).status).toBe(200)
  expect(await as(null).call(verifyIdentity, { body: token() })).toMatchObject({ role: 'Nurse' })
})

test('somebody unknown is not found, and a silent provider is not a wrong token', async () => {
  provider = () => ({ issuer: 'x', subject: 'nobody', email: 'nobody@nowhere.example', email_verified: true })
  expect((await send(null, verifyIdentity, { body: token() })).status).toBe(404)
  provider = () => {
    throw new IdentityUnavailable('down')
  }
  const answer = await send(null, verifyIdentity, { body: token() })
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBeDefined()
})
