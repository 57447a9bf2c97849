import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { bodySeconds, calls, openApi, storeSeconds, stuckSeconds } from '@fornix/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { v7 as uuid } from 'uuid'
import { archiveState } from './clinic/imaging/archive/archive-state.ts'
import { checkRight, checkRightTo } from './clinic/people/rights.ts'
import { closedProject, siteAt } from './clinic/records/projects.ts'
import { allRoutes } from './features.ts'
import { notFound } from './platform/base/errors.ts'
import { auditRefusal } from './platform/calls/audit-refusal.ts'
import { bind } from './platform/calls/binder.ts'
import { compressResponses } from './platform/calls/compression.ts'
import { errorResponse } from './platform/calls/error-response.ts'
import { respondToBareErrors, respondToMalformedRequest } from './platform/calls/malformed-requests.ts'
import { movingAddress, projectOfQuery, sendMovingPage } from './platform/calls/moving-page.ts'
import { openApiRoute } from './platform/calls/openapi.ts'
import { monitorLoad } from './platform/calls/overload.ts'
import { logRequests } from './platform/calls/request-log.ts'
import { publishRequests } from './platform/calls/request-signals.ts'
import { responseHeaders, setHeaders, setHeadersOfResponses } from './platform/calls/response-headers.ts'
import { closeSlowRequests } from './platform/calls/slow-requests.ts'
import { uploadReceiver } from './platform/calls/upload.ts'
import { mayGetPage, serveWebApp } from './platform/calls/web-app.ts'
import { databaseClock } from './platform/database/clock.ts'
import { healthRoutes } from './platform/metrics/health.ts'
import { type PortalProbes, statusRoute } from './platform/metrics/status.ts'
import { originsOf } from './platform/settings/config.ts'
import type { Platform } from './platform.ts'

/** `extra` mounts what only the demo has: the mailbox and the identity provider. */
export const buildApp = async (platform: Platform, extra: (app: FastifyInstance) => Promise<void> = async () => {}) => {
  const { config, database } = platform
  const app = fastifyOf(platform)
  logRequests(app, platform)
  respondToBareErrors(app)
  closeSlowRequests(app, bodySeconds * 1000)
  await compressResponses(app)
  await app.register(cookie)
  await app.register(multipart)

  // Before the server waits for its requests to finish: streams do not finish by themselves.
  app.addHook('preClose', async () => platform.live.endAll())

  await extra(app)
  const overload = monitorLoad(config, database)
  app.addHook('onClose', async () => overload.stop())
  const sendPage = await serveWebApp(app, webAppOf(platform))
  await app.register(async (api) => {
    bind(api, allRoutes(platform), {
      database,
      sessions: platform.sessions,
      rateLimits: platform.rateLimits,
      pace: platform.pace,
      receive: uploadReceiver(platform.files),
      origins: originsOf(config),
      freshProof: config.freshProof,
      checkRight,
      checkRightTo,
      overload,
      sendPage,
    })
  })
  const { store } = platform.files
  const probes = probesOf(platform)
  statusRoute(app, probes)
  healthRoutes(app, {
    probes,
    lostKeys: platform.lostKeys,
    space: { left: () => store.left(), low: config.LOW_DISK_MB * 2 ** 20 },
    clock: databaseClock(database),
    stopping: platform.stopping.signal,
  })
  openApiRoute(app, () => openApi(calls))

  // Where the app leads people of a closed project, whose host may be that of others.
  app.get(movingAddress, async (request, reply) => {
    const closed = await closedProject(database, { project: projectOfQuery(request), host: request.hostname })
    return closed ? sendMovingPage(request, reply, closed) : reply.redirect('/', 303)
  })

  // A page and a call may share an address, as /patient/{tab} and an unknown call do: what the browser accepts decides.
  app.get('*', (request, reply) => {
    if (!mayGetPage(request)) throw notFound()
    return sendPage(request, reply)
  })
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  return app
}

/** The framework with our limits and headers, and our errors in place of its own. */
const fastifyOf = ({ config, database, log, stopping }: Platform) => {
  const headers = responseHeaders(config)
  const sendError = errorResponse(log, (request, error) => auditRefusal(request, error, { database, log }))
  const app = Fastify({
    logger: false,
    // An address that cannot be one; the framework's own answer would repeat it, and no hook runs for it.
    frameworkErrors: (_error, request, reply) => {
      setHeaders(headers)(request, reply)
      void sendError(notFound(), request, reply)
    },
    clientErrorHandler: respondToMalformedRequest(headers, log),
    return503OnClosing: false,
    genReqId: () => uuid(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    forceCloseConnections: 'idle',
    connectionTimeout: stuckSeconds * 1000,
    // Of the longest body; the hook that closes slow requests ends others sooner.
    requestTimeout: storeSeconds * 1000,
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000, maxHeaderSize: 16_384, requireHostHeader: false },
  })
  app.server.maxConnections = config.MAX_CONNECTIONS
  app.setErrorHandler(sendError)
  publishRequests(app)
  setHeadersOfResponses(app, headers)
  // A node that stops serves until every balancer knows; on a new connection its clients come to another node.
  app.addHook('onRequest', async (_request, reply) => {
    if (stopping.signal.aborted) reply.header('connection', 'close')
  })
  return app
}

const webAppOf = (platform: Platform) => {
  const { config, identity } = platform
  return {
    publicUrl: config.publicUrl,
    at: visitedSite(platform),
    gallery: config.demo,
    identity: identity.forBrowser.kind,
    identityOrigin: identity.forBrowser.kind === 'oidc' ? new URL(identity.forBrowser.issuer).origin : undefined,
    schedulingOrigin: config.SCHEDULING_URL && new URL(config.SCHEDULING_URL).origin,
  }
}

const probesOf = ({ database, files, mail, archive, log }: Platform): PortalProbes => {
  const archiveIsUp = archiveState({ archive, log })
  return {
    database: database.ready,
    files: () => files.store.ready(),
    mail: async () => {
      if (!(await mail.ready()).ok) throw new Error('mail piles up')
    },
    archive: async () => {
      if (!(await archiveIsUp())) throw new Error('the archive is down')
    },
  }
}

/** What a page says of the portal; it must come even while the database does not, by the name that its address had last. */
const visitedSite = ({ database, config }: Platform) => {
  const lastNames = new LRUCache<string, string>({ max: 500 })
  return async (host: string) => {
    const site = await siteAt(database, host, config.defaultProject).catch(() => undefined)
    if (site?.name) lastNames.set(host, site.name)
    return { name: site?.name ?? lastNames.get(host) ?? 'Fornix', closed: site?.closed ?? null }
  }
}
