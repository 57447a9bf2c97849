import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { pacs } from '../../clinic/imaging/archive/pacs.ts'
import { releaseSentChunks } from './own-memory.ts'

const serve = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const series = randomBytes(12_000_000)

/** Chunks of uneven size, so that several share what the socket read at once. */
const uneven = function* () {
  for (let at = 0, n = 0; at < series.length; n++) {
    const size = 1 + ((n * 7919) % 50_000)
    yield series.subarray(at, at + size)
    at += size
  }
}

/** A PACS, and a server in front of it that passes a series on; `pieces`: the memory it went through. */
const passedOn = async () => {
  const pieces = new Set<ArrayBuffer>()
  const server = pacs({ url: await serve((_, answer) => void Readable.from(uneven()).pipe(answer)) })
  const url = await serve(async (_, answer) => {
    const { body } = (await server.bytes('/series', '*/*')) ?? {}
    releaseSentChunks(answer)
    body?.on('data', (piece: Buffer<ArrayBuffer>) => pieces.add(piece.buffer))
    body?.pipe(answer)
  })
  const [answer] = (await once(get(url), 'response')) as [IncomingMessage]
  return { answer, pieces }
}

const given = (pieces: Set<ArrayBuffer>) => [...pieces].filter(({ detached }) => detached).length

test('what has left is given back, and every byte has left before', async () => {
  const { answer, pieces } = await passedOn()
  expect((await buffer(answer)).equals(series)).toBe(true)
  expect(pieces.size).toBeGreaterThan(50)
  // The last chunks leave after the last check; how many depends on how busy the machine is.
  expect(given(pieces)).toBeGreaterThan(pieces.size / 2)
})

test('a slow reader gets the same bytes', async () => {
  const { answer, pieces } = await passedOn()
  const read: Buffer[] = []
  for await (const piece of answer) {
    read.push(piece as Buffer)
    for (let n = 0; n < 5; n++) await turn()
  }
  expect(Buffer.concat(read).equals(series)).toBe(true)
  expect(given(pieces)).toBeGreaterThan(50)
})

test('memory that others may share is left alone', async () => {
  const shared = [randomBytes(100_000), randomBytes(100_000)]
  const halves = [0, 50_000].flatMap((at) => shared.map((memory) => memory.subarray(at, at + 50_000)))
  const url = await serve((_, answer) => {
    releaseSentChunks(answer)
    Readable.from(halves).pipe(answer)
  })
  const [answer] = (await once(get(url), 'response')) as [IncomingMessage]
  expect((await buffer(answer)).length).toBe(200_000)
  expect(shared.map(({ buffer }) => buffer.detached)).toEqual([false, false])
})

test('a piece that was given back too early breaks the answer off', async () => {
  const url = await serve((_, answer) => {
    releaseSentChunks(answer)
    const gone = Buffer.alloc(10)
    const source = Readable.from([Buffer.from('begins'), gone]).on('error', () => answer.destroy())
    source.once('data', () => gone.buffer.transfer(0))
    source.pipe(answer)
  })
  const [answer] = (await once(get(url), 'response')) as [IncomingMessage]
  await expect(buffer(answer)).rejects.toThrow('aborted')
})
