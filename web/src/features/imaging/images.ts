import { type DicomTags, type WindowShape, windowShapeOf } from '@fornix/contract'
import { type Edges, edgesOf, type Orientation, orientationOf, type Vector, wordedEdges } from './directions.ts'
import { type Form, formOf, hasTable, whyNoValues } from './measure/values.ts'
import { itemsOf, numberOf, numbersOf, tagsOfFrames, textOf, textsOf } from './tags.ts'

export type Windowing = { center: number; width: number }

/** What tells images at the same place in the body apart. */
export const distinctions = [
  'stack',
  'kind',
  'echo',
  'inversion',
  'bValue',
  'direction',
  'phase',
  'time',
  'acquisition',
  'acquiredAt',
] as const
export type Distinction = (typeof distinctions)[number]

/** A pixel's height and width: in mm of the body, in mm at the detector of an X-ray, or only as a ratio. */
export type Pixel = { height: number; width: number; of: 'body' | 'detector' | 'ratio' }

/** One picture of a series, an instance or one of its frames, with its file's attributes. */
export type Image = {
  instance: string
  frame: number
  number: number
  sopClass: string
  /** Empty if the archive does not say. */
  syntax: string
  frames: number
  imageType: readonly string[]
  /** Empty if the file does not say. */
  photometric: string
  /** How windowed values map to brightness, if the file says so (Presentation LUT Shape). */
  presentation: string
  rows: number
  columns: number
  /** The layout of its values in bytes; unknown if the tags do not say. */
  form: Form | undefined
  /** A table defines its values, or its shades if there is no window. */
  hasTable: boolean
  /** Unknown if the file does not say. */
  pixel: Pixel | undefined
  /** Empty if the archive does not say: then its position cannot be compared with others. */
  frameOfReference: string
  orientation: Orientation | undefined
  /** The letter at each edge, if the file provides it. */
  edges: Edges | undefined
  /** The file overlays lines or letters on it. */
  hasOverlay: boolean
  /** The slice thickness in mm, if the file says so. */
  thickness: number | undefined
  position: Vector | undefined
  /** The window that its file specifies. */
  windowing: Windowing | undefined
  windowShape: WindowShape
  echoMs: number | undefined
  repetitionMs: number | undefined
  distinct: Partial<Record<Distinction, number | string>>
}

/** A capture's spacing may be that of its source. */
const secondaryCapture = '1.2.840.10008.5.1.4.1.1.7'
/** Computed and digital radiography, mammography, dental and moving X-rays: the detector image is a magnification of the body. */
const projection = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(1|1\.[1-3](\.1)?|12\.[12](\.1)?)$/

/** Row spacing, which is a pixel's height, comes first (PS3.3 10.7.1.3). */
const spacingOf = (tags: DicomTags, tag: string) => {
  const [height = 0, width = 0] = numbersOf(tags, tag, 2) ?? []
  return height > 0 && width > 0 ? { height, width } : undefined
}
const pixelOf = (tags: DicomTags): Image['pixel'] => {
  const [ofBody, atDetector, ratio] = ['00280030', '00181164', '00280034'].map((tag) => spacingOf(tags, tag))
  const spacing = ofBody ?? atDetector
  if (!spacing) return ratio && { ...ratio, of: 'ratio' }
  const sopClass = textOf(tags, '00080016')
  if (sopClass.startsWith(secondaryCapture)) return { ...spacing, of: 'ratio' }
  // Equal to the spacing at the detector means that magnification was not corrected (PS3.3 10.7.1.1).
  const isCorrected = atDetector
    ? spacing.height !== atDetector.height || spacing.width !== atDetector.width
    : !projection.test(sopClass)
  return { ...spacing, of: isCorrected ? 'body' : 'detector' }
}

/** From an image's directions; if it is no slice, from its letters, but not for a capture, whose letters may be those of its source. */
const edgesIn = (tags: DicomTags) => {
  const orientation = orientationOf(numbersOf(tags, '00200037', 6))
  if (orientation) return edgesOf(orientation)
  return textOf(tags, '00080016').startsWith(secondaryCapture) ? undefined : wordedEdges(textsOf(tags, '00200020'))
}

