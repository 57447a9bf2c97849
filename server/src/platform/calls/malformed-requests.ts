import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '@fornix/contract'
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import { badRequest, unavailable } from '../base/errors.ts'
import type { Log } from '../base/log.ts'

const refusals: Record<string, [status: number, code: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'This is too much to send at one time.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'timeout', 'Sending took too long. Check your connection and try again.'],
}
const unreadable: (typeof refusals)[string] = [
  400,
  'malformed',
  'This could not be read. Please reload the page and try again.',
]

/** Responds to what never becomes a request, in the format and with the headers of other responses. Repeats nothing that was sent. */
export const respondToMalformedRequest =
  (headers: Record<string, string>, log: Log) => (problem: Error & { code?: string }, socket: Socket) => {
    if (problem.code === 'ECONNRESET' || socket.destroyed) return
    const [status, code, error] = refusals[problem.code ?? ''] ?? unreadable
    const request_id = uuid()
    log.info({ status, code: problem.code, request: request_id }, 'unreadable request')
    if (!socket.writable) return void socket.destroy()
    const body: ErrorBody = { error, code, detail: error, request_id }
    const bytes = JSON.stringify(body)
    const lines = Object.entries({
      ...headers,
      'x-request-id': request_id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(bytes)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${bytes}`, () => socket.destroy())
  }

/** Covers bare responses of Node and the framework: no Host, an unknown `Expect`, a server that is closing. */
export const respondToBareErrors = (app: FastifyInstance) => {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', async ({ raw }) => {
    if (closing) throw unavailable()
    if (raw.headers.host === undefined && raw.httpVersion !== '1.0')
      throw badRequest('This could not be read. Please reload the page and try again.')
  })
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}
