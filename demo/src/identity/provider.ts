import Provider, { type Configuration } from 'oidc-provider'
import { demoHeaders } from '../page.ts'
import type { DemoAccounts } from './accounts.ts'
import { memoryStore } from './memory-store.ts'
import { problemPage } from './pages.ts'
import type { demoSecrets } from './secrets.ts'

export const demoClientId = 'fornix-web'
const demoCallback = '/auth/callback'

const scope = 'openid email profile'
const hour = 3600

type Options = {
  issuer: string
  origins: readonly string[]
  accounts: DemoAccounts
  secrets: Awaited<ReturnType<typeof demoSecrets>>
}

const configuration = ({ origins, accounts, secrets }: Options): Configuration => ({
  adapter: memoryStore(),
  jwks: secrets.jwks as Configuration['jwks'],
  cookies: { keys: secrets.cookieKeys },
  clients: [
    {
      client_id: demoClientId,
      token_endpoint_auth_method: 'none',
      application_type: 'web',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [...new Set(origins)].map((origin) => `${origin}${demoCallback}`),
    },
  ],
  pkce: { required: () => true },
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name'],
  },
  findAccount: (_context, sub) => {
    const claims = accounts.claimsOf(sub)
    return claims ? { accountId: sub, claims: () => claims } : undefined
  },
  features: {
    devInteractions: { enabled: false },
    introspection: {
      enabled: true,
      // A client without a secret may ask about its own tokens only.
      allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
    },
  },
  interactions: { url: (_context, { uid }) => `/demo-sign-in/${uid}` },
  /** What the sign-in was proven by, for whoever asks about the access token (RFC 9470). */
  extraTokenClaims: ({ oidc }) => {
    const { acr, amr } = oidc.entities.AuthorizationCode ?? {}
    return { ...(acr && { acr }), ...(amr && { amr }) }
  },
  clientBasedCORS: (_context, origin) => origins.includes(origin),
  ttl: { AccessToken: hour, AuthorizationCode: 60, Interaction: hour, Session: hour, Grant: hour, IdToken: hour },
  /** The portal is the provider's own client, so nobody is asked for consent. */
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
    grant.addOIDCScope(scope)
    await grant.save()
    return grant
  },
  renderError: (context) => {
    context.set(demoHeaders())
    context.body = problemPage('This sign-in cannot go on. Please start again from the portal.')
  },
})

export const demoProvider = (options: Options) => new Provider(options.issuer, configuration(options))
