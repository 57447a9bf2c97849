import type { IdentityConfig } from '@fornix/contract'
import type { Config } from '../settings/config.ts'
import { type IdentityProvider, identityProvider } from './identity-provider.ts'

const demoIssuer = 'fornix-demo'
const demoClient = 'fornix-web'

/** `issuer` names it in the identities table; the demo's stays the same whatever address it runs at. */
export type SignInIdentity = IdentityProvider & { issuer: string; forBrowser: IdentityConfig }

/** Who vouches for people, as the settings say. */
export const identityOf = (config: Config): SignInIdentity => {
  if (config.IDENTITY === 'google') {
    const [issuer, client_id] = ['https://accounts.google.com', config.GOOGLE_CLIENT_ID ?? '']
    return {
      ...identityProvider({ kind: 'google', issuer, clientId: client_id }),
      issuer,
      forBrowser: { kind: 'google', client_id, label: 'Sign in with Google' },
    }
  }
  const demo = config.IDENTITY === 'demo'
  const issuer = demo ? `${config.publicUrl}/oidc` : (config.OIDC_ISSUER ?? '')
  const client_id = demo ? demoClient : (config.OIDC_CLIENT_ID ?? '')
  const label = config.OIDC_LABEL ?? (demo ? 'Sign in with a demo account' : 'Sign in with your organization')
  return {
    ...identityProvider({
      kind: 'oidc',
      issuer,
      clientId: client_id,
      reachAt: demo ? `http://127.0.0.1:${config.PORT}/oidc` : undefined,
    }),
    issuer: demo ? demoIssuer : issuer,
    forBrowser: { kind: 'oidc', client_id, issuer, label },
  }
}
