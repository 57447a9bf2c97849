import { addPasskey, addTotp, startPasskey, startTotp } from '@fornix/contract'
import { Secret } from 'otpauth'
import { totpOf } from '../src/clinic/people/factors/totp-secret.ts'
import type { TestUser } from './given.ts'
import type { TestApp } from './harness.ts'
import { softPasskey } from './soft-passkey.ts'

/** The code that an authenticator app shows now, or so many steps later. */
export const codeOf = (secret: string, steps = 0) =>
  totpOf(Secret.fromBase32(secret)).generate({ timestamp: Date.now() + steps * 30_000 })

/** What adds an authenticator app for somebody: its secret, and the recovery codes. */
export const appAdder =
  ({ as }: Pick<TestApp, 'as'>) =>
  async (user: TestUser) => {
    const { challenge_id, secret } = await as(user).call(startTotp, {})
    const { codes } = await as(user).call(addTotp, { body: { challenge_id, code: codeOf(secret) } })
    return { secret, codes }
  }

/** What adds a passkey for somebody. */
export const passkeyAdder =
  ({ as }: Pick<TestApp, 'as'>) =>
  async (user: TestUser) => {
    const key = softPasskey()
    const { challenge_id, options } = await as(user).call(startPasskey, {})
    await as(user).call(addPasskey, { body: { challenge_id, response: key.create(options), name: 'Phone' } })
    return key
  }
