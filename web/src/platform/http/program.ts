const timeoutMs = 10_000

/** A part of the program is gone from the server, because a new version has taken its place. */
export class OutdatedProgram extends Error {
  override name = 'OutdatedProgram'
}

/** What browsers, and Vite for a stylesheet, say of a part of the program that did not come. */
export const isMissingPart = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload/i.test(error.message)

/** Of a part of the program, not of what it does. */
export const isNotLoaded = (error: unknown) => isMissingPart(error) || error instanceof OutdatedProgram

/** The last script of the document: its name follows from all parts of the program, so another version has another one. */
const entry = () => [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')].at(-1)?.src ?? '/'

/** What the server says of this version of the program now: 200, 404 once another one has taken its place, 0 without an answer. */
export const statusOfProgram = () =>
  fetch(entry(), { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ status }) => status,
    () => 0,
  )
