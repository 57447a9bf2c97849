import type { Call } from '@fornix/contract'
import { onlineManager } from '@tanstack/react-query'
import { hasNoResponse, maybeSavedError, noResponseError } from '../http/failure.ts'

/** A refused sign-in says nothing about the session that the browser may have. */
export const usesSession = (call: Call) => call.allow !== 'anyone' || call.session === 'optional-bearer'

/** A visitor's request without a key, such as a sign-in, saves nothing that anybody would look for. */
export const mayHaveSaved = (call: Call) =>
  call.method !== 'GET' && call.ifLost !== 'nothing' && (call.idempotent || usesSession(call))

/** Sends a request that has no `Idempotency-Key`; if its response is lost, the failure says that it may have been carried out. */
export const withLostResponseError = async <T>(call: Call, send: () => Promise<T>) => {
  // Without a network, nothing leaves.
  const mayArrive = onlineManager.isOnline()
  return send().catch((error: unknown) => {
    if (!(mayArrive && mayHaveSaved(call) && hasNoResponse(error))) throw error
    throw call.ifLost === 'again' ? noResponseError() : maybeSavedError()
  })
}
