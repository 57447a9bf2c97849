import type { IdentityConfig } from '@fornix/contract'
import type { Config } from '../settings/config.ts'
import { type IdentityProvider, IdentityRefused, identityProvider } from './identity-provider.ts'

const demoIssuer = 'fornix-demo'
const demoClient = 'fornix-web'

/** `issuer` names the provider in the identities table; the demo's stays the same at any address. */
export type SignInIdentity = Pick<IdentityProvider, 'check'> & {
  issuer: string
  forBrowser: IdentityConfig
  /** Fails if the provider does not respond as one. */
  reach: () => Promise<unknown>
}

/** If passwords are the only way to sign in, no token is accepted. */
const nobody: SignInIdentity = {
  issuer: '',
  forBrowser: { kind: 'password' },
  check: () => Promise.reject(new IdentityRefused('There is no identity provider')),
  reach: async () => {},
}

/** The identity provider from the settings. */
export const identityOf = (config: Config): SignInIdentity => {
  if (config.IDENTITY === 'password') return nobody
  if (config.IDENTITY === 'google') {
    const [issuer, client_id] = ['https://accounts.google.com', config.GOOGLE_CLIENT_ID ?? '']
    const google = identityProvider({ kind: 'google', issuer, clientId: client_id })
    return {
      check: google.check,
      reach: google.discovery,
      issuer,
      forBrowser: { kind: 'google', client_id, label: 'Sign in with Google' },
    }
  }
  const demo = config.IDENTITY === 'demo'
  const issuer = demo ? `${config.publicUrl}/oidc` : (config.OIDC_ISSUER ?? '')
  const client_id = demo ? demoClient : (config.OIDC_CLIENT_ID ?? '')
  const label = config.OIDC_LABEL ?? (demo ? 'Sign in with a demo account' : 'Sign in with your organization')
  const provider = identityProvider({
    kind: 'oidc',
    issuer,
    clientId: client_id,
    believesTime: config.OIDC_AUTH_TIME === 'believe',
    reachAt: demo ? `http://127.0.0.1:${config.PORT}/oidc` : undefined,
  })
  return {
    check: provider.check,
    reach: provider.discovery,
    issuer: demo ? demoIssuer : issuer,
    forBrowser: { kind: 'oidc', client_id, issuer, label },
  }
}
