import { dayInWords } from '../../../ui/display/days.ts'
import type { Series } from '../dicomweb.ts'
import { messages } from '../messages.ts'
import { partName } from '../part-words.ts'
import type { Part } from '../parts.ts'
import { volumeKey } from '../queries.ts'
import { nameOf } from '../SeriesChooser.tsx'
import { useParts } from '../use-parts.ts'
import { needsFrames } from '../volume-check.ts'
import { words } from './words.ts'

export type Opened = { study: string; study_date: string; scan_type: string; series: readonly Series[] }

export const scanName = ({ study_date, scan_type }: Pick<Opened, 'study_date' | 'scan_type'>) =>
  [dayInWords(study_date) || words.noDate, scan_type || messages.unnamedStudy].join(', ')

const noSeries: Series = { uid: '', number: 0, description: '', modality: '', instances: 0 }

/** One side: a part of a series of a study, and its name in words. Without a series there is nothing to show yet. */
export const useSide = (opened: Opened | undefined, chosen: Series | undefined) => {
  const series = chosen ?? noSeries
  const parts = useParts(opened?.study ?? '', series)
  const name = opened && chosen ? [scanName(opened), nameOf(series), parts.part && partName(parts.part)] : []
  return {
    ...parts,
    study: opened?.study ?? '',
    series,
    isChosen: chosen !== undefined,
    isWhole: parts.parts.length < 2,
    ofFrames: parts.part !== undefined && needsFrames(parts.part, parts.images),
    name: name.filter(Boolean).join(', '),
  }
}
export type Side = ReturnType<typeof useSide>

/** Identifies what both sides show; empty until both have something. */
export const pairOf = (sides: readonly Side[], parts: readonly (Part | undefined)[]) =>
  parts.every((part) => part) ? sides.map(({ series }, n) => `${series.uid} ${volumeKey(parts[n])}`).join() : ''
