import type { QualityIssue } from '@fornix/contract'
import type { SeriesFigures } from './measure-series.ts'

/** The values of earlier series with the same scanner and description. */
export type History = { snr: number[]; motion_mm: number[] }

/** Fewer are not enough. */
const minSeries = 8
const median = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
}

/** Median and robust standard deviation: 1.4826 times the median absolute deviation; null if there are too few. */
export const usualOf = (values: number[]) => {
  if (values.length < minSeries) return null
  const middle = median(values)
  return { median: middle, deviation: 1.4826 * median(values.map((value) => Math.abs(value - middle))) }
}

/** Used while nothing is known about a scanner. */
const clearMotionMm = 3

/** Three deviations off, and at least a fifth of what is usual or a millimeter: a steady scanner has hardly any deviation. */
export const issuesOf = (
  { missing_slices, has_uneven_spacing, snr, motion_mm }: Omit<SeriesFigures, 'series_uid'>,
  history: History,
): QualityIssue[] => {
  const [signal, motion] = [usualOf(history.snr), usualOf(history.motion_mm)]
  const minSnr = signal ? signal.median - Math.max(3 * signal.deviation, 0.2 * signal.median) : 0
  const maxMotion = motion ? motion.median + Math.max(3 * motion.deviation, 1) : clearMotionMm
  const found: Record<QualityIssue, boolean> = {
    missing_slices: (missing_slices ?? 0) > 0,
    uneven_spacing: has_uneven_spacing,
    low_signal: snr !== null && snr < minSnr,
    motion: motion_mm !== null && motion_mm > maxMotion,
  }
  return (Object.keys(found) as QualityIssue[]).filter((issue) => found[issue])
}
