import { type Call, type LogEntry, logEvent as logCallOf } from '@fornix/contract'
import { exchange } from '../http/http.ts'
import { currentSession } from '../session/session-store.ts'

const mostPerMinute = 20
let sent: number[] = []

/** One entry of the client log: what happened, never about whom. Endpoints are templates, without what was filled in. */
const logEvent = (entry: Pick<LogEntry, 'message' | 'endpoint' | 'method' | 'response_status' | 'level'>) => {
  const now = Date.now()
  sent = sent.filter((time) => now - time < 60_000)
  if (sent.length >= mostPerMinute) return
  sent.push(now)
  const session = currentSession()
  const body: LogEntry = {
    level: 'debug',
    ...entry,
    timestamp: new Date(now).toISOString(),
    ...(session && { role: session.role, project: session.project }),
    ...(session?.user.provider_id && { user_id: session.user.provider_id }),
  }
  exchange(logCallOf, { body }, { token: null, project: null }).catch(() => {
    // A log that cannot be written must not be a failure of what it tells of.
  })
}

/** A call that failed. Losing the network is not told: it would only fill the log when it is back. */
export const logCall = (call: Call, status: number) => {
  if (status === 0 || call === logCallOf) return
  logEvent({ message: 'call failed', endpoint: call.path, method: call.method, response_status: status })
}

/** Errors that nobody caught: their kind and place, because their text may hold what somebody typed. */
export const logUncaughtErrors = () => {
  addEventListener('error', ({ error, filename, lineno }) =>
    logEvent({ level: 'error', message: `${error?.name ?? 'Error'} at ${filename.split('/').pop()}:${lineno}` }),
  )
}
