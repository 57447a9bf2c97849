/** Less than this is the way of the answer, and the fraction of a second that its date leaves out. */
const leastMs = 60_000
let differenceMs = 0

/**
 * From the `date` of an answer: people set the clocks of their phones by hand, and a visit passes by the server’s. An answer that the
 * browser may have kept says when it was made.
 */
export const noteServerTime = (headers: Headers) => {
  if (!headers.get('cache-control')?.includes('no-store')) return
  const ms = Date.parse(headers.get('date') ?? '') - Date.now()
  if (!Number.isNaN(ms)) differenceMs = Math.abs(ms) > leastMs ? ms : 0
}

/** The time by the server’s clock, as far as an answer has told it. */
export const serverNow = () => Date.now() + differenceMs
