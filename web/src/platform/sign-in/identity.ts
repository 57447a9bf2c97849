import type { IdentityConfig } from '@fornix/contract'
import { readAttempt } from './attempt.ts'

// Google's popup returns to this page; the token waits here, never in storage or history, for the page that continues with it.
let passed: { token: string; from: string } | undefined

export const passToken = (token: string, from: string) => {
  passed = { token, from }
}

let redirectResult: { token: string; id_token: string | undefined } | undefined

/** What a sign-in sends: the access token, with the ID token that came with it. */
export const signInBody = (token: string) => ({
  token,
  ...(redirectResult?.token === token && { id_token: redirectResult.id_token }),
})

/** The token passed on to this page, once. */
export const takePassedToken = (page: string) => {
  if (passed?.from !== page) return undefined
  const { token } = passed
  passed = undefined
  return token
}

/** The page on which the sign-in began; read before `finishIdentity` takes the attempt. */
export const startPageOfSignIn = () => passed?.from ?? readAttempt()?.from

/** The access token of a sign-in just finished by Google's popup or the provider's redirect. Works once. */
export const finishIdentity = async (config: IdentityConfig, search: string): Promise<string> => {
  const token = passed?.token
  passed = undefined
  if (token) return token
  if (config.kind !== 'oidc') throw new Error('No sign-in was started in this tab')
  const { exchangeRedirect } = await import('./oidc.ts')
  redirectResult = await exchangeRedirect(config, search)
  return redirectResult.token
}
