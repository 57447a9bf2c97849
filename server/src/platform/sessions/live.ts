import { Readable } from 'node:stream'
import { heartbeatMs } from '@fornix/contract'
import type { Log } from '../base/log.ts'
import { listenForChanges } from '../database/changes.ts'
import type { Database } from '../database/db.ts'
import type { Sessions } from './session.ts'
import type { Caller } from './session-row.ts'

/** Payloads on this channel: a project, or a project and the one person affected by the change. */
const channel = 'fornix_live'

/** Changes in quick succession are sent as one. */
const gatherMs = 100
const streamsPerSession = 10
/** A browser that stops reading is disconnected; it will reconnect. */
const maxUnreadBytes = 16_384

const greeting = ': connected\n\n'
const heartbeat = ': still here\n\n'
const change = 'event: change\ndata: {}\n\n'

type Stream = { caller: Caller; readable: Readable }
type Options = { database: Database; sessions: Pick<Sessions, 'activeSessionIds'>; log: Log; heartbeatMs?: number }
export type Live = ReturnType<typeof openLive>

/**
 * Streams that tell signed-in users that something changed, but not what. Before each message the sessions are checked again, all in one
 * query; a stream ends with its session.
 */
export const openLive = ({ database, sessions, log, ...options }: Options) => {
  const streams = new Set<Stream>()
  const pendingPayloads = new Set<string>()
  let gathering: ReturnType<typeof setTimeout> | undefined

  const pushSafely = (which: (caller: Caller) => boolean, text: string) =>
    pushToStreams(streams, sessions, which, text).catch((err: Error) =>
      log.warn({ err }, 'the sessions of streams could not be checked'),
    )
  const flush = () => {
    gathering = undefined
    const affected = new Set(pendingPayloads)
    pendingPayloads.clear()
    void pushSafely(({ project, person }) => affected.has(project) || affected.has(`${project} ${person}`), change)
  }

  const beat = setInterval(() => void pushSafely(() => true, heartbeat), options.heartbeatMs ?? heartbeatMs)
  const stopListening = listenForChanges({
    database,
    channel,
    log,
    onMessage: (payload) => {
      pendingPayloads.add(payload)
      gathering ??= setTimeout(flush, gatherMs)
    },
    onGap: () => void pushSafely(() => true, change),
  })

  const endAll = () => {
    for (const { readable } of streams) readable.push(null)
  }
  return {
    open: (caller: Caller) => openStream(streams, caller),
    count: () => streams.size,
    /** Lets the server close: open streams would keep it waiting. */
    endAll,
    stop: async () => {
      clearInterval(beat)
      clearTimeout(gathering)
      endAll()
      await stopListening()
    },
  }
}

/** Opens a stream for this session; if a session has too many, the oldest ends. */
const openStream = (streams: Set<Stream>, caller: Caller): Readable => {
  const own = [...streams].filter((stream) => stream.caller.session === caller.session)
  for (const { readable } of own.slice(0, Math.max(0, own.length + 1 - streamsPerSession))) readable.push(null)
  const stream = { caller, readable: new Readable({ read: () => {} }) }
  streams.add(stream)
  stream.readable.once('close', () => streams.delete(stream))
  stream.readable.push(greeting)
  return stream.readable
}

const pushToStreams = async (
  streams: Set<Stream>,
  sessions: Options['sessions'],
  which: (caller: Caller) => boolean,
  text: string,
) => {
  const listening = [...streams].filter(({ caller }) => which(caller))
  if (listening.length === 0) return
  const active = await sessions.activeSessionIds(listening.map(({ caller }) => caller))
  for (const { caller, readable } of listening) {
    if (!active.has(caller.session)) readable.push(null)
    else if (readable.readableLength > maxUnreadBytes) readable.destroy()
    else if (!readable.destroyed) readable.push(text)
  }
}
