import type { ServerResponse } from 'node:http'

/** The kernel takes more than a megabyte at once: for so long nothing seems to be taken by a reader of 5 KB a second. */
const patienceMs = 300_000

/** Ends the connection of a reader who takes nothing for so long: what waits for them lies in memory, and they hold a place in it. */
export const closeSlowReader = (answer: ServerResponse, afterMs = patienceMs) =>
  answer.setTimeout(afterMs, () => {
    if (answer.writableLength > 0) answer.destroy()
  })
