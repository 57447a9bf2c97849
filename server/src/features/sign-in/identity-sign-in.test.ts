import { authenticateOperator, beginProof, deletePatient, linkIdentity, verifyIdentity } from '@fornix/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { callName } from '../../../test/fresh-proofs.ts'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import {
  IdentityRefused,
  IdentityUnavailable,
  type VerifiedIdentity,
} from '../../platform/identity/identity-provider.ts'

// The provider itself is tested against a real one in platform/identity; here the test sets its response.
let provider: () => VerifiedIdentity = () => {
  throw new IdentityRefused('no answer set')
}
let waitFor = async () => {}
let idToken: string | undefined
const { given, as, send, owner, mailsTo } = await testApp({
  platform: ({ identity }) => ({
    identity: {
      ...identity,
      check: async (_token, given) => {
        idToken = given
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

describe('an identity that is connected to a login with a second factor', () => {
  const withPasskey = (login: string) =>
    owner(
      `insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key)
       values (gen_random_uuid(), $1, 'passkey', 'Phone', gen_random_uuid()::text, '\\x00')`,
      [login],
    )
  const trusting = async () => {
    const nurse = await given.staff('Nurse')
    await owner("update projects set two_step_amr = '{mfa}' where project_id = $1", [nurse.project])
    provider = () => ({
      issuer: 'x',
      subject: `own-${nurse.login}`,
      email: nurse.email,
      email_verified: true,
      claims: ['amr:mfa'],
    })
    const link = (user: TestUser | null) => send(user, linkIdentity, { body: { ...token(), password: nurse.password } })
    const signIn = async () => (await send(null, authenticateOperator, { body: token() })).body?.['second_factor']
    return { nurse, link, signIn }
  }

  test('does not count as one, and its owner is told', async () => {
    const { nurse, link, signIn } = await trusting()
    await withPasskey(nurse.login)
    expect((await link(null)).status).toBe(200)
    expect(await signIn()).toBe('verify')
    expect((await mailsTo(nurse.email)).map(({ body }) => body).join()).toContain(
      'Another way to sign in was connected',
    )
    await link(null)
    expect(await mailsTo(nurse.email)).toHaveLength(1)
  })

  test('counts where the factor was shown', async () => {
    const { nurse, link, signIn } = await trusting()
    await withPasskey(nurse.login)
    await owner("update sessions set amr = '{pwd,passkey}' where session_id = $1", [nurse.session])
    expect((await link(nurse)).status).toBe(200)
    expect(await signIn()).toBe('none')
  })

  test('counts from when it is connected again with the factor, shown just now', async () => {
    const { nurse, link, signIn } = await trusting()
    await withPasskey(nurse.login)
    await link(null)
    const shown = (when: string) =>
      owner(`update sessions set amr = '{pwd,passkey}', proven_at = ${when} where session_id = $1`, [nurse.session])
    await shown("now() - interval '1 hour'")
    await link(nurse)
    expect(await signIn()).toBe('verify')
    await shown('now()')
    await link(nurse)
    expect(await signIn()).toBe('none')
    expect(await mailsTo(nurse.email)).toHaveLength(1)
  })

  test('counts where there was none to show', async () => {
    const { nurse, link, signIn } = await trusting()
    await link(null)
    await withPasskey(nurse.login)
    expect(await signIn()).toBe('none')
  })
})

test('a token of a provider names nobody whom a login acts for', async () => {
  const helper = await given.caregiver(await given.patient())
  await linked(helper)
  const { body } = await send(null, verifyIdentity, { body: token() })
  expect(body).toMatchObject({ role: 'Patient', memberships: [{ patient_name: '', caregiver_id: '' }] })
})

describe('a sign-in by a provider is fresh proof', () => {
  const recentAfter = async (auth_time: number | undefined) => {
    const nurse = await given.staff('Nurse')
    await owner('update logins set password_hash = null where login_id = $1', [nurse.login])
    await linked(nurse)
    const said = provider()
    provider = () => ({ ...said, ...(auth_time !== undefined && { auth_time }) })
    const { access_token } = await as(null).call(authenticateOperator, {
      body: { ...token(), id_token: 'of the nurse' },
    })
    expect(idToken).toBe('of the nurse')
    const body = { call: callName(deletePatient), params: { email: 'ana@x.example' }, body: { reason: '' } }
    return (await as({ ...nurse, token: access_token }).call(beginProof, { body: body as never })).recent
  }
  const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

  test('where it asked the person within five minutes', async () => {
    expect([await recentAfter(ago(10)), await recentAfter(ago(301))]).toEqual([true, false])
  })

  test('not where its own cookie may have let anybody in, and not for longer by a clock that is ahead', async () => {
    expect(await recentAfter(0)).toBe(false)
    expect(await recentAfter(ago(-3600))).toBe(true)
    const [row] = await owner<{ ahead: boolean }>('select bool_or(proven_at > now()) as ahead from sessions')
    expect(row?.ahead).toBe(false)
  })

  test('where the provider is believed', async () => {
    expect(await recentAfter(undefined)).toBe(true)
  })
})
