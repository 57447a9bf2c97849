import { malformed } from './read-request.ts'

const maxJsonDepth = 32

/** Nothing that a page sends is deep, or would become the prototype of what it is copied into. */
const isPlain = (value: unknown, deeper = maxJsonDepth): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (deeper > 0 && !Object.hasOwn(value, '__proto__') && Object.values(value).every((one) => isPlain(one, deeper - 1)))

/** What a body says, or `malformed`. */
export const jsonOf = (text: string): unknown => {
  try {
    const value: unknown = text === '' ? undefined : JSON.parse(text)
    return isPlain(value) ? value : malformed
  } catch {
    return malformed
  }
}
