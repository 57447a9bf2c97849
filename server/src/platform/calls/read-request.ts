import { isStorable } from '@fornix/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, badRequest, forbidden, invalidFieldsError, notFound } from '../base/errors.ts'
import { chooseLanguage } from '../language/choose-language.ts'
import { languages } from '../language/words.ts'
import { isViewerCookie, looksLikeTicket, viewerCookie } from '../sessions/viewer-tickets.ts'
import { browserMarkCookie } from './cookies.ts'

/** Malformed parameters name nothing that exists. */
export const parseParams = (schema: z.ZodType, given: unknown) => {
  const parsed = schema.safeParse(given)
  // The router's object has no prototype, so `instanceof` would fail.
  const values = Object.values(typeof given === 'object' && given !== null ? given : {})
  if (
    !parsed.success ||
    values.some((value) => typeof value !== 'string' || value.length > 254 || /\p{Cc}/u.test(value))
  )
    throw notFound()
  return parsed.data
}

/** Invalid input gets one message per field. */
export const parseInput = <T extends z.ZodType>(schema: T, given: unknown): z.output<T> => {
  const isMalformed = given === malformed
  const parsed = schema.safeParse(isMalformed ? undefined : (given ?? {}))
  if (parsed.success) {
    refuseControls(parsed.data)
    return parsed.data
  }
  if (isMalformed) throw badRequest('The request is not valid JSON.', 'malformed')
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  throw invalidFieldsError(fields)
}

/** Rejects control characters in any text that a handler would get, whatever its schema says: PostgreSQL cannot store a NUL. */
const refuseControls = (input: unknown) => {
  const left: [string, unknown][] = input instanceof Object ? Object.entries(input) : []
  for (let next = left.pop(); next; next = left.pop()) {
    const [name, value] = next
    const texts = value instanceof Object ? Object.keys(value) : [name, value]
    if (texts.some((text) => typeof text === 'string' && !isStorable(text)))
      throw invalidFieldsError({ [isStorable(name) ? name : 'body']: 'Please remove control characters' })
    if (value instanceof Object) for (const inner of Object.values(value)) left.push([name, inner])
  }
}

/** What the body parser leaves for parseInput, so that permission is checked before the input. */
export const malformed = Symbol('malformed')

export const bearerOf = (request: FastifyRequest) =>
  /^Bearer ([\w.~+/=-]{1,4096})$/.exec(request.headers.authorization ?? '')?.[1]

const StudyNames = z.object({
  study: z.unknown().optional(),
  StudyInstanceUID: z.unknown().optional(),
  '0020000D': z.unknown().optional(),
  '0020000d': z.unknown().optional(),
})

/** A viewer's ticket in place of a token, or its cookies: those for the requested studies, or all if the request names none. */
export const viewerOf = (request: FastifyRequest, bearer: string | undefined) => {
  if (bearer !== undefined && !looksLikeTicket(bearer)) return undefined
  const query = StudyNames.parse(request.query)
  const uids =
    StudyNames.parse(request.params).study ?? query.StudyInstanceUID ?? query['0020000D'] ?? query['0020000d']
  const names =
    typeof uids === 'string' && /\d/.test(uids)
      ? uids.split(/[,\\]/).map(viewerCookie)
      : Object.keys(request.cookies).filter(isViewerCookie)
  const cookies = names.flatMap((name) => request.cookies[name] ?? [])
  return bearer !== undefined || cookies.length > 0 ? { ticket: bearer, cookies } : undefined
}

/**
 * Refuses requests from another site's page; if the call accepts cookies, also from another subdomain or port, since the browser sends the
 * cookie along. Clients that are not browsers send neither header.
 */
export const refuseCrossSite = (request: FastifyRequest, origins: readonly string[], takesCookies: boolean) => {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && !origins.includes(origin)) throw forbidden('cross_site')
  if (site === 'cross-site' || (takesCookies && site === 'same-site')) throw forbidden('cross_site')
}

const projectPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** The project header: an id, absent, or an error. */
export const projectHeader = (request: FastifyRequest) => {
  const given = request.headers.project
  if (given === undefined || given === '') return undefined
  if (typeof given !== 'string' || !projectPattern.test(given))
    throw new ApiError(400, 'malformed_project', 'The project header is not valid.')
  return given.toLowerCase()
}

export type RequestFacts = ReturnType<typeof requestFacts>
export type ContentHeaders = ReturnType<typeof contentHeadersOf>

/** The request facts that every handler may use. */
export const requestFacts = (request: FastifyRequest, origins: readonly string[]) => ({
  id: request.id,
  address: request.ip,
  host: request.hostname,
  device: String(request.headers['user-agent'] ?? '').slice(0, 200),
  overLimit: request.overLimit,
  cookies: request.cookies,
  /** The portal's mark for this browser, from a cookie that lasts a year. */
  browserMark: request.cookies[browserMarkCookie(origins)],
  bearer: bearerOf(request),
  accept: request.headers.accept ?? '',
  /** The language of the page that sent the request. */
  language: chooseLanguage(request, languages) ?? 'en',
  /** The language the browser asks for, whatever the user chose. */
  browserLanguage: chooseLanguage({ cookies: {}, headers: request.headers }, languages) ?? 'en',
  project: projectHeader(request),
})

/** What describes the body, for a handler that reads it itself. */
export const contentHeadersOf = ({ headers }: FastifyRequest) => ({
  contentType: headers['content-type'] ?? '',
  encoding: headers['content-encoding'] ?? '',
})
