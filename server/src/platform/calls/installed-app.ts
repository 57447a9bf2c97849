import type { FastifyInstance, FastifyReply } from 'fastify'
import { notFound } from '../base/errors.ts'

type Parts = {
  siteAt: (host: string) => Promise<{ name: string }>
  builtFile: (name: string) => Promise<string | undefined>
  sendDocument: (reply: FastifyReply, document: { name: string; html: string; title: string }) => FastifyReply
}

/** What a service worker may load: the program's files, and pages that pass through it. */
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/** What a portal on a home screen needs besides its pages. These addresses never change, so browsers revalidate them. */
export const serveInstalledApp = (app: FastifyInstance, { siteAt, builtFile, sendDocument }: Parts) => {
  const built = async (file: string, reply: FastifyReply) => {
    const text = await builtFile(file)
    if (text === undefined) throw notFound()
    reply.header('cache-control', 'no-cache')
    return text
  }
  app.get('/manifest.webmanifest', async (request, reply) => {
    const manifest: object = JSON.parse(await built('manifest.webmanifest', reply))
    const { name: project } = await siteAt(request.hostname)
    return reply
      .type('application/manifest+json')
      .send(JSON.stringify({ name: project, short_name: project, ...manifest }))
  })
  app.get('/sw.js', async (_request, reply) => {
    const script = await built('sw.js', reply)
    return reply.header('content-security-policy', workerPolicy).type('text/javascript; charset=utf-8').send(script)
  })
  app.get('/offline.html', async (request, reply) => {
    const html = await built('offline.html', reply)
    const { name } = await siteAt(request.hostname)
    return sendDocument(reply, { name, html, title: 'Waiting for the connection' })
  })
}
