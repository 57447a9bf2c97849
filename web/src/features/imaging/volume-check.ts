import { depthOf, isSameOrientation, lengthOf, minus, type Vector } from './directions.ts'
import { type Image, isInverted } from './images.ts'
import type { Part } from './parts.ts'

/** Why images are shown as stored, not as a volume. */
export type NoVolume =
  | 'unknownForm'
  | 'color'
  | 'kind'
  | 'table'
  | 'noPlace'
  | 'single'
  | 'planes'
  | 'mixed'
  | 'samePlace'
  | 'uneven'
  | 'apart'
  | 'leaning'

/** CT, MR and PET images, as one file per slice or all slices in one (PS3.4 B.5). Other classes have no slices through a body. */
const storage = '1.2.840.10008.5.1.4.1.1'
const ct = new Set(['2', '2.1', '2.2'].map((end) => `${storage}.${end}`))
const sliced = new Set([...ct, ...['4', '4.1', '4.4', '128', '128.1', '130'].map((end) => `${storage}.${end}`)])

const classic = new Set(['2', '4', '128'].map((end) => `${storage}.${end}`))
/** Whether attributes are per frame, even if there is only one frame (PS3.3 C.7.6.16). */
export const isEnhanced = (sopClass: string) => sliced.has(sopClass) && !classic.has(sopClass)

const plainSyntaxes = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'])
export const isPlain = (syntax: string) => plainSyntaxes.has(syntax)
/** Big-endian, JPEG (baseline, lossless), JPEG-LS, JPEG 2000, RLE. */
const convertible = new Set(
  ['2', '4.50', '4.57', '4.70', '4.80', '4.81', '4.90', '4.91', '5'].map((end) => `1.2.840.10008.1.2.${end}`),
)
const grays = new Set(['MONOCHROME1', 'MONOCHROME2'])

/** All slices of one time in a single image, side by side, which the converter can split. */
const isMosaic = ({ imageType, frames }: Image) => frames === 1 && imageType.includes('MOSAIC')

/** If farther apart, more of the body is between slices than in them: planes would show there what nobody measured. */
const maxGaps = 2

type Placed = { position: Vector; depth: number }
/** Whether slices are evenly spaced behind each other, straight, or leaning as with a tilted CT gantry. */
const stackFault = (slices: readonly Placed[], mayLean: boolean, thickness?: number): NoVolume | undefined => {
  const sorted = slices.toSorted((a, b) => a.depth - b.depth)
  const steps = sorted.slice(1).map((slice, n) => ({
    gap: slice.depth - sorted[n]!.depth,
    step: minus(slice.position, sorted[n]!.position),
  }))
  const gap = steps.reduce((sum, step) => sum + step.gap, 0) / steps.length
  if (steps.some((step) => step.gap < Math.max(1e-3, gap / 100))) return 'samePlace'
  const allowed = 0.02 * gap + 0.01
  if (steps.some((step) => Math.abs(step.gap - gap) > allowed)) return 'uneven'
  const [first] = steps
  if (first && steps.some(({ step }) => lengthOf(minus(step, first.step)) > 2 * allowed)) return 'uneven'
  if (thickness !== undefined && thickness > 0 && gap > maxGaps * thickness + allowed) return 'apart'
  const sideways = steps.some(
    (step) => Math.sqrt(Math.max(0, lengthOf(step.step) ** 2 - step.gap ** 2)) > 0.05 * gap + 0.01,
  )
  return sideways && !mayLean ? 'leaning' : undefined
}

/** Whether the slices lean as with a tilted CT gantry: the converter straightens them, which changes their positions. */
export const isLeaning = (images: readonly Image[]) => {
  const [first] = images
  const placed = images.flatMap(({ position }) =>
    position && first?.orientation ? [{ position, depth: depthOf(first.orientation, position) }] : [],
  )
  return stackFault(placed, false) === 'leaning'
}

/** The converter expects values in the lowest bits, and 8-bit values to be unsigned. */
const isMisread = ({ form }: Image) => form !== undefined && (form.shift > 0 || (form.isSigned && form.allocated === 8))
const isUnread = ({ syntax }: Image) => syntax !== '' && !isPlain(syntax) && !convertible.has(syntax)

/**
 * Whether the converter would have to choose among a file's frames, or take several compressed ones for one (decision 63), or
 * would misread the values, or fail: then a volume is built from the frames themselves.
 */
export const needsFrames = ({ images }: Pick<Part, 'images'>, ofSeries: readonly Image[]) => {
  if (images.some((image) => isMisread(image) || isUnread(image))) return true
  if (images.every(({ frames }) => frames === 1)) return false
  if (images.some(({ syntax }) => syntax !== '' && !isPlain(syntax))) return true
  const instances = new Set(images.map(({ instance }) => instance))
  return ofSeries.filter(({ instance }) => instances.has(instance)).length > images.length
}

/** Decides from the files' attributes whether a part's images form a volume; why not, or undefined. */
export const whyNoVolume = ({ images, labels }: Part, ofSeries: readonly Image[]): NoVolume | undefined => {
  const [first] = images
  if (!first) return 'single'
  if (images.some(({ photometric }) => photometric === '')) return 'unknownForm'
  if (!images.every(({ photometric }) => grays.has(photometric))) return 'color'
  if (!images.every(({ sopClass }) => sliced.has(sopClass))) return 'kind'
  if (images.some(({ hasTable }) => hasTable)) return 'table'
  const slices: Placed[] = []
  for (const { orientation, position } of images) {
    if (!orientation || !position) return 'noPlace'
    if (!first.orientation || !isSameOrientation(orientation, first.orientation)) return 'mixed'
    slices.push({ position, depth: depthOf(first.orientation, position) })
  }
  const isAlike = (image: Image) =>
    image.rows === first.rows &&
    image.columns === first.columns &&
    isInverted(image) === isInverted(first) &&
    image.frameOfReference === first.frameOfReference &&
    Math.abs((image.pixel?.width ?? 0) - (first.pixel?.width ?? 0)) < 1e-3 &&
    Math.abs((image.pixel?.height ?? 0) - (first.pixel?.height ?? 0)) < 1e-3
  if (first.pixel?.of !== 'body') return 'noPlace'
  if (!images.every(isAlike)) return 'mixed'
  if (labels.some(({ by }) => by === 'plane')) return 'planes'
  if (images.length === 1) return isMosaic(first) && !needsFrames({ images }, ofSeries) ? undefined : 'single'
  // The converter straightens a leaning stack; a volume built from frames stays as it is.
  return stackFault(slices, ct.has(first.sopClass) && !needsFrames({ images }, ofSeries), first.thickness)
}

/** Whether a part can be read from its files without a converter: each a single slice, upright, according to its tags. */
export const isReadHere = ({ images }: Pick<Part, 'images'>) =>
  images.length > 1 && images.every(({ frames, form }) => frames === 1 && form !== undefined) && !isLeaning(images)
