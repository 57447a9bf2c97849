import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import { anchorsCopied } from '../base/signals.ts'
import { StoreUnavailable } from '../base/store-unavailable.ts'
import type { Clock } from '../database/clock.ts'

/** A load balancer waits two seconds (deploy/cluster/haproxy.cfg): one slow dependency must not make all nodes look dead. */
export const responseMs = 1500
const copyLateMs = 10 * 60_000
/** Tokens and mails tolerate this much; beyond it, people are signed out early or late. */
const clockOffMs = 5000
const reasonOf = (error: unknown) => (error instanceof StoreUnavailable ? `failing: ${error.readiness}` : 'failing')

/** Each rejects while its part cannot be used. */
export type Probes<Part extends string = string> = Record<Part, () => Promise<unknown>>

/** Each part's state within the time limit: `ok`, or why it cannot be used. */
export const statesOf = async <Part extends string>(probes: Probes<Part>) => {
  const states = await Promise.all(
    Object.entries<() => Promise<unknown>>(probes).map(async ([name, probe]) => {
      const state = await pTimeout(probe(), { milliseconds: responseMs }).then(() => 'ok', reasonOf)
      return [name, state] as const
    }),
  )
  return Object.fromEntries(states) as Record<Part, string>
}

/** How many bytes are free for files, and below how many that is reported. */
export type Space = { left: () => Promise<number | undefined>; low: number }
const megabyte = 2 ** 20

type Watched = {
  probes: Probes
  lostKeys: () => Promise<string[]>
  space: Space
  /** The time shared by all nodes. */
  clock: Clock
  stopping: AbortSignal
}

/** How far this node's clock differs from the shared one; no more exact than the query's duration. */
const skewState = async (clock: Clock) => {
  const startedAt = Date.now()
  const now = await clock()
  const offMs = (startedAt + Date.now()) / 2 - now.getTime()
  if (Math.abs(offMs) < clockOffMs) return 'ok'
  return `${Math.round(Math.abs(offMs) / 1000)} s ${offMs > 0 ? 'ahead of' : 'behind'} the database`
}

/** /healthz: the process runs. /readyz: its dependencies respond; 503 names those that do not. */
export const healthRoutes = (app: FastifyInstance, { probes, lostKeys, space, clock, stopping }: Watched) => {
  // No reason to route everyone elsewhere: it affects one project's files. The log names the project; this endpoint does not.
  const keysState = () =>
    pTimeout(lostKeys(), { milliseconds: responseMs }).then(
      (lost) => (lost.length === 0 ? 'ok' : `lost: ${lost.length}`),
      () => 'unknown',
    )
  // Nor is a disk that is filling up: when full, everything but storing still works.
  const spaceState = () =>
    pTimeout(space.left(), { milliseconds: responseMs }).then(
      (left) => (left !== undefined && left < space.low ? `low: ${Math.floor(left / megabyte)} MB left` : 'ok'),
      () => 'unknown',
    )
  // Nor is a wrong clock: the node still serves.
  const clockState = () => pTimeout(skewState(clock), { milliseconds: responseMs }).catch(() => 'unknown')
  // Nor is a late copy: the anchors are kept here in the meantime.
  const waiting = new Map<string, number | null>()
  const unsubscribe = anchorsCopied.subscribe(({ copy, waitingSince }) => void waiting.set(copy, waitingSince))
  app.addHook('onClose', async () => unsubscribe())
  const anchorsState = () => {
    const late = [...waiting].filter(([, since]) => since !== null && Date.now() - since > copyLateMs)
    return late.length === 0 ? 'ok' : `not copied: ${late.map(([copy]) => copy).join(', ')}`
  }
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (stopping.aborted) return reply.code(503).headers({ 'retry-after': '5' }).send({ status: 'stopping' })
    const keys = keysState()
    const space = spaceState()
    const clock = clockState()
    const states = await statesOf(probes)
    const ready = Object.values(states).every((state) => state === 'ok')
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '5' })
      .send({
        status: ready ? 'ok' : 'failing',
        ...states,
        keys: await keys,
        space: await space,
        clock: await clock,
        anchors: anchorsState(),
      })
  })
}
