import { z } from 'zod'
import { byStaff, callsOf } from './call.ts'
import { Uid } from './imaging.ts'

const defineCall = callsOf('scan-quality')

/** A study to which nothing has arrived for this long counts as complete, and is checked. */
export const arrivalQuietSeconds = 30
export const scanQualityPollMs = 3000
export const maxQualityStudies = 50

/** Reasons to look at a series before the patient leaves. */
export const qualityIssues = ['missing_slices', 'uneven_spacing', 'low_signal', 'motion'] as const
export type QualityIssue = (typeof qualityIssues)[number]

/** A figure is null if it cannot be told from the images. */
export const SeriesQuality = z.object({
  seriesId: z.string(),
  description: z.string(),
  images: z.number().int(),
  /** Positions that have images. */
  slices: z.number().int().nullable(),
  missing_slices: z.number().int().nullable(),
  spacing_mm: z.number().nullable(),
  /** Signal-to-noise ratio of the middle slice, and the usual one for such a series on this scanner. */
  snr: z.number().nullable(),
  usual_snr: z.number().nullable(),
  /** The largest distance between the head's centers in repeats of one slice. */
  motion_mm: z.number().nullable(),
  issues: z.array(z.enum(qualityIssues)),
})
export type SeriesQuality = z.output<typeof SeriesQuality>

export const qualityStates = ['arriving', 'checking', 'checked', 'unchecked'] as const

const StudyQuality = z.object({
  study_UID: z.string(),
  /** `unchecked`: it came before the portal checked new images, or cannot be read. */
  state: z.enum(qualityStates),
  images: z.number().int(),
  series: z.array(SeriesQuality),
})
export type StudyQuality = z.output<typeof StudyQuality>

export const listScanQuality = defineCall({
  method: 'POST',
  path: '/operator/scan_quality/',
  summary: 'Whether studies are still arriving, and what a check of their images found',
  ...byStaff,
  userInitiated: false,
  ifLost: 'nothing',
  audit: { none: 'polled; figures of the images of studies whose list was audited' },
  body: z.object({ studies: z.array(Uid).min(1).max(maxQualityStudies) }),
  response: z.object({ studies: z.array(StudyQuality) }),
})
