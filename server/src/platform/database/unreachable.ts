import { unavailable } from '../base/errors.ts'
import { StoreUnavailable } from '../base/store-unavailable.ts'
import { codeOf } from '../base/unknown-error.ts'

// SQLSTATE classes 08 and 57P0x, Node's socket errors, and a write refused by a standby: it was the leader when the connection was made.
// Errors of a file store are no reason to drop a connection.
export const isUnreachable = (error: unknown) =>
  !(error instanceof StoreUnavailable) &&
  (/^(08|57P0|25006|53300|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET)/.test(codeOf(error)) ||
    (error instanceof Error &&
      /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(
        error.message,
      )))

/** Turns an unreachable database into a 503. */
export const orUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isUnreachable(error) ? Object.assign(unavailable(), { cause: error }) : error
  }
}
