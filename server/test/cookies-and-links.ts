import { audienceOf } from '@fornix/contract'
import type { TestUser } from './given.ts'

/** An access token works only with its refresh cookie, so a leaked one is useless. */
export const cookiesOf = (user: TestUser | null): Record<string, string> =>
  user ? { [`fornix-${audienceOf(user.role)}`]: user.refreshToken } : {}

/** The secret of the first link in a mail. */
export const secretIn = (text: string | undefined) => /\/([\w-]{43})/.exec(text ?? '')?.[1] ?? ''

/** A mail without the drawn part of its links, which may spell anything. */
export const withoutSecrets = (text: string) => text.replace(/(?<=\/)[\w-]{43}/g, '')
