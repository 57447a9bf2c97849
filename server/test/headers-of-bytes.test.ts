import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { testApp } from './harness.ts'
import { expectSecurityHeaders, overHttps, variantsOf } from './security-headers.ts'

const { platform } = await testApp(overHttps)
const another = variantsOf(platform)

/** The answer to bytes that need not be a request. */
const toBytes = async (address: string, bytes: string, then: (socket: Socket) => unknown = () => {}) => {
  const text = await new Promise<string>((resolve, reject) => {
    let got = ''
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write(bytes)
    void then(socket)
    socket.on('data', (some) => {
      got += some
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(got))
  })
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]))
  return { status: Number(first.split(' ')[1]), headers, body }
}

describe('what never becomes a request', () => {
  const close = 'connection: close\r\n'
  let hasty: string | undefined
  const listening = async () => {
    const made = await another({})
    const address = await made.listen({ port: 0, host: '127.0.0.1' })
    made.server.headersTimeout = 100
    return address
  }
  test.each([
    ['nonsense', 'hello there\r\n\r\n', 400],
    ['a head of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\nx-secret: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ['no host', `GET / HTTP/1.1\r\n${close}\r\n`, 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
    ['a verb of its own', 'SECRET / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['an expectation', `GET /healthz HTTP/1.1\r\nhost: x\r\n${close}expect: secret\r\n\r\n`, 200],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['an upgrade', `GET /nosuch HTTP/1.1\r\nhost: x\r\n${close}upgrade: websocket\r\n\r\n`, 404],
    ['half a head', 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ', 408],
  ])('%s is answered with the same headers', async (what, bytes, status) => {
    hasty ??= await listening()
    const answer = await toBytes(hasty, bytes)
    expect([what, answer.status]).toEqual([what, status])
    expectSecurityHeaders(what, answer)
    expect(answer.body).not.toContain('secret')
    if (status >= 400) expect(JSON.parse(answer.body)).toMatchObject({ request_id: answer.headers['x-request-id'] })
  })
})

test('a request that arrives while the server closes is told to come back', async () => {
  const began = Promise.withResolvers<void>()
  const closing = await another({}, async (app) => void app.addHook('preClose', async () => began.resolve()))
  const address = await closing.listen({ port: 0, host: '127.0.0.1' })
  const answer = toBytes(address, 'GET /healthz HTTP/1.1\r\nhost: x', async (socket) => {
    await once(closing.server, 'connection')
    void closing.close()
    await began.promise
    socket.write('\r\n\r\n')
  })
  expect((await answer).status).toBe(503)
  expectSecurityHeaders('closing', await answer)
})
