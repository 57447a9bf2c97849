import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { type Ask, hangsMs, noAnswer } from '../calls.ts'

/** A browser with an address of its own, which keeps its connections: people are counted by address. */
export const browserAt = (localAddress: string) => {
  const agent = new Agent({ keepAlive: true, localAddress })
  const send = async (url: string, { method = 'GET', headers, body, signal }: RequestInit) => {
    const sent = request(url, {
      agent,
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(signal && { signal }),
    })
    sent.end(typeof body === 'string' ? body : undefined)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    if (!answer) throw new Error('No answer')
    return answer
  }
  const ask: Ask = async (url, init = {}) => {
    const begun = performance.now()
    const ms = () => performance.now() - begun
    try {
      const answer = await send(url, { ...init, signal: AbortSignal.timeout(hangsMs) })
      const bytes = await buffer(answer)
      return { status: answer.statusCode ?? noAnswer, bytes, ms: ms(), json: () => JSON.parse(String(bytes)) }
    } catch {
      return { status: noAnswer, bytes: Buffer.alloc(0), ms: ms(), json: () => ({}) }
    }
  }
  return { ask, send, close: () => agent.destroy() }
}
export type Browser = ReturnType<typeof browserAt>
