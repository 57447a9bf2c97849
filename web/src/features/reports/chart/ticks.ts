const count = 5

/** The numbers on an axis: whole and round, from 0 to `most` or more. */
export const ticksOf = (most: number) => {
  const least = most / count
  const power = 10 ** Math.floor(Math.log10(least))
  const step = Math.max(1, power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10))
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, place) => place * step)
}

/** How long a bar is. */
export const shareOf = (value: number, ticks: readonly number[]) => `${(100 * value) / (ticks.at(-1) ?? 1)}%`
