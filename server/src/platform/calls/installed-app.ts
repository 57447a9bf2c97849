import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../base/errors.ts'

type Parts = {
  name: (host: string) => Promise<string>
  builtFile: (name: string) => Promise<string | undefined>
  sendDocument: (request: FastifyRequest, reply: FastifyReply, html: string, title: string) => Promise<FastifyReply>
}

/** What a service worker may load: files of the program, and pages on their way through it. */
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/** What a portal on a home screen has beside its pages. Their addresses never change, so browsers ask for them anew. */
export const serveInstalledApp = (app: FastifyInstance, { name, builtFile, sendDocument }: Parts) => {
  const built = async (file: string, reply: FastifyReply) => {
    const text = await builtFile(file)
    if (text === undefined) throw notFound()
    reply.header('cache-control', 'no-cache')
    return text
  }
  app.get('/manifest.webmanifest', async (request, reply) => {
    const manifest: object = JSON.parse(await built('manifest.webmanifest', reply))
    const project = await name(request.hostname)
    return reply
      .type('application/manifest+json')
      .send(JSON.stringify({ name: project, short_name: project, ...manifest }))
  })
  app.get('/sw.js', async (_request, reply) => {
    const script = await built('sw.js', reply)
    return reply.header('content-security-policy', workerPolicy).type('text/javascript; charset=utf-8').send(script)
  })
  app.get('/offline.html', async (request, reply) =>
    sendDocument(request, reply, await built('offline.html', reply), 'Waiting for the connection'),
  )
}
