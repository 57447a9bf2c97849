/** The same numbers for the same seed, on every machine (mulberry32): a seeded project looks the same everywhere. */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number from `least` to `most`, both included. */
  const between = (least: number, most: number) => least + Math.floor(number() * (most - least + 1))
  const oneOf = <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T
  return { between, oneOf, chance: (part: number) => number() < part }
}
export type Random = ReturnType<typeof randomFrom>
