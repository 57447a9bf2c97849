import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { authenticateOperator, getConfig } from '@fornix/contract'
import {
  type IdentityProvider,
  IdentityRefused,
  identityProvider,
} from '@fornix/server/platform/identity/identity-provider.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../server/test/harness.ts'
import { demoIdentity } from './plugin.ts'
import { demoClientId } from './provider.ts'

const accounts = [
  { sub: 'demo-ana', email: 'ana.rivera@northside.example', name: 'Ana de la Rivera', label: 'Patient' },
  { sub: 'demo-ben', email: 'ben@northside.example', name: '<b>Ben</b> "O\'Neil"', label: 'Patient' },
]
let app: FastifyInstance
let folder: string
let origin: string
let provider: IdentityProvider

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/fornix-identity-`)
  const port = await freePort()
  origin = `http://localhost:${port}`
  app = Fastify()
  const origins = [origin, `http://127.0.0.1:${port}`]
  await app.register(demoIdentity, { issuer: `${origin}/oidc`, origins, accounts, dataDir: folder })
  await app.listen({ port, host: '127.0.0.1' })
  provider = identityProvider({ kind: 'oidc', issuer: `${origin}/oidc`, clientId: demoClientId })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** A browser as far as a sign-in needs one: it keeps cookies and shows where it is sent. */
