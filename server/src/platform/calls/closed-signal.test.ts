import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { closedSignal } from './closed-signal.ts'

const server = createServer()
afterEach(() => server.close())

/** A request that has arrived, and a way to abort it. */
const asked = async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: portal\r\n\r\n')
  const [, answer] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { answer, socket }
}

test('a request that is given up before anybody listens is aborted from the start', async () => {
  const { answer, socket } = await asked()
  const closed = once(answer, 'close')
  socket.destroy()
  await closed
  expect(closedSignal(answer).aborted).toBe(true)
})

test('one that is given up later, and one that is answered, is aborted then', async () => {
  const { answer, socket } = await asked()
  const signal = closedSignal(answer)
  expect(signal.aborted).toBe(false)
  const aborted = once(signal, 'abort')
  answer.end('Done')
  socket.resume()
  await aborted
  expect(signal.aborted).toBe(true)
})
