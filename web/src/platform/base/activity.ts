import { idleMs, idleWarningMs } from '@fornix/contract'

// A time that all tabs of the browser read, instead of messages between them: a tab that crashed or sleeps holds nobody up.
const key = 'fornix-activity'
const writeEveryMs = 1000
let own = 0

/** Milliseconds since somebody last typed or pointed in any tab. */
export const idleFor = () => {
  const now = Date.now()
  const shared = Number(localStorage.getItem(key))
  // A clock that was set back must not make the session endless.
  return now - Math.min(now, Math.max(own, shared))
}

export const startActivity = () => {
  own = Date.now()
  localStorage.setItem(key, String(own))
}

/** Notes that somebody is there; not once the warning is due, which wants a clear answer. */
export const noteActivity = () => {
  const idle = idleFor()
  if (idle < idleMs - idleWarningMs && idle >= writeEveryMs) startActivity()
}
