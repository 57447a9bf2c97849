import '@fastify/cookie'
import { type Call, calls, maxJsonBytes, openedInEmergency } from '@fornix/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pace } from '../base/pace.ts'
import type { Caller } from '../sessions/session-row.ts'
import { type AdmitNeeds, admit, shedLoad } from './admit.ts'
import { type HandleNeeds, handleCall } from './handle-call.ts'
import { jsonOf } from './json-body.ts'
import { malformed } from './read-request.ts'
import type { AuditNote, Route } from './route.ts'
import { wantsPage } from './web-app.ts'

export type BindNeeds = AdmitNeeds &
  HandleNeeds & {
    pace: Pace
    /** Responds to a browser that navigates to this address: pages and calls may share one. */
    sendPage: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  }
declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** Over a silent limit: gets the usual response, but is dropped. */
    overLimit: boolean
    call: string
    /** What its audit row will say, as far as known. */
    note: AuditNote | undefined
  }
}

/** Fails at startup if a call lacks rules or a handler, or has two handlers. */
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
  for (const [name, { proof, proofFields, allow, stream, upload }] of Object.entries(calls)) {
    if (proof && (allow === 'anyone' || stream)) problems.push(`${name}: nobody proves a call of anyone, nor a stream`)
    if (proofFields && upload)
      problems.push(`${name}: whether an upload is proven is asked before its fields are there`)
  }
  for (const [name, { inEmergency, method, path, right, leavesOut, responseKind, allow }] of Object.entries(calls)) {
    const isRead = method === 'GET' && responseKind === 'json' && path.includes('/:key/') && allow !== 'anyone'
    if (inEmergency && !(isRead && (right ?? leavesOut) === openedInEmergency))
      problems.push(`${name}: an emergency opens what is read of one record, and nothing else`)
  }
  for (const { call } of routes)
    if (!Object.values(calls).includes(call)) problems.push(`${call.path} is not in the contract`)
  if (problems.length > 0) throw new Error(`The routes and the contract disagree:\n  ${problems.join('\n  ')}`)
}

/** The life of every request: who, allowed, how often, of what, well-formed, do it, audit it, shape the response. */
export const bind = (app: FastifyInstance, routes: Route[], needs: BindNeeds) => {
  checkRoutes(routes)
  app.decorateRequest('caller', null)
  app.decorateRequest('call', '')
  app.decorateRequest('note', undefined)
  app.decorateRequest('overLimit', false)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(['multipart/related', 'application/dicom'], (_request, _body, done) => done(null, malformed))
  app.addContentTypeParser<string>('*', { parseAs: 'string', bodyLimit: maxJsonBytes }, (_request, text, done) =>
    done(null, jsonOf(text)),
  )
  const names = new Map(Object.entries(calls).map(([name, call]): [Call, string] => [call, name]))
  for (const route of routes) {
    app.route({
      method: route.call.method,
      url: route.call.path,
      config: {
        slowBody: route.call.stream !== undefined,
        callName: names.get(route.call),
        respondsWithPages: route.call.respondsWithPages ?? false,
      },
      onRequest: async (request, reply) => {
        if (wantsPage(request)) return needs.sendPage(request, reply)
        shedLoad(route.call, needs)
        return admit(route.call, request, reply, needs)
      },
      handler: (request, reply) => {
        // Measured from here: how long the request took to arrive is up to the sender.
        const began = performance.now()
        return handleCall(route, request, reply, needs).finally(
          () => route.call.constantTime && needs.pace(performance.now() - began),
        )
      },
    })
  }
}
