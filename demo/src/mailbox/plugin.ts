import type { FastifyInstance } from 'fastify'
import { sendPage, serveDemoStyle } from '../page.ts'
import { listPage, messagePage, missingPage } from './pages.ts'
import type { DemoMailbox } from './store.ts'

type Query = { Querystring: { to?: string | string[] } }

/** The mailbox as pages for people and as JSON for tests. Never mounted by `npm run serve`. */
export const demoMailbox = async (app: FastifyInstance, { mailbox }: { mailbox: DemoMailbox }) => {
  const wanted = (to?: string | string[]) => (Array.isArray(to) ? to[0] : to)?.trim() ?? ''
  serveDemoStyle(app, '/demo/mail/demo.css')

  app.get<Query>('/demo/mail', async ({ query }, reply) => {
    const to = wanted(query.to)
    return sendPage(reply, listPage(await mailbox.list(to), to))
  })
  app.get<Query>('/demo/mail/messages', async ({ query }, reply) =>
    reply.header('cache-control', 'no-store').send(await mailbox.list(wanted(query.to))),
  )
  app.get<{ Params: { id: string } }>('/demo/mail/message/:id', async ({ params }, reply) => {
    const message = (await mailbox.list()).find(({ id }) => id === params.id)
    return message ? sendPage(reply, messagePage(message)) : sendPage(reply.code(404), missingPage())
  })
}
