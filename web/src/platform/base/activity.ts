import { idleMs, idleWarningMs } from '@fornix/contract'
import { moment } from './elapsed.ts'

// A timestamp that all tabs of the browser read, instead of messages between them: a crashed or sleeping tab holds up no other.
const key = 'fornix-activity'
const writeEveryMs = 1000
/** When the user was last active. Other tabs share only their wall-clock time. */
let last = { wall: 0, steady: 0 }
let lastRead: string | null = null
let readAt = 0

const readShared = () => {
  const now = moment()
  // If the clock was set back, count no more than the time that really passed; otherwise the session would never end.
  last.wall = Math.min(last.wall, now.wall - (now.steady - last.steady))
  const shared = localStorage.getItem(key)
  if (shared !== lastRead && Number(shared) > last.wall) {
    // Written since the last read; a time in the future does not say when.
    const sinceRead = now.steady - readAt
    const wall = Number(shared) > now.wall ? now.wall - sinceRead : Number(shared)
    last = { wall, steady: now.steady - Math.min(now.wall - wall, sinceRead) }
  }
  lastRead = shared
  readAt = now.steady
  return now
}

const writeShared = () => {
  lastRead = String(last.wall)
  localStorage.setItem(key, lastRead)
}

/** Milliseconds since the user last typed or moved the pointer in any tab. */
export const idleFor = () => readShared().wall - last.wall

/** The part that is certain: a clock set forward, or a machine that slept, inflates the other. */
export const idleForSure = () => readShared().steady - last.steady

export const startActivity = () => {
  last = moment()
  readAt = last.steady
  writeShared()
}

/** Sets the idle time to what a better source, the server, reports. */
export const correctIdle = (ms: number) => {
  const { wall, steady } = moment()
  last = { wall: wall - ms, steady: steady - ms }
  writeShared()
}

/** Notes activity, but not once the warning is due: that needs an explicit answer. */
export const noteActivity = () => {
  const idle = idleFor()
  if (idle < idleMs - idleWarningMs && idle >= writeEveryMs) startActivity()
}
