import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { closeSlowRequests } from './slow-requests.ts'

const app = Fastify()
closeSlowRequests(app, 100)
app.post('/form', async () => 'done')
app.post('/scans', { config: { slowBody: true } }, async () => 'done')
afterAll(() => app.close())
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)

/** Sends half of a body; resolves with what comes back before the server closes the connection. */
const halfBody = (path: string, then: (socket: ReturnType<typeof connect>) => void = () => {}) =>
  new Promise<string>((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4\r\n\r\n[1`)
      then(socket)
    })
    socket.on('data', (bytes) => (answer += bytes))
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })

test('a body that does not come to its end is cut off', async () => {
  expect(await halfBody('/form')).toBe('')
})

test('one that may be slow is waited for', async () => {
  const cut = new AbortController()
  const slow = halfBody('/scans', (socket) => {
    cut.signal.addEventListener('abort', () => socket.end('2]'))
  })
  // By then the other one has been cut off.
  await halfBody('/form')
  cut.abort()
  expect(await slow).toContain('done')
})
