import type { ImagingArchive } from '../../clinic/imaging/archive/archive.ts'
import { type DicomJson, numberOf, textOf } from '../../clinic/imaging/dicom/dicom-json.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { placeOf, positionsOf } from './positions.ts'
import { readImage } from './read-image.ts'
import { type Center, centerOf, motionOf, signalToNoise } from './signal.ts'

export type SeriesFigures = {
  series_uid: string
  scanner: string
  description: string
  images: number
  slices: number | null
  missing_slices: number | null
  has_uneven_spacing: boolean
  spacing_mm: number | null
  snr: number | null
  motion_mm: number | null
}

const [sopUid, frameCount, spacing, modality] = ['00080018', '00280008', '00280030', '00080060']
/** In addition to the tags of a list of instances. */
const more = ['00081010', '00081090', '00181000']

/** Repeats that should look alike: a difference in these is a difference in contrast. */
const contrast = ['00080008', '00180081', '00180082', '00189087', '0019100C']
const contrastOf = (tags: DicomJson) => contrast.map((name) => String(tags[name]?.Value ?? '')).join('|')

/** At most this many repeats are read, spread over the series. */
const maxRepeats = 12
const spread = <T>(all: T[]) =>
  all.length <= maxRepeats
    ? all
    : Array.from({ length: maxRepeats }, (_, n) => all[Math.floor((n * (all.length - 1)) / (maxRepeats - 1))] as T)

const middleOf = <T>(all: T[]) => all[Math.floor(all.length / 2)]

/** The middle slice's images that should look alike, in the order in which they were taken. */
const middleSlice = (pictures: DicomJson[]) => {
  const placed = pictures.flatMap((tags) => {
    const place = placeOf(tags)
    return place ? [{ tags, key: `${place.orientation}|${place.along.toFixed(1)}`, along: place.along }] : []
  })
  const middle = middleOf(placed.toSorted((a, b) => a.along - b.along))
  if (!middle) return pictures.slice(pictures.length / 2, pictures.length / 2 + 1)
  const same = placed.filter(({ key, tags }) => key === middle.key && contrastOf(tags) === contrastOf(middle.tags))
  return same.map(({ tags }) => tags)
}

const spacingOf = (tags: DicomJson | undefined): readonly [number, number] | null => {
  const [between, along] = (tags?.[spacing]?.Value ?? []).map(Number)
  return between && along && between > 0 && along > 0 ? [between, along] : null
}

/** Higher values come from made-up data, and are no figure. */
const [maxSnr, maxMotionMm] = [100_000, 1000]
const within = (value: number | null, most: number) => (value !== null && value < most ? value : null)

/** MR only: a CT's noise in air is not the noise of its signal. One image after the other, so that nobody waits for all of them. */
const signalsOf = async (
  archive: ImagingArchive,
  scope: Scope,
  of: { study: string; series: string },
  pictures: DicomJson[],
) => {
  const slice = spread(middleSlice(pictures))
  const centers: Center[] = []
  let snr: number | null = null
  for (const [n, tags] of slice.entries()) {
    const frame = Math.floor((numberOf(tags, frameCount) ?? 1) / 2) + 1
    const image = await readImage(archive, scope, { ...of, instance: textOf(tags, sopUid) ?? '' }, frame)
    if (!image) continue
    if (n === 0) snr = signalToNoise(image)
    const center = centerOf(image)
    if (center) centers.push(center)
  }
  const pixel = spacingOf(slice[0])
  return { snr: within(snr, maxSnr), motion_mm: pixel && within(motionOf(centers, pixel), maxMotionMm) }
}

/** What a series' images tell, with at most a dozen of them read. */
export const measureSeries = async (
  archive: ImagingArchive,
  scope: Scope,
  study: string,
  given: DicomJson,
): Promise<SeriesFigures> => {
  const series = textOf(given, '0020000E') ?? ''
  const instances = await archive.instancesOf(scope, { study, series }, more)
  const pictures = instances.filter((tags) => numberOf(tags, '00280010'))
  const positions = positionsOf(pictures)
  const [one = {}] = instances
  const isMr = textOf(given, modality) === 'MR' && pictures.length > 0
  const signals = isMr ? await signalsOf(archive, scope, { study, series }, pictures) : { snr: null, motion_mm: null }
  return {
    series_uid: series,
    scanner: more
      .map((name) => textOf(one, name) ?? '')
      .join(' ')
      .trim()
      .slice(0, 250),
    description: (textOf(given, '0008103E') ?? '').slice(0, 250),
    images: instances.length,
    slices: positions?.slices ?? null,
    missing_slices: positions?.missing ?? null,
    has_uneven_spacing: positions?.isUneven ?? false,
    spacing_mm: positions?.spacing ?? null,
    ...signals,
  }
}
