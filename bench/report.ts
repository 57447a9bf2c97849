/** One figure: what was measured, what it came to, what it should be at most or at least. */
export type Figure = { what: string; value: number; unit: string; atMost?: number; atLeast?: number }

export const isMet = ({ value, atMost, atLeast }: Figure) =>
  (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast)

const rounded = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))

export const tableOf = (figures: Figure[]) =>
  figures
    .map((figure) => {
      const { what, value, unit, atMost, atLeast } = figure
      const goal = atMost !== undefined ? `at most ${atMost}` : atLeast !== undefined ? `at least ${atLeast}` : ''
      const verdict = goal === '' ? '' : isMet(figure) ? 'ok' : 'MISSED'
      return `${what.padEnd(62)} ${rounded(value).padStart(9)} ${unit.padEnd(5)} ${goal.padEnd(15)} ${verdict}`
    })
    .join('\n')

/** The value below which a share of the samples lies (nearest rank). */
export const percentile = (samples: number[], share: number) => {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
