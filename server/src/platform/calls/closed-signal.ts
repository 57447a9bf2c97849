import type { ServerResponse } from 'node:http'

/** Shared, because a new error for each response costs a stack trace. */
const closed = new DOMException('The answer has left, or nobody waits for it', 'AbortError')

/** Aborts once the response is sent or the client is gone, even if that happened before anyone listened. */
export const closedSignal = (answer: ServerResponse) => {
  const controller = new AbortController()
  if (answer.closed || answer.destroyed) controller.abort(closed)
  else answer.once('close', () => controller.abort(closed))
  return controller.signal
}
