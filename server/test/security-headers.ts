import type { FastifyInstance } from 'fastify'
import { afterAll, expect } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Platform } from '../src/platform.ts'

/** HSTS is sent where people come over HTTPS. */
export const overHttps = { environment: { PUBLIC_URL: 'https://portal.example' } }

export type Answer = { status: number; headers: Record<string, unknown> }
type Kept = 'public' | 'part' | 'revalidated' | 'demo' | undefined
const always = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
const notOfParts = {
  'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  // A page in a box of its own can be in no frame of ours either; x-frame-options says it beside.
  'content-security-policy': expect.stringMatching(
    /frame-ancestors 'none'|^sandbox; default-src|^default-src 'none'; script-src 'self' 'wasm/,
  ),
}
/** What only documents say. */
export const ofDocuments = {
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
}
/** `public` is for what belongs to nobody and never changes at its address, `part` for a script, style or font of that kind,
 * `revalidated` for documents that are only read, `demo` for stand-ins that `serve` never mounts. */
export const expectSecurityHeaders = (what: string, { status, headers }: Answer, kept?: Kept) => {
  expect(headers, what).toMatchObject(always)
  if (kept === 'part') for (const name of Object.keys(notOfParts)) expect(headers, what).not.toHaveProperty(name)
  else {
    expect(headers, what).toMatchObject(notOfParts)
    if (kept !== 'demo') expect(headers['referrer-policy'], what).toBe('no-referrer')
    expect(headers['content-security-policy'], what).toMatch(/default-src 'none'|form-action/)
  }
  const cache = String(headers['cache-control'])
  if (kept === 'public' || kept === 'part')
    expect(cache, what).toMatch(/^public, max-age=31536000, immutable$|^(private, )?no-store$/)
  else if (kept === 'revalidated') expect(cache, what).toBe('no-cache')
  else expect(cache, what).toMatch(kept === 'demo' ? /no-store|no-cache/ : /^(private, )?no-store$/)
  // A provider lets browsers of any client read what it publishes.
  for (const name of ['x-powered-by', 'server', ...(kept === 'demo' ? [] : ['access-control-allow-origin'])])
    expect(headers, what).not.toHaveProperty(name)
  if (status === 429 || status === 503) expect(headers['retry-after'], what).toMatch(/^\d+$/)
}

/** More apps on the same platform with a part of it changed, until the file's tests are over. */
export const variantsOf = (platform: Platform) => {
  const made: FastifyInstance[] = []
  afterAll(async () => {
    for (const app of made) await app.close()
  })
  return async (change: Partial<Platform>, extra?: (app: FastifyInstance) => Promise<void>) => {
    const app = await buildApp({ ...platform, ...change }, extra)
    made.push(app)
    return app
  }
}

export const at = async (
  target: FastifyInstance,
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
) => {
  const answer = await target.inject({ method: method as 'GET', url, headers })
  return { status: answer.statusCode, headers: answer.headers }
}
