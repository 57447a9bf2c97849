import type { DicomTags } from '@fornix/contract'
import { isSameOrientation, lengthOf, minus } from '../directions.ts'
import { type Image, imagesOf } from '../images.ts'
import { itemsOf, numberOf, numbersOf, tagsOfFrames, textOf } from '../tags.ts'
import { colorOf } from './color.ts'

export type Segment = { key: string; label: string; color: string; isFractional: boolean }
/** A frame of a segmentation: its segment, unless its pixels say so, and the picture whose size and position it has. */
export type SegmentFrame = { segment: Segment | undefined; image: Image }
export type Segmentation = {
  series: string
  instance: string
  /** Its name; empty if the file does not say. */
  title: string
  /** The series in whose pictures it was outlined, if the file says so. */
  sources: readonly string[]
  frameOfReference: string
  /** The value that means "wholly in the segment". */
  most: number
  /** Bits per pixel. */
  allocated: number
  /** From one plane to the next, or the thickness of one, in mm. */
  spacing: number | undefined
  /** For a label map: the segment for each pixel value (PS3.3 C.8.20.2). */
  labels: ReadonlyMap<number, Segment> | undefined
  /** Those that have a frame, in the order of the file. */
  segments: readonly Segment[]
  frames: readonly SegmentFrame[]
}

/** Over all drawn segmentations of a study; some lines are read for each frame, and compared with each picture. */
const maxFrames = 3000
/** The whole objects, in order, that together do not exceed the limit. */
export const notTooMany = <T extends { frames: number }>(objects: readonly T[]) => {
  let frames = 0
  return objects.filter((one) => {
    if (frames + one.frames > maxFrames) return false
    frames += one.frames
    return true
  })
}

const frameSegment = '0062000B'

const namedSegments = (tags: DicomTags, isFractional: boolean) => {
  const instance = textOf(tags, '00080018')
  return new Map(
    itemsOf(tags, '00620002').map((item, at): [number, Segment] => {
      const number = numberOf(item, '00620004') ?? at + 1
      const color = colorOf(numbersOf(item, '0062000D', 3), at)
      return [
        number,
        { key: `${instance} ${number}`, label: textOf(item, '00620005') || `${number}`, color, isFractional },
      ]
    }),
  )
}

/** What the pixels of a label map mean; padding means nothing. */
const labelsOf = (tags: DicomTags, segments: ReadonlyMap<number, Segment>) => {
  const padding = numberOf(tags, '00280120')
  return new Map([...segments].filter(([number]) => number !== padding))
}

/** A segmentation from its tags (PS3.3 C.8.20). */
export const segmentationOf = (tags: DicomTags): Segmentation => {
  const type = textOf(tags, '00620001')
  const isFractional = type === 'FRACTIONAL'
  const segments = namedSegments(tags, isFractional)
  const labels = type === 'LABELMAP' ? labelsOf(tags, segments) : undefined
  const images = imagesOf(tags)
  const tagsOfEach = tagsOfFrames(tags)
  const [first = {}] = tagsOfEach
  const frames = tagsOfEach.flatMap((frame, at): SegmentFrame[] => {
    const segment = segments.get(numberOf(frame, frameSegment) ?? 0)
    const image = images[at]
    if (labels) return image ? [{ segment: undefined, image }] : []
    return segment && image ? [{ segment, image }] : []
  })
  return {
    series: textOf(tags, '0020000E'),
    instance: textOf(tags, '00080018'),
    title: textOf(tags, '0008103E') || textOf(tags, '00700081') || textOf(tags, '00700080'),
    sources: itemsOf(tags, '00081115').map((item) => textOf(item, '0020000E')),
    frameOfReference: textOf(first, '00200052'),
    most: isFractional ? (numberOf(tags, '0062000E') ?? 255) : 1,
    allocated: numberOf(tags, '00280100') ?? (isFractional ? 8 : 1),
    spacing: [numberOf(first, '00180088'), numberOf(first, '00180050')].find((mm) => mm !== undefined && mm > 0),
    labels,
    segments: [...(labels ?? segments).values()].filter(
      (segment) => labels || frames.some((frame) => frame.segment === segment),
    ),
    frames,
  }
}

const nearMm = 0.01
const isNear = (one: number, other: number) => Math.abs(one - other) < nearMm

/** Pixel on pixel: one frame of reference, and the same plane, size and spacing in it. Nothing is moved or resampled. */
const liesOn = (frame: Image, image: Image) =>
  frame.frameOfReference !== '' &&
  frame.frameOfReference === image.frameOfReference &&
  frame.rows === image.rows &&
  frame.columns === image.columns &&
  frame.orientation !== undefined &&
  image.orientation !== undefined &&
  isSameOrientation(frame.orientation, image.orientation) &&
  frame.position !== undefined &&
  image.position !== undefined &&
  lengthOf(minus(frame.position, image.position)) < nearMm &&
  frame.pixel !== undefined &&
  image.pixel !== undefined &&
  isNear(frame.pixel.height, image.pixel.height) &&
  isNear(frame.pixel.width, image.pixel.width)

/** The frames of a segmentation that lie on a picture. */
export const framesOn = ({ frames }: Segmentation, image: Image) => frames.filter((one) => liesOn(one.image, image))

/** Whether a segmentation can be drawn over any of these pictures. */
export const fits = (segmentation: Segmentation, images: readonly Image[]) =>
  images.some((image) => framesOn(segmentation, image).length > 0)

/** Whether a segmentation uses a picture's coordinates. */
export const isInSpaceOf = ({ frameOfReference }: Segmentation, image: Image) =>
  frameOfReference !== '' && frameOfReference === image.frameOfReference

export const segmentsOf = (all: readonly Segmentation[]) => all.flatMap(({ segments }) => segments)
