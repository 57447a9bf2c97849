import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import pLimit from 'p-limit'
import { ApiError, badRequest, tooLargeError, unsupportedTypeError } from '../../platform/base/errors.ts'

/** For a store request: multipart/related (RFC 2387) of DICOM; undefined if it is a single instance. */
export const boundaryOf = (contentType: string) => {
  const [mediaType = '', ...parameters] = contentType.split(/;\s*/)
  const values = new Map(
    parameters.map((parameter) => {
      const [, name = '', value = ''] = /^([\w-]+)="?([^"]*)"?$/.exec(parameter.trim()) ?? []
      return [name.toLowerCase(), value]
    }),
  )
  const type = values.get('type')?.toLowerCase()
  if (mediaType.trim().toLowerCase() === 'application/dicom') return undefined
  if (mediaType.trim().toLowerCase() !== 'multipart/related' || type !== 'application/dicom')
    throw unsupportedTypeError('Only application/dicom, or multipart/related of that type, can be stored.')
  const boundary = values.get('boundary') ?? ''
  // RFC 2046 5.1.1
  if (!/^[\w'()+,./:=? -]{1,70}$/.test(boundary)) throw malformed()
  return boundary
}

const malformed = () => badRequest('The request is not a valid multipart message.', 'malformed')
const interruptedError = (cause: unknown) =>
  Object.assign(new ApiError(400, 'broken_off', 'The request was broken off.'), { cause })
const isDicom = (type: string | undefined) => type === undefined || /^application\/dicom\s*(;|$)/i.test(type.trim())

const maxConcurrentParts = 4
const preambleBytes = 64 * 1024

export type Taking = {
  maxParts: number
  take: (part: Readable, number: number, isDicom: boolean) => Promise<void>
  /** Gets the reason why `take` failed, unless the request ended in the middle of the part. */
  refuse: (number: number, error: unknown) => void
}

/** Passes a body's only instance to `take`. */
export const readOnly = async (body: Readable, { take, refuse }: Taking) => {
  let broken: unknown
  body.on('error', (error) => {
    broken = error
  })
  await take(body, 0, true).catch((error: unknown) => {
    if (!broken) refuse(0, error)
  })
  if (broken) throw broken instanceof ApiError ? broken : interruptedError(broken)
  body.resume()
}

/** The chunks of a body whose connection stays open when nobody reads on: the response uses it. */
const keptOpen = (body: Readable): AsyncIterable<Buffer> => body.iterator({ destroyOnReturn: false })

/**
 * Passes each part to `take` while it arrives.
 * Receiving waits for storing: nothing piles up, however small the parts and slow the disk.
 * Settles when all parts are done; throws for a body that is malformed, too long or broken off.
 */
export const readParts = async (body: Readable, boundary: string, { maxParts, take, refuse }: Taking) => {
  const parser = new Dicer({ boundary, maxHeaderPairs: 50 })
  const running = new Set<Promise<void>>()
  // With tiny parts, hundreds begin in one piece of the body.
  const turns = pLimit(maxConcurrentParts)
  let [announced, begun, isWhole]: [number, number, boolean] = [0, 0, false]
  let failure: ApiError | undefined
  const ended = new Promise<void>((resolve) =>
    parser.on('finish', () => {
      isWhole = true
      resolve()
    }),
  )
  parser.on('error', () => {
    failure ??= malformed()
  })
  parser.on('part', (stream) => {
    const part: Readable = stream
    const number = announced++
    let isCut = false
    part.on('error', () => {
      isCut = true
    })
    part.on('header', (header: Record<string, string[]>) => {
      begun++
      if (announced > maxParts) failure ??= tooLargeError(`One request can carry at most ${maxParts} instances.`)
      if (failure) return void part.resume()
      const taking = turns(() => take(part, number, isDicom(header['content-type']?.[0])))
        .catch((error: unknown) => {
          if (!isCut) refuse(number, error)
        })
        .finally(() => {
          running.delete(taking)
          // The unread rest comes before the next part.
          part.resume()
        })
      running.add(taking)
    })
  })

  try {
    let bytes = 0
    for await (const chunk of keptOpen(body)) {
      bytes += chunk.length
      // Bytes after the last part mean nothing, and the parser, once at its end, accepts no more.
      if (isWhole) continue
      if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), ended])
      // At most one of them is still arriving, so that the others finish.
      while (running.size >= maxConcurrentParts) await Promise.race(running)
      if (announced === 0 && bytes > preambleBytes) failure ??= malformed()
      if (failure) break
    }
  } catch (cause) {
    failure ??= cause instanceof ApiError ? cause : interruptedError(cause)
  }
  parser.end()
  await Promise.all(running)
  // The parser signals its end a tick later.
  await new Promise(setImmediate)
  if (failure) throw failure
  if (!isWhole || begun === 0 || begun < announced) throw malformed()
}
