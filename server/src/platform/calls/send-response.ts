import '@fastify/cookie'
import type { Readable } from 'node:stream'
import type { Call } from '@fornix/contract'
import type { FastifyReply } from 'fastify'
import { contentDisposition } from '../files/file-name.ts'
import { browserMarkCookie, cookieRules } from './cookies.ts'
import { releaseSentChunks } from './own-memory.ts'
import { closeSlowReader } from './slow-readers.ts'

/** Opened after the call's transaction: a stream must not hold a database connection. */
export type EventsResponse = { open: () => Readable }

export type FileResponse = {
  stream: NodeJS.ReadableStream
  fileName: string
  mediaType: string
  /** Absent if the file is generated while it is sent. */
  size?: number
  /** A picture that is no person's data and never changes at its address: pages show it, caches keep it. */
  isPublic?: boolean
}

/**
 * A DICOMweb response (PS3.18 8.7), ready to pass on; `isUnshared`: only its reader holds the bytes once read; `isInMemory`: it was made
 * here and stays in memory until it is sent.
 */
export type ArchiveResponse = {
  headers: Record<string, string>
  body: Readable | Buffer
  isUnshared?: boolean
  isInMemory?: boolean
}
export type Images = ArchiveResponse & { status?: number }
/** Still arriving, and not awaited in the call's transaction: a long series must not hold a database connection. */
export type ImagesResponse = { images: Promise<Images> }

/** Sends what a route returned, in the form that the contract specifies for its call. */
export const sendResponse = (call: Call, reply: FastifyReply, result: unknown) => {
  if (call.responseKind === 'file') return sendFile(reply, result as FileResponse)
  if (call.responseKind === 'events') return sendEvents(reply, result as EventsResponse)
  if (call.responseKind === 'images') return sendImages(reply, result as ImagesResponse)
  reply.code(call.status).header('cache-control', 'no-store')
  return call.response.parse(result)
}

/** Server-sent events. A kept-alive connection would hold up a server that is closing. */
const sendEvents = (reply: FastifyReply, { open }: EventsResponse) =>
  reply
    .headers({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      connection: 'close',
      // Asks proxies not to buffer the stream.
      'x-accel-buffering': 'no',
    })
    .send(open())

/** The bytes of a person's file: never shown inside our origin, never cached. */
export const sendFile = (reply: FastifyReply, { stream, mediaType, size, fileName, isPublic }: FileResponse) =>
  reply
    .headers({
      // Types that a browser would run as a page of this origin are sent as plain bytes. As part of a page a picture does not run, and
      // opened on its own it is a download.
      'content-type': !isPublic && /svg|xml|html/.test(mediaType) ? 'application/octet-stream' : mediaType,
      ...(size !== undefined && { 'content-length': size }),
      'content-disposition': contentDisposition(fileName),
      'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(stream)

/** Images in the form that the archive returns them; never cached. */
export const sendImages = async (reply: FastifyReply, { images }: ImagesResponse) => {
  const { status = 200, headers, body, isUnshared, isInMemory } = await images
  if (isUnshared) releaseSentChunks(reply.raw)
  if (isInMemory || Buffer.isBuffer(body)) closeSlowReader(reply.raw)
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' })
    .send(body)
}

export type ResponseTools = ReturnType<typeof responseTools>

/** What a handler may add to the response besides its body. */
export const responseTools = (reply: FastifyReply, origins: readonly string[]) => {
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
