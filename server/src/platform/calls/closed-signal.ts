import type { ServerResponse } from 'node:http'

/** Shared, because a new error for each response costs a stack trace. */
const closed = new DOMException('The response has left, or nobody waits for it', 'AbortError')

/** Aborts once the response is sent or the client is gone, even if that happened before anyone listened. */
export const closedSignal = (response: ServerResponse) => {
  const controller = new AbortController()
  if (response.closed || response.destroyed) controller.abort(closed)
  else response.once('close', () => controller.abort(closed))
  return controller.signal
}
