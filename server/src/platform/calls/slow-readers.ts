import type { ServerResponse } from 'node:http'

const patienceMs = 60_000

/** Ends the connection of a reader who takes nothing for so long: what waits for them lies in memory, and they hold a place in it. */
export const closeSlowReader = (answer: ServerResponse, afterMs = patienceMs) =>
  answer.setTimeout(afterMs, () => {
    if (answer.writableLength > 0) answer.destroy()
  })