const browser = () => {
  const jar = new Map<string, string>()
  return async (address: string, form?: Record<string, string>) => {
    const response = await fetch(new URL(address, origin), {
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form),
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return {
      status: response.status,
      headers: response.headers,
      to: response.headers.get('location') ?? '',
      text: await response.text(),
    }
  }
}

const begin = async (change: Record<string, string> = {}) => {
  const verifier = randomBytes(32).toString('base64url')
  const go = browser()
  const query = new URLSearchParams({
    client_id: demoClientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${origin}/auth/callback`,
    state: 'some-state',
    prompt: 'login',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...change,
  })
  const { authorization_endpoint } = await provider.discovery()
  const start = await go(`${authorization_endpoint}?${query}`)
  return { go, start, verifier, redirect: query.get('redirect_uri') ?? '' }
}
const choose = async (form: Record<string, string>, change?: Record<string, string>) => {
  const { go, start, ...rest } = await begin(change)
  const chosen = await go(start.to, form)
  return { ...rest, page: chosen, back: chosen.status === 303 ? new URL((await go(chosen.to)).to) : undefined }
}
const tokensFor = async (form: Record<string, string>, change?: Record<string, string>) => {
  const { back, verifier, redirect } = await choose(form, change)
  const { token_endpoint } = await provider.discovery()
  const response = await fetch(token_endpoint, {
    method: 'POST',
    headers: { origin: new URL(redirect).origin },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back?.searchParams.get('code') ?? '',
      client_id: demoClientId,
      code_verifier: verifier,
      redirect_uri: redirect,
    }),
  })
  expect(response.headers.get('access-control-allow-origin')).toBe(new URL(redirect).origin)
  const { access_token, id_token } = await response.json()
  return { token: String(access_token), id_token: String(id_token) }
}
const tokenFor = async (...asked: Parameters<typeof tokensFor>) => (await tokensFor(...asked)).token

test('a listed account signs in with code and PKCE, and the server believes its token', async () => {
  expect(await provider.check(await tokenFor({ sub: 'demo-ana' }))).toEqual({
    issuer: `${origin}/oidc`,
    subject: 'demo-ana',
    email: 'ana.rivera@northside.example',
    email_verified: true,
    first_name: 'Ana',
    last_name: 'de la Rivera',
    claims: [],
    auth_time: 0,
  })
})

test('when it asked the person stands in the ID token, for whoever asks for it', async () => {
  const { token, id_token } = await tokensFor({ sub: 'demo-ana' }, { max_age: '300' })
  const { auth_time = 0 } = await provider.check(token, id_token)
  expect(Math.abs(Date.now() / 1000 - auth_time)).toBeLessThan(60)
})

test('the other name of the loopback works too', async () => {
  const redirect_uri = `${origin.replace('localhost', '127.0.0.1')}/auth/callback`
  expect(await provider.check(await tokenFor({ sub: 'demo-ana' }, { redirect_uri }))).toMatchObject({
    subject: 'demo-ana',
  })
})

test('any other address signs in as one and the same verified person', async () => {
  const subjects = new Set<string>()
  for (const email of ['New.Person@clinic.example', ' new.person@CLINIC.example']) {
    const identity = await provider.check(await tokenFor({ email }))
    expect(identity.email).toBe('new.person@clinic.example')
    subjects.add(identity.subject)
  }
  expect(subjects.size).toBe(1)
  expect(await provider.check(await tokenFor({ email: 'ANA.rivera@northside.example' }))).toMatchObject({
    subject: 'demo-ana',
  })
})

test('cancelling returns to the portal with a refusal', async () => {
  const { back } = await choose({ cancel: 'yes' })
  expect(back?.pathname).toBe('/auth/callback')
  expect(back?.searchParams.get('error')).toBe('access_denied')
  expect(back?.searchParams.get('state')).toBe('some-state')
})

test.each<Record<string, string>>([{ email: 'nobody' }, { sub: 'demo-nobody' }, {}])(
  'choosing %j shows the page again',
  async (form) => {
    const { page } = await choose(form)
    expect(page.status).toBe(400)
    expect(page.text).toContain('Please enter a valid email address.')
  },
)

test('the page shows names as text, runs no script, and lets its form end at the portal', async () => {
  const { go, start } = await begin()
  const { text, headers } = await go(start.to)
  expect(text).not.toContain('<b>Ben')
  expect(text).toContain('&#60;b&#62;Ben')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).toContain(`form-action 'self' ${origin} ${origin.replace('localhost', '127.0.0.1')}`)
})

test('a sign-in without PKCE or towards a foreign address does not begin', async () => {
  const noPkce = await begin({ code_challenge: '', code_challenge_method: '' })
  expect(noPkce.start.to).toContain('error=invalid_request')
  const foreign = await begin({ redirect_uri: 'https://evil.example/auth/callback' })
  expect(foreign.start.status).toBe(400)
  expect(foreign.start.to).toBe('')
})

test('an unknown sign-in says how to go on', async () => {
  const { status, text } = await browser()('/demo-sign-in/unknown')
  expect(status).toBe(400)
  expect(text).toContain('start again')
})

test('a token for one client is refused by another, and an invented one by all', async () => {
  const token = await tokenFor({ sub: 'demo-ana' })
  const other = identityProvider({ kind: 'oidc', issuer: `${origin}/oidc`, clientId: 'another-client' })
  await expect(other.check(token)).rejects.toBeInstanceOf(IdentityRefused)
  await expect(provider.check(`${token}x`)).rejects.toBeInstanceOf(IdentityRefused)
})

describe('a second step at the provider', async () => {
  const { as, send, given, owner } = await testApp({
    platform: ({ identity }) => ({ identity: { ...identity, check: (token) => provider.check(token) } }),
  })
  /** A nurse whom the provider knows, in a project that asks for two steps of nurses and believes this level. */
  const nurseWhere = async (level: string) => {
    const nurse = await given.staff('Nurse')
    await owner(
      `update projects set two_step_roles = '{Nurse}', two_step_since = current_date - 30, two_step_acr = $2::text[]
        where project_id = $1`,
      [nurse.project, level ? [level] : []],
    )
    const subject = `email:${nurse.email}`
    await owner("insert into identities (issuer, subject, login_id) values ('fornix-demo', $1, $2)", [
      subject,
      nurse.login,
    ])
    return nurse
  }
  const stateAfter = async (form: Record<string, string>, acr_values: string) => {
    const token = await tokenFor(form, acr_values ? { acr_values } : {})
    return (await send(null, authenticateOperator, { body: { token } })).body?.['second_factor']
  }
  const askedFor = async (project: string) => {
    const { identity } = await as(null).call(getConfig, {}, { headers: { project } })
    return identity.kind === 'oidc' ? (identity.acr_values ?? '') : undefined
  }

  test('is asked for where the project believes it, and counts as the factor only when it was shown', async () => {
    const { project, email } = await nurseWhere('two-step')
    const asked = await askedFor(project)
    expect(asked).toBe('two-step')
    expect(await stateAfter({ email, second_step: 'yes' }, 'two-step')).toBe('none')
    expect(await stateAfter({ email }, 'two-step')).toBe('enroll')
    expect(await stateAfter({ email, second_step: 'yes' }, 'something-else')).toBe('enroll')
  })

  test('counts for nothing in a project that does not believe it, nor when nobody asks', async () => {
    const { project, email } = await nurseWhere('')
    expect(await askedFor(project)).toBe('')
    expect(await stateAfter({ email, second_step: 'yes' }, 'two-step')).toBe('enroll')
    const believing = await nurseWhere('two-step')
    expect(await stateAfter({ email: believing.email, second_step: 'yes' }, '')).toBe('enroll')
  })

  test('is a box on the page of the provider only where a portal asks', async () => {
    const shown = async (change: Record<string, string>) => {
      const { go, start } = await begin(change)
      return (await go(start.to)).text.includes('name="second_step"')
    }
    expect([await shown({ acr_values: 'two-step' }), await shown({})]).toEqual([true, false])
  })
})
