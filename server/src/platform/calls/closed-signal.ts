import type { ServerResponse } from 'node:http'

/** Shared, because an error of its own for each answer costs a trace of the stack. */
const closed = new DOMException('The answer has left, or nobody waits for it', 'AbortError')

/** Aborts when the answer has left or nobody waits for it any more, which may have been before anybody listened. */
export const closedSignal = (answer: ServerResponse) => {
  const controller = new AbortController()
  if (answer.closed || answer.destroyed) controller.abort(closed)
  else answer.once('close', () => controller.abort(closed))
  return controller.signal
}
