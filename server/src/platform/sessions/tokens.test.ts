import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { accessTokens, newSecret, refreshTokens } from './tokens.ts'

afterEach(() => vi.useRealTimers())

const name = { project: randomUUID(), session: randomUUID() }
const access = accessTokens(Buffer.alloc(32, 1))
const refresh = refreshTokens(Buffer.alloc(32, 2))

test('an access token is good for ten minutes, and still names its session after that', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const token = await access.issue(name, 'patient')
  vi.setSystemTime(Date.now() + 599_000)
  expect(await access.read(token)).toEqual(name)
  vi.setSystemTime(Date.now() + 2_000)
  expect(await access.read(token)).toBeNull()
  expect(await access.nameOf(token)).toEqual(name)
})

test('a token of another key is none', async () => {
  const foreign = await accessTokens(Buffer.alloc(32, 3)).issue(name, 'patient')
  expect(await access.read(foreign)).toBeNull()
  expect(await access.nameOf(foreign)).toBeNull()
  expect(refresh.read(refreshTokens(Buffer.alloc(32, 3)).issue(name, 1))).toBeNull()
})

test('a refresh token of which anything was changed is none', () => {
  const token = refresh.issue(name, 1)
  expect(refresh.read(token)).toEqual({ ...name, generation: 1 })
  const [project, session, , mac] = token.split('.')
  for (const forged of [
    `${project}.${session}.2.${mac}`,
    `${project}.${randomUUID()}.1.${mac}`,
    `${randomUUID()}.${session}.1.${mac}`,
    `${project}.${session}.1.${newSecret()}`,
    `${project}.${session}.1.`,
  ])
    expect(refresh.read(forged)).toBeNull()
})

test('the secret of a mailed link has 256 bits', () => {
  expect(Buffer.from(newSecret(), 'base64url')).toHaveLength(32)
  expect(newSecret()).not.toBe(newSecret())
})
