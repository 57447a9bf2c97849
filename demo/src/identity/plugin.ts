import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type UnknownObject } from 'oidc-provider'
import { sendPage, serveDemoStyle } from '../page.ts'
import { type DemoAccount, demoAccounts } from './accounts.ts'
import { choosePage, problemPage, stylePath } from './pages.ts'
import { demoProvider } from './provider.ts'
import { demoSecrets } from './secrets.ts'

type Options = {
  /** `${PUBLIC_URL}/oidc` */
  issuer: string
  /** Every origin that the web app is opened at. */
  origins: readonly string[]
  accounts: readonly DemoAccount[]
  dataDir: string
}
type Choice = { Params: { uid: string }; Body: { sub?: string; email?: string; cancel?: string; second_step?: string } }

const mount = '/oidc'
/** The first of the levels that the portal asks for. */
const askedLevel = ({ params }: { params: UnknownObject }) => String(params['acr_values'] ?? '').split(' ')[0] ?? ''
const expired = 'This sign-in has expired. Please start again from the portal.'

/** A real OpenID provider whose people sign in by choosing themselves. Never mounted by `npm run serve`. */
export const demoIdentity = async (app: FastifyInstance, { issuer, origins, accounts: listed, dataDir }: Options) => {
  const accounts = demoAccounts(listed)
  const secrets = await demoSecrets(join(dataDir, 'demo-identity.json'))
  const provider = demoProvider({ issuer, origins, accounts, secrets })
  const handle = provider.callback()

  await app.register(async (protocol) => {
    // The provider reads its bodies itself.
    protocol.removeAllContentTypeParsers()
    protocol.addContentTypeParser('*', (_request, _payload, done) => done(null))
    protocol.all(`${mount}/*`, async ({ raw }, reply) => {
      reply.hijack()
      const url = raw.url ?? mount
      // How Express tells a mounted handler where it stands; the provider builds its addresses from the two.
      Object.assign(raw, { originalUrl: url, url: url.slice(mount.length) })
      await handle(raw, reply.raw).finally(() => Object.assign(raw, { url }))
    })
  })

  const interaction = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await provider.interactionDetails(request.raw, reply.raw)
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error
      return undefined
    }
  }

  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    serveDemoStyle(pages, stylePath)

    pages.get<Choice>('/demo-sign-in/:uid', async (request, reply) => {
      const details = await interaction(request, reply)
      return details
        ? sendPage(reply, choosePage(details.uid, listed, askedLevel(details)), origins)
        : sendPage(reply.code(400), problemPage(expired))
    })
    pages.post<Choice>('/demo-sign-in/:uid', async (request, reply) => {
      const details = await interaction(request, reply)
      if (!details) return sendPage(reply.code(400), problemPage(expired))
      const { sub, email, cancel, second_step } = request.body ?? {}
      const level = askedLevel(details)
      const chosen = listed.find((account) => account.sub === sub)?.sub ?? accounts.subjectOf(email ?? '')
      if (!cancel && !chosen)
        return sendPage(reply.code(400), choosePage(details.uid, listed, level, email ?? ''), origins)
      const result =
        cancel || !chosen
          ? { error: 'access_denied', error_description: 'The sign-in was canceled.' }
          : {
              login: {
                accountId: chosen,
                remember: false,
                ...(level && second_step && { acr: level, amr: ['mfa'] }),
              },
            }
      const next = await provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
      return reply.redirect(next, 303)
    })
  })
}
