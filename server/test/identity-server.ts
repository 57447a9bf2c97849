import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Respond = (request: IncomingMessage, response: ServerResponse) => void
type Server = {
  origin: string
  metadata: (more?: object) => object
  responses: Record<string, Respond>
  /** The paths that were requested. */
  asked: string[]
}

export const discovery = '/.well-known/openid-configuration'

/** An identity provider that answers whatever a test tells it to: the one thing no honest provider can be made to do. */
export const identityServer = async () => {
  const http = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    server.asked.push(path)
    const respond = server.responses[path]
    if (respond) respond(request, response)
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    http.closeAllConnections()
    http.close()
  })
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: Server = {
    origin,
    metadata: (more = {}) => ({
      issuer: origin,
      authorization_endpoint: `${origin}/auth`,
      token_endpoint: `${origin}/token`,
      userinfo_endpoint: `${origin}/me`,
      jwks_uri: `${origin}/keys`,
      introspection_endpoint: `${origin}/introspect`,
      ...more,
    }),
    responses: {},
    asked: [],
  }
  return server
}
