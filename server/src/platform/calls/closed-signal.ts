import type { ServerResponse } from 'node:http'

/** Aborts when the answer has left or nobody waits for it any more, which may have been before anybody listened. */
export const closedSignal = (answer: ServerResponse) => {
  const controller = new AbortController()
  if (answer.closed || answer.destroyed) controller.abort()
  else answer.once('close', () => controller.abort())
  return controller.signal
}