const positionOf = (tags: DicomTags): Vector | undefined => {
  const [x, y, z] = numbersOf(tags, '00200032', 3) ?? []
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z]
}

const windowingOf = (tags: DicomTags): Windowing | undefined => {
  const [center, width] = [numberOf(tags, '00281050'), numberOf(tags, '00281051')]
  return center === undefined || !width ? undefined : { center, width }
}

const firstNumber = (tags: DicomTags, ...named: string[]) =>
  named.map((tag) => numberOf(tags, tag)).find((value) => value !== undefined)

const distinctOf = (tags: DicomTags): Image['distinct'] => {
  const values: Record<Distinction, number | string | undefined> = {
    stack: textOf(tags, '00209056') || undefined,
    // The first two values say where the pixels come from, which may differ from slice to slice (PS3.3 C.7.6.1.1.2).
    kind: textOf(tags, '00089208') || textsOf(tags, textsOf(tags, '00089007').length > 2 ? '00089007' : '00080008')[2],
    echo: firstNumber(tags, '00180086', '00189082', '00180081'),
    inversion: firstNumber(tags, '00180082', '00189079'),
    bValue: firstNumber(tags, '00189087', '0019100C'),
    direction: numbersOf(tags, '00189089', 3)?.join(' '),
    phase: firstNumber(tags, '00209153', '00181060'),
    time: firstNumber(tags, '00209128', '00200100'),
    acquisition: firstNumber(tags, '00200012'),
    acquiredAt: textOf(tags, '00080032') || undefined,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
}

/** Overlay Rows of the groups 6000 to 601E (PS3.3 C.9.2). */
const overlayRows = /^60[01][02468ACE]0010$/

/** The pictures of an instance: one, or one per frame. */
export const imagesOf = (instance: DicomTags): Image[] =>
  tagsOfFrames(instance).map((tags, n, all) => ({
    instance: textOf(instance, '00080018'),
    frame: n + 1,
    number: numberOf(instance, '00200013') ?? 0,
    sopClass: textOf(instance, '00080016'),
    syntax: textOf(instance, '00083002'),
    frames: all.length,
    imageType: textsOf(tags, '00080008'),
    photometric: textOf(tags, '00280004'),
    presentation: textOf(tags, '20500020'),
    rows: numberOf(tags, '00280010') ?? 0,
    columns: numberOf(tags, '00280011') ?? 0,
    form: whyNoValues(tags) ? undefined : formOf(tags),
    hasTable: hasTable(tags) || (itemsOf(tags, '00283010').length > 0 && !windowingOf(tags)),
    pixel: pixelOf(tags),
    frameOfReference: textOf(tags, '00200052'),
    orientation: orientationOf(numbersOf(tags, '00200037', 6)),
    edges: edgesIn(tags),
    hasOverlay: Object.keys(tags).some((name) => overlayRows.test(name)),
    thickness: numberOf(tags, '00180050'),
    position: positionOf(tags),
    windowing: windowingOf(tags),
    windowShape: windowShapeOf(textOf(tags, '00281056')),
    echoMs: firstNumber(tags, '00189082', '00180081'),
    repetitionMs: numberOf(tags, '00180080'),
    distinct: distinctOf(tags),
  }))

/** Both mean the same for one image (PS3.3 C.8.11.3.1.2), which must not be inverted twice. */
export const isInverted = ({ photometric, presentation }: Image) =>
  photometric === 'MONOCHROME1' || presentation === 'INVERSE'

/** The picture's width relative to its height; pixels count as square if the file does not say. */
export const ratioOf = ({ rows, columns, pixel }: Image) => {
  const { width, height } = pixel ?? { width: 1, height: 1 }
  return rows > 0 && columns > 0 ? (columns * width) / (rows * height) : 1
}

/** The width of the whole picture in mm, if known. */
export const widthMm = ({ columns, pixel }: Image) => (pixel?.of === 'body' ? columns * pixel.width : undefined)
