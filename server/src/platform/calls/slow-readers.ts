import type { ServerResponse } from 'node:http'

/** The kernel buffers more than a megabyte: for this long, a reader at 5 KB a second seems to take nothing. */
const timeoutMs = 300_000

/** Closes the connection of a reader that takes nothing for this long: pending data stays in memory, and the connection keeps its slot. */
export const closeSlowReader = (response: ServerResponse, afterMs = timeoutMs) =>
  response.setTimeout(afterMs, () => {
    if (response.writableLength > 0) response.destroy()
  })
