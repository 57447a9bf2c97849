/** A set of small numbers, one bit each; the first number of a byte is its highest bit, as in PostgreSQL's `bit`. */
export type NumberSet = Uint8Array

const bitOf = (number: number) => 0x80 >> (number & 7)

export const setOf = (size: number, numbers: Iterable<number> = []): NumberSet => {
  const set = new Uint8Array(Math.ceil(size / 8))
  for (const number of numbers) set[number >> 3] = (set[number >> 3] ?? 0) | bitOf(number)
  return set
}

/** Both of the same length. */
export const intersection = (one: NumberSet, other: NumberSet) => one.map((byte, at) => byte & (other[at] ?? 0))
export const union = (one: NumberSet, other: NumberSet) => one.map((byte, at) => byte | (other[at] ?? 0))

const onesIn = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)
export const sizeOf = (set: NumberSet) => set.reduce((total, byte) => total + (onesIn[byte] ?? 0), 0)

export const numbersIn = (set: NumberSet) => {
  const numbers: number[] = []
  for (const [at, byte] of set.entries())
    for (let bit = 0; byte !== 0 && bit < 8; bit++) if (byte & (0x80 >> bit)) numbers.push(at * 8 + bit)
  return numbers
}
