import { malformed } from './read-request.ts'

const maxJsonDepth = 32

/** No page sends anything nested deeply, or with a `__proto__` that would become the prototype of a copy. */
const isPlain = (value: unknown, deeper = maxJsonDepth): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (deeper > 0 && !Object.hasOwn(value, '__proto__') && Object.values(value).every((one) => isPlain(one, deeper - 1)))

/** The parsed body, or `malformed`. */
export const jsonOf = (text: string): unknown => {
  try {
    const value: unknown = text === '' ? undefined : JSON.parse(text)
    return isPlain(value) ? value : malformed
  } catch {
    return malformed
  }
}
