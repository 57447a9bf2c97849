import { type Call, type LogEntry, logEvent as logCallOf } from '@fornix/contract'
import { exchange } from '../http/http.ts'
import { serverNow } from '../http/server-clock.ts'
import { currentSession } from '../session/session-store.ts'

const maxPerMinute = 20
let sent: number[] = []

/** One entry of the client log: what happened, never about whom. Endpoints are templates without their values. */
const logEvent = (entry: Pick<LogEntry, 'message' | 'endpoint' | 'method' | 'response_status' | 'level'>) => {
  const now = performance.now()
  sent = sent.filter((time) => now - time < 60_000)
  if (sent.length >= maxPerMinute) return
  sent.push(now)
  const session = currentSession()
  const body: LogEntry = {
    level: 'debug',
    ...entry,
    timestamp: new Date(serverNow()).toISOString(),
    ...(session && { role: session.role, project: session.project }),
    ...(session?.user.provider_id && { user_id: session.user.provider_id }),
  }
  exchange(logCallOf, { body }, { token: null, project: null }).catch(() => {
    // A failure to write the log must not become a failure of what it logs.
  })
}

/** Logs a failed call. A lost network is not logged: it would only fill the log once it is back. */
export const logCall = (call: Call, status: number) => {
  if (status === 0 || call === logCallOf) return
  logEvent({ message: 'call failed', endpoint: call.path, method: call.method, response_status: status })
}

/** Logs uncaught errors: only their kind and place, because their text may contain what somebody typed. */
export const logUncaughtErrors = () => {
  addEventListener('error', ({ error, filename, lineno }) =>
    logEvent({ level: 'error', message: `${error?.name ?? 'Error'} at ${filename.split('/').pop()}:${lineno}` }),
  )
}
