import { offerNotice } from '../base/notice.ts'
import { ApiFailure } from './failure.ts'

const timeoutMs = 10_000

/** A part of the program is gone from the server because a new version replaced it. */
export class OutdatedProgram extends Error {
  override name = 'OutdatedProgram'
}

/** A part that is not imported, such as a worker, did not load. */
export class MissingPart extends Error {
  override name = 'MissingPart'
}

/** Also by the messages of browsers, and of Vite for a stylesheet, when a part of the program did not load. */
export const isMissingPart = (error: unknown) =>
  error instanceof MissingPart ||
  (error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload/i.test(error.message))

/** Whether a part of the program failed to load, not what it does. */
export const isNotLoaded = (error: unknown) => isMissingPart(error) || error instanceof OutdatedProgram

/** Loads a part once the user presses a button; if it fails to load, a notice offers to reload. */
export const loadOrOffer = <T>(load: () => Promise<T>) =>
  load().catch((error: unknown) => {
    if (isNotLoaded(error)) offerNotice('missingPart')
    throw error
  })

/** The document's last script: its name depends on all parts of the program, so each version has a different one. */
const entry = () => [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')].at(-1)?.src ?? '/'

/** The server's status for this version of the program: 200, 404 once another has replaced it, 0 without a response. */
export const statusOfProgram = () =>
  fetch(entry(), { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ status }) => status,
    () => 0,
  )

/** Why a part did not load: status 0 if waiting helps, a new version, or else the error itself. */
export const whyMissing = async (error: unknown) => {
  if (!isMissingPart(error)) return error
  const status = await statusOfProgram()
  if (status === 404) return new OutdatedProgram()
  return status === 0 || status >= 500 ? new ApiFailure(0) : error
}

/** Loads a part of the program; on failure it throws the reason. */
export const loadOrSayWhy = async <T>(load: () => Promise<T>) => {
  try {
    return await load()
  } catch (error) {
    if (!isMissingPart(error)) throw error
    const why = await whyMissing(error)
    if (why !== error) throw why
    return load()
  }
}
