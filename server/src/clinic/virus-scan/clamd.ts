import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { chunksOf } from '../../platform/base/chunks.ts'

export type ScanResult = { state: 'clean' } | { state: 'quarantined'; finding: string }
export type Scanner = { scan(bytes: Readable): Promise<ScanResult> }

/** The scanner cannot be reached, or did not respond: nothing is known about the file. */
export class ScannerDown extends Error {}
/** The scanner responds, but does not check this file, for example because it exceeds its limit. */
export class ScanInconclusive extends Error {}

const maxResponse = 4096

/** `tcp://host:port` or `unix:/path`. */
const placeOf = (url: string) => {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) }
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Sends a command and its data; the reply ends with a zero byte. */
const ask = async (url: string, command: string, pieces: Readable, waitMs: number): Promise<string> => {
  const socket = connect(placeOf(url))
  const answered = Promise.withResolvers<string>()
  let response = ''
  socket.setTimeout(waitMs, () => socket.destroy(new Error('the scanner does not answer')))
  socket.on('data', (piece: Buffer) => {
    response += piece.toString('latin1')
    const end = response.indexOf('\0')
    if (end >= 0) answered.resolve(response.slice(0, end))
    else if (response.length > maxResponse) socket.destroy(new Error('the scanner does not stop talking'))
  })
  socket.on('error', (cause) => answered.reject(new ScannerDown('the scanner is not there', { cause })))
  socket.on('close', () => answered.reject(new ScannerDown('the scanner broke off')))
  const settled = answered.promise.then(
    () => true,
    () => true,
  )
  const send = async (piece: Buffer) => {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), settled])
  }
  const deadline = setTimeout(() => socket.destroy(new Error('the scanner takes too long')), 5 * waitMs)
  try {
    await send(Buffer.from(`z${command}\0`))
    for await (const piece of chunksOf(pieces)) {
      if (socket.destroyed || response !== '') break
      await send(piece)
    }
    return await answered.promise
  } finally {
    clearTimeout(deadline)
    pieces.destroy()
    socket.destroy()
  }
}

const lengthOf = (bytes: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return length
}

/** Each piece after its length; a piece of length zero ends the file. An incomplete file never gets that end. */
const framed = (bytes: Readable) =>
  Readable.from(
    (async function* () {
      for await (const piece of chunksOf(bytes)) {
        if (piece.length === 0) continue
        yield lengthOf(piece)
        yield piece
      }
      yield lengthOf(Buffer.alloc(0))
    })(),
  )

/** Only clamd's exact words are a verdict: with anything else, the file is not clean. */
const resultOf = (response: string): ScanResult => {
  if (response === 'stream: OK') return { state: 'clean' }
  const finding = /^stream: ([\x20-\x7e]{1,200}) FOUND$/.exec(response)?.[1]
  if (finding) return { state: 'quarantined', finding }
  if (/^[\x20-\x7e]{1,200} ERROR$/.test(response)) throw new ScanInconclusive(response)
  throw new ScannerDown('the scanner gave no answer that can be understood')
}

/** ClamAV's daemon, by its INSTREAM command. */
export const clamd = (url: string, waitMs = 60_000): Scanner => ({
  scan: async (bytes) => {
    try {
      return resultOf(await ask(url, 'INSTREAM', framed(bytes), waitMs))
    } catch (error) {
      // A scanner that hangs up on a file larger than its limit may do so before its reply is read.
      // If it is still reachable, it rejects only this file, and the others need not wait.
      if (!(error instanceof ScannerDown)) throw error
      const isThere = await ask(url, 'PING', Readable.from([]), waitMs).catch(() => '')
      if (isThere === 'PONG') throw new ScanInconclusive('the scanner hung up on it', { cause: error })
      throw error
    }
  },
})
