import type { FastifyInstance } from 'fastify'
import { archiveState } from './archive/archive-state.ts'
import { StoreUnavailable } from './files/store-unavailable.ts'
import { inTime } from './in-time.ts'
import { anchorsCopied } from './metrics/signals.ts'
import type { Platform } from './platform.ts'

const answerMs = 3000
const copyLateMs = 10 * 60_000
const reasonOf = (error: unknown) => (error instanceof StoreUnavailable ? `failing: ${error.readiness}` : 'failing')

/** /healthz: the process runs. /readyz: what it needs answers; 503 names what does not. */
export const healthRoutes = (app: FastifyInstance, { database, files, mail, archive, lostKeys, log }: Platform) => {
  const archiveIsUp = archiveState({ archive, log })
  const checks = {
    database: () => database.systemQuery('select 1', []),
    files: () => files.store.ready(),
    mail: async () => {
      if (!(await mail.ready()).ok) throw new Error('mail piles up')
    },
    archive: async () => {
      if (!(await archiveIsUp())) throw new Error('the archive is down')
    },
  }
  // No reason to send everybody else away: it concerns the files of one project, which the log names and whoever asks here need not know.
  const keysState = () =>
    inTime(lostKeys(), answerMs).then(
      (lost) => (lost.length === 0 ? 'ok' : `lost: ${lost.length}`),
      () => 'unknown',
    )
  // Nor is a copy that is late: the anchors are kept here meanwhile.
  const waiting = new Map<string, number | null>()
  const deafen = anchorsCopied.hear(({ copy, waitingSince }) => void waiting.set(copy, waitingSince))
  app.addHook('onClose', async () => deafen())
  const anchorsState = () => {
    const late = [...waiting].filter(([, since]) => since !== null && Date.now() - since > copyLateMs)
    return late.length === 0 ? 'ok' : `not copied: ${late.map(([copy]) => copy).join(', ')}`
  }
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const keys = keysState()
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const state = await inTime<unknown>(check(), answerMs).then(() => 'ok', reasonOf)
        return [name, state] as const
      }),
    )
    const ready = results.every(([, state]) => state === 'ok')
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '5' })
      .send({
        status: ready ? 'ok' : 'failing',
        ...Object.fromEntries(results),
        keys: await keys,
        anchors: anchorsState(),
      })
  })
}
