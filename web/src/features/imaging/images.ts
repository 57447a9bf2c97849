import { type DicomTags, type WindowShape, windowShapeOf } from '@fornix/contract'
import { type Edges, edgesOf, type Orientation, orientationOf, type Vector, wordedEdges } from './directions.ts'
import { type Form, formOf, hasTable, whyNoValues } from './measure/values.ts'
import { itemsOf, numberOf, numbersOf, tagsOfFrames, textOf, textsOf } from './tags.ts'

export type Windowing = { center: number; width: number }

/** What tells images at one place of the body from each other. */
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

/** Height and width of a pixel: in mm of the body, in mm at the detector of an X-ray, or as a ratio only. */
export type Pixel = { height: number; width: number; of: 'body' | 'detector' | 'ratio' }

/** One picture of a series, an instance or a frame of one, with what its file says of it. */
export type Image = {
  instance: string
  frame: number
  number: number
  sopClass: string
  /** Empty where the archive does not say. */
  syntax: string
  frames: number
  imageType: readonly string[]
  /** Empty where the file does not say. */
  photometric: string
  /** How values become light after the window, where the file says so (Presentation LUT Shape). */
  presentation: string
  rows: number
  columns: number
  /** How its values lie in its bytes; unknown where the tags do not tell. */
  form: Form | undefined
  /** Its values come from a table, or their shades do while there is no window. */
  hasTable: boolean
  /** Unknown where the file says nothing. */
  pixel: Pixel | undefined
  /** Empty where the archive does not say: then its place can be compared with no other. */
  frameOfReference: string
  orientation: Orientation | undefined
  /** What stands at each edge, where the file says so. */
  edges: Edges | undefined
  /** The file lays lines or letters over it. */
  hasOverlay: boolean
  /** How thick the slice is, in mm, where the file says so. */
  thickness: number | undefined
  position: Vector | undefined
  /** What its file asks for. */
  windowing: Windowing | undefined
  windowShape: WindowShape
  echoMs: number | undefined
  repetitionMs: number | undefined
  distinct: Partial<Record<Distinction, number | string>>
}

/** Of a capture the spacing may be that of what was captured. */
const secondaryCapture = '1.2.840.10008.5.1.4.1.1.7'
/** Computed and digital radiography, mammography, dental and moving X-rays: the body is enlarged on the way to the detector. */
const projection = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(1|1\.[1-3](\.1)?|12\.[12](\.1)?)$/

/** Row spacing first, which is the height of a pixel (PS3.3 10.7.1.3). */
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
  // The same as at the detector means that nothing was corrected for the enlargement (PS3.3 10.7.1.1).
  const isCorrected = atDetector
    ? spacing.height !== atDetector.height || spacing.width !== atDetector.width
    : !projection.test(sopClass)
  return { ...spacing, of: isCorrected ? 'body' : 'detector' }
}

/** By the directions of an image; of one that is no slice by its words, but not of a capture, which may have those of what was captured. */
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
    // The first two words say where the pixels come from, which may differ from slice to slice (PS3.3 C.7.6.1.1.2).
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

/** The pictures of an instance: one, or one for each of its frames. */
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
    hasOverlay: tags['60000010'] !== undefined,
    thickness: numberOf(tags, '00180050'),
    position: positionOf(tags),
    windowing: windowingOf(tags),
    windowShape: windowShapeOf(textOf(tags, '00281056')),
    echoMs: firstNumber(tags, '00189082', '00180081'),
    repetitionMs: numberOf(tags, '00180080'),
    distinct: distinctOf(tags),
  }))

/** The two say the same of one image (PS3.3 C.8.11.3.1.2), which must not be turned twice. */
export const isInverted = ({ photometric, presentation }: Image) =>
  photometric === 'MONOCHROME1' || presentation === 'INVERSE'

/** How wide the whole picture is for its height; pixels count as square where nothing is said. */
export const ratioOf = ({ rows, columns, pixel }: Image) => {
  const { width, height } = pixel ?? { width: 1, height: 1 }
  return rows > 0 && columns > 0 ? (columns * width) / (rows * height) : 1
}

/** The width of the whole picture in mm, where it is known. */
export const widthMm = ({ columns, pixel }: Image) => (pixel?.of === 'body' ? columns * pixel.width : undefined)
