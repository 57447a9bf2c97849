import '@fastify/cookie'
import { type Call, calls, maxJsonBytes } from '@fornix/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit, type Entrance, shedLoad } from './admit.ts'
import { auditStatement, writeAudit } from './audit.ts'
import type { Database, Db } from './db.ts'
import { mayHaveCommitted } from './errors.ts'
import { jsonOf } from './json-body.ts'
import type { Log } from './log.ts'
import type { Pace } from './pace.ts'
import {
  bearerOf,
  browserMarkCookie,
  cookieRules,
  type EventsAnswer,
  type FileAnswer,
  type ImagesAnswer,
  malformed,
  parseInput,
  parseParams,
  projectHeader,
  sendEvents,
  sendFile,
  sendImages,
} from './request.ts'
import type { Asked, AuditNote, Located, Route } from './route.ts'
import { scopeOf } from './session.ts'
import type { Caller } from './session-row.ts'
import type { ReceiveUpload } from './upload.ts'
import { wantsPage } from './web-app.ts'

export type Binding = Entrance & {
  database: Database
  receive: ReceiveUpload
  log: Log
  pace: Pace
  /** Answers a browser that goes to this address: pages and calls may share one. */
  sendPage: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}
declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** Over a silent limit: answered as usual, and dropped. */
    overLimit: boolean
    call: string
  }
}

/** Refuses to start on a call without rules, without a handler or with two. */
const checkRoutes = (routes: Route[]) => {
  const problems: string[] = []
  for (const [name, call] of Object.entries(calls)) {
    const missing = (['allow', 'limit', 'audit'] as const).filter((rule) => call[rule] === undefined)
    if (missing.length > 0) problems.push(`${name} has no ${missing.join(', ')}`)
    const handlers = routes.filter((route) => route.call === call)
    if (handlers.length !== 1) problems.push(`${name} has ${handlers.length} handlers`)
    if (handlers.some((route) => route.open !== (call.allow === 'anyone')))
      problems.push(`${name}: only calls of anyone are mounted open`)
  }
  for (const { call } of routes)
    if (!Object.values(calls).includes(call)) problems.push(`${call.path} is not in the contract`)
  if (problems.length > 0) throw new Error(`The routes and the contract disagree:\n  ${problems.join('\n  ')}`)
}

/** The life of every request: who, may they, how often, of what, is it well formed, do it, note it, shape the reply. */
export const bind = (app: FastifyInstance, routes: Route[], binding: Binding) => {
  checkRoutes(routes)
  app.decorateRequest('caller', null)
  app.decorateRequest('call', '')
  app.decorateRequest('overLimit', false)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('multipart/related', (_request, _body, done) => done(null, malformed))
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxJsonBytes }, (_request, text, done) =>
    done(null, jsonOf(text as string)),
  )
  const names = new Map(Object.entries(calls).map(([name, call]): [Call, string] => [call, name]))
  for (const route of routes) {
    app.route({
      method: route.call.method,
      url: route.call.path,
      config: { slowBody: route.call.stream !== undefined, callName: names.get(route.call) },
      onRequest: async (request, reply) => {
        if (wantsPage(request)) return binding.sendPage(request, reply)
        shedLoad(route.call, binding)
        return admit(route.call, request, reply, binding)
      },
      handler: (request, reply) => {
        // From here on: how long the request took to arrive is the sender's choice.
        const began = performance.now()
        return answer(route, request, reply, binding).finally(
          () => route.call.constantTime && binding.pace(performance.now() - began),
        )
      },
    })
  }
}

