import '@fastify/cookie'
import { type Call, type CareArea, dicomwebRoot, limits } from '@fornix/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  forbidden,
  notShared,
  overloaded,
  patientOnly,
  secondFactorNeeded,
  unauthenticated,
  unconfirmed,
} from '../base/errors.ts'
import { refusedByLoad } from '../base/signals.ts'
import { closedError } from '../database/moving.ts'
import { pendingOf } from '../sessions/second-factor.ts'
import type { Sessions } from '../sessions/session.ts'
import { actorOf, type Caller } from '../sessions/session-row.ts'
import { type Viewer, viewerCookie, viewerIdleSeconds } from '../sessions/viewer-tickets.ts'
import { cookieRules } from './cookies.ts'
import type { Overload } from './overload.ts'
import { addressKey, type RateLimits } from './rate-limits.ts'
import { bearerOf, projectHeader, refuseCrossSite, viewerOf } from './read-request.ts'

export type AdmitNeeds = {
  sessions: Sessions
  rateLimits: RateLimits
  origins: readonly string[]
  overload: Overload
}

/** Responds 503 before any database query. An event stream costs next to nothing, and its browser would just reconnect. */
export const shedLoad = (call: Call, { overload }: AdmitNeeds) => {
  const reason = call.responseKind === 'events' ? undefined : overload.reason()
  if (!reason) return
  refusedByLoad.publish({ reason })
  throw overloaded()
}

/** A call not declared as shared is for the patient only. */
const checkShared = ({ care = 'never' }: Call, areas: readonly CareArea[]) => {
  if (care === 'never') throw patientOnly()
  if (care !== 'any' && !areas.includes(care)) throw notShared()
}

/** A session without its second factor may only use calls that allow it; on public calls it counts as a visitor. */
const isClosed = ({ whilePending }: Call, { secondFactor }: Caller) => {
  const pending = pendingOf(secondFactor)
  return pending !== null && whilePending !== 'always' && whilePending !== pending
}

/** 401, 403, 429: everything that does not depend on the input. */
export const admit = async (call: Call, request: FastifyRequest, reply: FastifyReply, needs: AdmitNeeds) => {
  const { sessions, rateLimits, origins } = needs
  request.call = `${call.method} ${call.path}`
  const bearer = call.session === 'cookie' ? undefined : bearerOf(request)
  const takesCookies = call.session === 'cookie' || call.session === 'bearer-or-cookie'
  const viewer = call.session === 'bearer-or-ticket' ? viewerOf(request, bearer) : undefined
  const keep = ({ study, cookie }: Viewer) =>
    void reply.setCookie(viewerCookie(study), cookie, {
      ...cookieRules(origins),
      path: dicomwebRoot,
      maxAge: viewerIdleSeconds,
    })
  const caller = await sessions.resolve({
    bearer,
    cookies: takesCookies ? request.cookies : undefined,
    ...(viewer && { viewer: { ...viewer, keep } }),
    keepsAlive: call.userInitiated,
  })
  if (caller?.closed && !call.whileMoving) throw closedError(caller.closed)
  const closed = caller !== null && isClosed(call, caller)
  request.caller = closed && call.allow === 'anyone' ? null : caller
  if (!caller) await rateLimits.spend('address', addressKey(request.ip))
  if (!caller && call.session === 'optional-bearer' && bearerOf(request)) throw unauthenticated()
  if (call.allow !== 'anyone') {
    if (!caller) throw unauthenticated()
    if (!call.allow.includes(caller.role)) throw forbidden('role')
    if (closed) throw secondFactorNeeded()
    if (!caller.confirmed && !call.unconfirmed) throw unconfirmed()
    if (caller.caregiver) checkShared(call, caller.caregiver.areas)
  }
  const project = projectHeader(request)
  if (caller && project && project !== caller.project) throw forbidden('project')
  refuseCrossSite(request, origins, takesCookies || call.session === 'bearer-or-ticket')
  const charge = call.limit
  if (charge === 'address' || charge === 'session') {
    if (caller) await rateLimits.spend('session', caller.session)
  } else {
    const { by } = limits[charge]
    const key = by === 'person' ? caller && actorOf(caller) : by === 'session' ? caller?.session : undefined
    try {
      await rateLimits.spend(charge, key ?? addressKey(request.ip))
    } catch (refusal) {
      if (!('silent' in limits[charge])) throw refusal
      request.overLimit = true
    }
  }
}
