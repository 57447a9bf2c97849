import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** What of a request is cut: all of it or its second half, the way back after the server has stored it, or half of the response. */
export type Cut = 'request' | 'half a request' | 'response' | 'half a response'
type Rule = {
  /** Matches method and path, as in `POST /patient/messages/`. */
  about: RegExp
  /** Missing: it only takes its time. */
  cut?: Cut | undefined
  /** How many pass before the first that is cut. */
  after?: number
  times: number
  /** While the request is on its way. */
  onCut?: () => Promise<unknown>
}

/** The server gets half of it, and nothing more. */
const passHalf = async (from: IncomingMessage) => {
  const body = await bodyOf(from)
  const passed = passedOn(from)
  passed.on('error', () => passed.destroy())
  await new Promise<void>((resolve) => passed.write(body.subarray(0, body.length >> 1), () => resolve()))
  passed.destroy()
}

const bodyOf = async (message: IncomingMessage) => Buffer.concat(await message.toArray())

const passedOn = ({ url = '', method, headers }: IncomingMessage) => ask(url, { method, headers })

/** The server's whole response. It has carried out the request by then. */
const passOn = async (from: IncomingMessage) => {
  const passed = passedOn(from)
  from.pipe(passed)
  const [response] = (await once(passed, 'response')) as [IncomingMessage]
  return { response, body: await bodyOf(response) }
}

/**
 * The way of a browser to the portal: a proxy that can be cut. Without kept connections: a browser by itself repeats what gets no response
 * on one that it has used before.
 */
export const openLink = async () => {
  let isUp = true
  let rule: Rule | undefined
  const cutOf = ({ method, url = '' }: IncomingMessage) => {
    if (!rule?.about.test(`${method} ${new URL(url).pathname}`)) return undefined
    if (rule.after) {
      rule.after -= 1
      return undefined
    }
    const now = rule
    now.times -= 1
    if (now.times === 0) rule = undefined
    return now
  }
  const handle = async (from: IncomingMessage, to: ServerResponse) => {
    const now = isUp ? cutOf(from) : undefined
    if (!isUp || now?.cut === 'request' || now?.cut === 'half a request') {
      if (now?.cut === 'half a request') await passHalf(from)
      await now?.onCut?.()
      return from.socket.destroy()
    }
    const { response, body } = await passOn(from)
    await now?.onCut?.()
    if (now?.cut === 'response') return from.socket.destroy()
    const { statusCode = 502, headers } = response
    const { 'transfer-encoding': _, ...kept } = headers
    to.writeHead(statusCode, { ...kept, 'content-length': body.length, connection: 'close' })
    if (!now?.cut) return to.end(body)
    to.write(body.subarray(0, body.length >> 1))
    return setImmediate(() => from.socket.destroy())
  }
  const server = createServer((from, to) => {
    // A browser that has gone takes nothing more.
    handle(from, to).catch(() => from.socket.destroy())
  })
  // What the test itself asks, such as to register somebody, is never cut.
  server.on('connect', ({ url = '' }, socket) => {
    const { hostname, port } = new URL(`http://${url}`)
    const through = connect(Number(port), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    through.pipe(socket).pipe(through)
    for (const one of [through, socket]) one.on('error', () => one.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    cutNext: (next: Rule) => {
      rule = next
    },
    cutNothing: () => {
      rule = undefined
    },
    up: (next: boolean) => {
      isUp = next
    },
    close: () => server.close(),
  }
}
export type Link = Awaited<ReturnType<typeof openLink>>
