import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { bodySeconds, calls, openApi, storeSeconds, stuckSeconds } from '@fornix/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import { allRoutes } from './features.ts'
import { auditRefusal } from './platform/audit-refusal.ts'
import { bind } from './platform/binder.ts'
import { originsOf } from './platform/config.ts'
import { errorAnswer } from './platform/error-answer.ts'
import { notFound } from './platform/errors.ts'
import { healthRoutes } from './platform/health.ts'
import { answerHeaders, dress, dressAnswers } from './platform/http/answer-headers.ts'
import { answerOurselves, answerUnreadable } from './platform/http/unreadable-requests.ts'
import { tellRequests } from './platform/metrics/request-signals.ts'
import { watchLoad } from './platform/overload/overload.ts'
import type { Platform } from './platform/platform.ts'
import { projectOfVisitor } from './platform/projects.ts'
import { logRequests } from './platform/request-log.ts'
import { endSlowBodies } from './platform/slow-bodies.ts'
import { uploadReceiver } from './platform/upload.ts'
import { mayGetPage, serveWebApp } from './platform/web-app.ts'

/** `extra` mounts what only the demo has: the mailbox and the identity provider. */
export const buildApp = async (platform: Platform, extra: (app: FastifyInstance) => Promise<void> = async () => {}) => {
  const { config, database, log } = platform
  const headers = answerHeaders(config)
  const answerError = errorAnswer(log, (request, error) => auditRefusal(request, error, { database, log }))
  const app = Fastify({
    logger: false,
    // An address that cannot be one; the framework's own answer would repeat it, and no hook runs for it.
    frameworkErrors: (_error, request, reply) => {
      dress(headers)(request, reply)
      void answerError(notFound(), request, reply)
    },
    clientErrorHandler: answerUnreadable(headers, log),
    return503OnClosing: false,
    genReqId: () => uuid(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    forceCloseConnections: 'idle',
    connectionTimeout: stuckSeconds * 1000,
    // Of the longest body; the hook below ends others sooner.
    requestTimeout: storeSeconds * 1000,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000, maxHeaderSize: 16_384, requireHostHeader: false },
  })

  app.server.maxConnections = config.MAX_CONNECTIONS
  app.setErrorHandler(answerError)
  tellRequests(app)
  dressAnswers(app, headers)
  logRequests(app, platform)
  answerOurselves(app)
  endSlowBodies(app, bodySeconds * 1000)
  await app.register(cookie)
  await app.register(multipart)

  // Before the server waits for its requests to finish: streams do not finish by themselves.
  app.addHook('preClose', async () => platform.live.endAll())

  await extra(app)
  const overload = watchLoad(config, database)
  app.addHook('onClose', async () => overload.stop())
  const google = platform.identity.forBrowser.kind === 'google'
  const identityOrigin =
    platform.identity.forBrowser.kind === 'oidc' ? new URL(platform.identity.forBrowser.issuer).origin : undefined
  const schedulingOrigin = config.SCHEDULING_URL && new URL(config.SCHEDULING_URL).origin
  const sendPage = await serveWebApp(app, {
    publicUrl: config.publicUrl,
    name: siteName(platform),
    gallery: config.demo,
    google,
    identityOrigin,
    schedulingOrigin,
  })
  await app.register(async (api) => {
    bind(api, allRoutes(platform), {
      database,
      sessions: platform.sessions,
      rateLimits: platform.rateLimits,
      pace: platform.pace,
      receive: uploadReceiver(platform.files),
      log,
      origins: originsOf(config),
      overload,
      sendPage,
    })
  })
  healthRoutes(app, platform)
  const document = openApi(calls)
  app.get('/openapi.json', async () => document)

  // A page and a call may share an address, as /patient/{tab} and an unknown call do: what the browser accepts decides.
  app.setNotFoundHandler((request, reply) => {
    if (!mayGetPage(request)) throw notFound()
    return sendPage(request, reply)
  })
  return app
}

/** The name that a visitor of this host sees; a page must come even while the database does not. */
const siteName =
  ({ database, config }: Platform) =>
  (host: string) =>
    projectOfVisitor(database, { host }, config.defaultProject).then(
      ({ name }) => name,
      () => 'Fornix',
    )
