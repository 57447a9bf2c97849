import type { IdentityConfig } from '@fornix/contract'
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import { paths } from '../base/paths.ts'
import { consumeAttempt, saveAttempt } from './attempt.ts'

export type OidcConfig = Extract<IdentityConfig, { kind: 'oidc' }>

const redirectUri = () => new URL(paths.authCallback, location.origin).href

// Plain http is only for the stand-in provider on this machine; elsewhere it would expose the code to the network.
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
const requestOptions = (issuer: URL) => ({ [allowInsecureRequests]: loopback.has(issuer.hostname) })

const discover = async (issuer: URL): Promise<AuthorizationServer> =>
  processDiscoveryResponse(issuer, await discoveryRequest(issuer, requestOptions(issuer)))

/** Leaves the app for the provider's page; `from` is the page to offer again when the sign-in fails. */
export const redirectToProvider = async (config: OidcConfig, from: string): Promise<void> => {
  const server = await discover(new URL(config.issuer))
  const attempt = {
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    from,
    verifier: generateRandomCodeVerifier(),
  }
  if (!server.authorization_endpoint) throw new Error('The identity provider names no authorization endpoint')
  const address = new URL(server.authorization_endpoint)
  const parameters = {
    client_id: config.client_id,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    // On a shared computer the provider must not silently sign the previous person in.
    prompt: 'login',
    // It makes the ID token say when the person authenticated; the server does not accept the provider's own cookie as fresh proof.
    max_age: '300',
    ...(config.acr_values && { acr_values: config.acr_values }),
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  saveAttempt(attempt)
  location.assign(address)
}

/** Exchanges the provider's redirect address for an access token and the ID token that came with it. */
export const exchangeRedirect = async (config: OidcConfig, search: string) => {
  const attempt = consumeAttempt()
  if (!attempt) throw new Error('No sign-in was started in this tab')
  const issuer = new URL(config.issuer)
  const server = await discover(issuer)
  const client = { client_id: config.client_id }
  // Throws on a wrong state, a foreign `iss` and the provider's own refusal.
  const checked = validateAuthResponse(server, client, new URLSearchParams(search), attempt.state)
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    None(),
    checked,
    redirectUri(),
    attempt.verifier,
    requestOptions(issuer),
  )
  const tokens = await processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: attempt.nonce,
    requireIdToken: true,
  })
  return { token: tokens.access_token, id_token: tokens.id_token }
}