const answer = async (route: Route, request: FastifyRequest, reply: FastifyReply, binding: Binding) => {
  const { call } = route
  const { caller: user } = request
  const params = parseParams(call.params, request.params)
  const { read } = route
  const over = new AbortController()
  reply.raw.once('close', () => over.abort())
  const { signal } = over
  if (read && user) return sendImages(reply, { coming: read(readingOf(request, binding, { params, user, signal })) })
  const asked = {
    params,
    request: factsOf(request, binding),
    audit: {} as AuditNote,
    answer: answerOf(reply, binding),
    signal,
  }
  const judge = (fields: unknown) => ({
    query: parseInput(call.query, request.query),
    body: parseInput(call.body, fields),
  })

  const result = user && !route.open ? await signedIn({ ...asked, user }) : await open({ ...asked, user })
  if (call.answer === 'file') return sendFile(reply, result as FileAnswer)
  if (call.answer === 'events') return sendEvents(reply, result as EventsAnswer)
  if (call.answer === 'images') return sendImages(reply, result as ImagesAnswer)
  reply.code(call.status).header('cache-control', 'no-store')
  return call.reply.parse(result)

  async function signedIn(asked: Omit<Asked<Call>, 'query' | 'body'> & { user: Caller }) {
    const { user, audit } = asked
    const scope = scopeOf(user)
    const row = (db: Db) => closingRow(db, call, asked.request.id, user, audit)
    const locate = (db: Db) => route.locate?.({ ...asked, query: request.query, body: undefined, user, db })
    if (!call.upload) {
      return scopedWithAudit(async (db) => {
        const located = await locate(db)
        return route.handle({ ...asked, ...judge(request.body), user, db, located, before: undefined })
      })
    }
    const located = (await binding.database.scoped(scope, async (db) => locate(db))) as Located
    const { files, fields, discard } = await binding.receive(request, call.upload, {
      scope,
      patient: located.patient,
      kind: route.kind ?? 'document',
    })
    try {
      return await scopedWithAudit((db) =>
        route.handle({ ...asked, ...judge(fields), user, db, located, before: undefined, file: files[0], files }),
      )
    } catch (error) {
      if (!mayHaveCommitted(error)) await discard()
      throw error
    }

    async function scopedWithAudit(work: (db: Db) => Promise<unknown>) {
      let inside: Db | undefined
      const keep = (db: Db) => {
        inside = db
        return work(db)
      }
      return binding.database.scoped(scope, keep, () => inside && row(inside))
    }
  }

  async function open(asked: Omit<Asked<Call>, 'query' | 'body'> & { user: Caller | null }) {
    const input = { ...asked, ...judge(request.body) }
    const before = await route.before?.(input)
    return binding.database.unscoped(call.summary, async (db) => {
      const result = await route.handle({ ...input, user: asked.user as Caller, db, located: undefined, before })
      const { audit } = asked
      const project = audit.project ?? asked.user?.project
      if (typeof call.audit === 'string' && !audit.isKnown && project) {
        await writeAudit(db, {
          project,
          actor: audit.actor ?? asked.user?.person ?? null,
          role: audit.role ?? asked.user?.role ?? 'visitor',
          action: call.audit,
          patient: audit.patient ?? null,
          object: audit.object,
          request: asked.request.id,
        })
      }
      return result
    })
  }
}

const closingRow = (db: Db, call: Call, request: string, user: Caller, audit: AuditNote) =>
  typeof call.audit === 'string' && !audit.isKnown
    ? auditStatement(db, {
        project: user.project,
        actor: user.person,
        role: user.role,
        action: call.audit,
        patient: user.patient ?? audit.patient ?? null,
        object: audit.object,
        request,
      })
    : undefined

const factsOf = (request: FastifyRequest, { origins }: Binding) => ({
  id: request.id,
  address: request.ip,
  host: request.hostname,
  device: String(request.headers['user-agent'] ?? '').slice(0, 200),
  overLimit: request.overLimit,
  cookies: request.cookies,
  browserMark: request.cookies[browserMarkCookie(origins)],
  bearer: bearerOf(request),
  project: projectHeader(request),
})

const readingOf = <R>(request: FastifyRequest, binding: Binding, asked: R) => {
  const { 'content-type': contentType = '', 'content-encoding': encoding = '', accept = '' } = request.headers
  return { ...asked, request: { ...factsOf(request, binding), contentType, encoding, accept }, body: request.raw }
}

const answerOf = (reply: FastifyReply, { origins }: Binding) => {
  const rules = cookieRules(origins)
  return {
    cookie: (name: string, value: string | null, path = '/', seconds = 0) =>
      void (value === null
        ? reply.clearCookie(name, { ...rules, path })
        : reply.setCookie(name, value, { ...rules, path, maxAge: seconds })),
    header: (name: string, value: string) => void reply.header(name, value),
    markBrowser: (mark: string) =>
      void reply.setCookie(browserMarkCookie(origins), mark, { ...rules, path: '/', maxAge: 365 * 86_400 }),
  }
}
