import { idleMs, idleWarningMs } from '@fornix/contract'
import { moment } from './elapsed.ts'

// A timestamp that all tabs of the browser read, instead of messages between them: a crashed or sleeping tab holds up no other.
const key = 'fornix-activity'
const writeEveryMs = 1000
/** When the user was last active. Other tabs share only their wall-clock time. */
let last = { wall: 0, steady: 0 }
let heard: string | null = null
let lookedAt = 0

const hear = () => {
  const now = moment()
  // If the clock was set back, count no more than the time that really passed; otherwise the session would never end.
  last.wall = Math.min(last.wall, now.wall - (now.steady - last.steady))
  const shared = localStorage.getItem(key)
  if (shared !== heard && Number(shared) > last.wall) {
    // Written since the last look; a time in the future does not say when.
    const sinceLook = now.steady - lookedAt
    const wall = Number(shared) > now.wall ? now.wall - sinceLook : Number(shared)
    last = { wall, steady: now.steady - Math.min(now.wall - wall, sinceLook) }
  }
  heard = shared
  lookedAt = now.steady
  return now
}

const share = () => {
  heard = String(last.wall)
  localStorage.setItem(key, heard)
}

/** Milliseconds since the user last typed or moved the pointer in any tab. */
export const idleFor = () => hear().wall - last.wall

/** The part that is certain: a clock set forward, or a machine that slept, inflates the other. */
export const idleForSure = () => hear().steady - last.steady

export const startActivity = () => {
  last = moment()
  lookedAt = last.steady
  share()
}

/** Sets the idle time to what a better source, the server, reports. */
export const correctIdle = (ms: number) => {
  const { wall, steady } = moment()
  last = { wall: wall - ms, steady: steady - ms }
  share()
}

/** Notes activity, but not once the warning is due: that needs an explicit reply. */
export const noteActivity = () => {
  const idle = idleFor()
  if (idle < idleMs - idleWarningMs && idle >= writeEveryMs) startActivity()
}
