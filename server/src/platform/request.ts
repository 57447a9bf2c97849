import type { Readable } from 'node:stream'
import { isStorable } from '@fornix/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ArchiveAnswer } from './archive/archive.ts'
import { giveBackWhatLeft } from './archive/own-memory.ts'
import { ApiError, badRequest, forbidden, invalid, notFound } from './errors.ts'
import { contentDisposition } from './files/file-name.ts'
import { isViewerCookie, looksLikeTicket, viewerCookie } from './viewer-tickets.ts'

/** Parameters of an unknown shape name nothing that exists. */
export const parseParams = (schema: z.ZodType, given: unknown) => {
  const parsed = schema.safeParse(given)
  // The router's object has no prototype, so `instanceof` would not know it.
  const values = Object.values(typeof given === 'object' && given !== null ? given : {})
  if (
    !parsed.success ||
    values.some((value) => typeof value !== 'string' || value.length > 254 || /\p{Cc}/u.test(value))
  )
    throw notFound()
  return parsed.data
}

/** Bad input answers with one sentence per field. */
export const parseInput = (schema: z.ZodType, given: unknown) => {
  const isMalformed = given === malformed
  const parsed = schema.safeParse(isMalformed ? undefined : (given ?? {}))
  if (parsed.success) {
    refuseControls(parsed.data)
    return parsed.data
  }
  if (isMalformed) throw badRequest('The request is not valid JSON.', 'malformed')
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  throw invalid(fields)
}

/** Control characters in any text that a handler would get, whatever its schema says: PostgreSQL cannot store a NUL. */
const refuseControls = (input: unknown) => {
  const left: [string, unknown][] = input instanceof Object ? Object.entries(input) : []
  for (let next = left.pop(); next; next = left.pop()) {
    const [name, value] = next
    const texts = value instanceof Object ? Object.keys(value) : [name, value]
    if (texts.some((text) => typeof text === 'string' && !isStorable(text)))
      throw invalid({ [isStorable(name) ? name : 'body']: 'Please remove control characters' })
    if (value instanceof Object) for (const inner of Object.values(value)) left.push([name, inner])
  }
}

/** What the body parser leaves for parseInput, so that who may ask is settled before what was asked. */
export const malformed = Symbol('malformed')

export const bearerOf = (request: FastifyRequest) =>
  /^Bearer ([\w.~+/=-]{1,4096})$/.exec(request.headers.authorization ?? '')?.[1]

/** A viewer's ticket in the place of a token, and its cookies: of the studies that are asked for, of all where none is named. */
export const viewerOf = (request: FastifyRequest, bearer: string | undefined) => {
  if (bearer !== undefined && !looksLikeTicket(bearer)) return undefined
  const { study } = request.params as { study?: string }
  const { StudyInstanceUID } = request.query as { StudyInstanceUID?: unknown }
  const asked = study ?? StudyInstanceUID
  const names =
    typeof asked === 'string'
      ? asked.split(/[,\\]/).map(viewerCookie)
      : Object.keys(request.cookies).filter(isViewerCookie)
  const cookies = names.flatMap((name) => request.cookies[name] ?? [])
  return bearer !== undefined || cookies.length > 0 ? { ticket: bearer, cookies } : undefined
}

/** Cookies are for our own server alone, and out of the reach of scripts. */
export const cookieRules = (origins: readonly string[]) => ({
  httpOnly: true,
  secure: origins[0]?.startsWith('https:') ?? true,
  sameSite: 'strict' as const,
})

/** The random mark of a browser. With its prefix no page of another subdomain can plant one, which matters because it is a proof. */
export const browserMarkCookie = (origins: readonly string[]) =>
  `${cookieRules(origins).secure ? '__Host-' : ''}fornix-device`

/**
 * Refuses what another site's page sent; where a cookie opens the call, also a page of another subdomain or port, with which the
 * browser sends it along. Something that is no browser sends neither header.
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

/** Opened once the transaction of the call is over: a stream holds no connection to the database. */
export type EventsAnswer = { open: () => Readable }

/** Server-sent events. A connection that were kept for another request would hold up a server that closes. */
export const sendEvents = (reply: FastifyReply, { open }: EventsAnswer) =>
  reply
    .headers({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      connection: 'close',
      // Asks proxies not to collect what comes piece by piece.
      'x-accel-buffering': 'no',
    })
    .send(open())

export type FileAnswer = {
  stream: NodeJS.ReadableStream
  fileName: string
  mediaType: string
  /** Absent where the file is made while it is sent. */
  size?: number
  /** A picture that belongs to nobody and never changes at its address: pages show it, caches keep it. */
  isPublic?: boolean
}

/** The bytes of a person's file: never shown inside our origin, never kept by a cache. */
export const sendFile = (reply: FastifyReply, { stream, mediaType, size, fileName, isPublic }: FileAnswer) =>
  reply
    .headers({
      // Types that a browser would run as a page of this origin leave as plain bytes. A picture of the page does not run, and
      // opened by itself it is a download.
      'content-type': !isPublic && /svg|xml|html/.test(mediaType) ? 'application/octet-stream' : mediaType,
      ...(size !== undefined && { 'content-length': size }),
      'content-disposition': contentDisposition(fileName),
      'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(stream)

export type Images = ArchiveAnswer & { status?: number }
/** On its way, and not waited for in the transaction of the call: a long series holds no connection to the database. */
export type ImagesAnswer = { coming: Promise<Images> }

/** Images in the form that the archive gives them; no cache keeps them. */
export const sendImages = async (reply: FastifyReply, { coming }: ImagesAnswer) => {
  const { status = 200, headers, body, isUnshared } = await coming
  if (isUnshared) giveBackWhatLeft(reply.raw)
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' })
    .send(body)
}
