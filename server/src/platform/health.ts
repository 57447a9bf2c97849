import type { FastifyInstance } from 'fastify'
import type { Platform } from './platform.ts'

/** /healthz: the process runs. /readyz: what it needs answers; 503 names what does not. */
export const healthRoutes = (app: FastifyInstance, { database, files, mail }: Platform) => {
  const checks = {
    database: () => database.systemQuery('select 1', []),
    files: () => files.store.ready(),
    mail: async () => {
      if (!(await mail.ready()).ok) throw new Error('mail piles up')
    },
  }
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const good = await Promise.race([
          check().then(
            () => true,
            () => false,
          ),
          new Promise<boolean>((no) => setTimeout(no, 3000, false)),
        ])
        return [name, good ? 'ok' : 'failing'] as const
      }),
    )
    const ready = results.every(([, state]) => state === 'ok')
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'failing', ...Object.fromEntries(results) })
  })
}
