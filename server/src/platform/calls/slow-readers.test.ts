import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { closeSlowReader } from './slow-readers.ts'

const app = Fastify()
const closed: string[] = []
const gate = Promise.withResolvers<void>()
app.addHook('onRequest', async ({ url }, reply) => {
  // A starved machine also reads with pauses.
  closeSlowReader(reply.raw, url === '/read' ? 30_000 : 100)
  reply.raw.once('close', () => closed.push(url))
})
// More than a connection's buffers hold.
for (const path of ['/large', '/read']) app.get(path, async () => Buffer.alloc(32 * 1024 * 1024, 'x'))
app.get('/slow', async () =>
  Readable.from(
    (async function* () {
      yield Buffer.from('begin ')
      await gate.promise
      yield Buffer.from('end')
    })(),
    { objectMode: false },
  ),
)
afterAll(() => app.close())
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)

const ask = (path: string) => {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
  )
  return socket.on('error', () => {})
}

test('who takes nothing of a response is cut off; a response that is slow itself is not', async () => {
  let slow = ''
  const served = ask('/slow').on('data', (bytes) => (slow += bytes))
  const reader = ask('/large').pause()
  await expect.poll(() => closed, { timeout: 10_000 }).toEqual(['/large'])
  reader.destroy()
  gate.resolve()
  await once(served, 'close')
  expect(slow).toMatch(/begin [\s\S]*end/)
})

test('who reads on gets all', async () => {
  let length = 0
  await once(
    ask('/read').on('data', (bytes) => (length += bytes.length)),
    'close',
  )
  expect(length).toBeGreaterThan(32 * 1024 * 1024)
})
