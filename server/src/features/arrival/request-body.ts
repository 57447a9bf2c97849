import { type Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { badRequest, tooLargeError, unsupportedTypeError } from '../../platform/base/errors.ts'

/** An empty picture's pixels shrink to a thousandth; beyond a start, no real image shrinks to less than this. */
const maxInflationRatio = 200
const freeBytes = 64 * 1024 * 1024

/** Refuses data made to grow without end. */
const bounded = (sent: () => number) => {
  let bytes = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      const isTooMuch = bytes > freeBytes + maxInflationRatio * sent()
      done(isTooMuch ? tooLargeError('The compressed request is too large when it is unpacked.') : null, chunk)
    },
  })
}

/** The body before it was compressed for transport. */
export const unpacked = (body: Readable, encoding: string): Readable => {
  if (encoding === '' || encoding === 'identity') return body
  if (encoding !== 'gzip') throw unsupportedTypeError('The request may be compressed with gzip, and in no other way.')
  const gunzip = createGunzip()
  const limit = bounded(() => gunzip.bytesWritten)
  body.on('error', (error) => limit.destroy(error))
  body.once('close', () => {
    if (!body.readableEnded) limit.destroy(new Error('aborted'))
  })
  gunzip.on('error', () => limit.destroy(badRequest('The request is not valid gzip.', 'malformed')))
  limit.on('error', () => {
    // The response uses the connection on which the rest of the request still arrives.
    body.unpipe(gunzip)
    body.resume()
    gunzip.destroy()
  })
  body.pipe(gunzip).pipe(limit)
  return limit
}
