import { setClock } from '@fornix/contract'
import { elapsedSince, type Moment, moment } from '../base/elapsed.ts'

/** A smaller difference is the response's travel time, plus the fraction of a second that its date omits. */
const minDifferenceMs = 60_000
let reference: (Moment & { serverMs: number }) | undefined

/**
 * From the `date` of a response: people set their phones' clocks by hand, but a visit follows the server’s. A response that
 * may come from the browser's cache says when it was made.
 */
export const noteServerTime = (headers: Headers) => {
  if (!headers.get('cache-control')?.includes('no-store')) return
  const serverMs = Date.parse(headers.get('date') ?? '')
  const now = moment()
  if (!Number.isNaN(serverMs))
    reference = { ...now, serverMs: Math.abs(serverMs - now.wall) > minDifferenceMs ? serverMs : now.wall }
}

/** The time by the server’s clock, once a response has shown it, even if the device's clock is set back later. */
export const serverNow = () => (reference ? reference.serverMs + elapsedSince(reference) : Date.now())

setClock(serverNow)
