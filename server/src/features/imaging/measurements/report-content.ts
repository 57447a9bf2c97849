import type { MeasuredNumber, ReportedShape } from '@fornix/contract'
import { type Code, code, container, coordinates, type Keywords, measured, person, text, uid } from './content-items.ts'

/** A report's contents: the shapes with their pictures, and who drew them with what. */
export type ReportContent = {
  author: string
  device: { name: string; uid: string; version: string }
  shapes: readonly (ReportedShape & { picture: Picture; tracking: string })[]
}
export type Picture = { sopClass: string; instance: string; frames: number }

const dcm = (value: string, meaning: string): Code => [value, 'DCM', meaning]
const sct = (value: string, meaning: string): Code => [value, 'SCT', meaning]
export const measurementReport = dcm('126000', 'Imaging Measurement Report')

const named: Record<MeasuredNumber['of'], Code> = {
  length: sct('410668003', 'Length'),
  angle: sct('1483009', 'Angle'),
  area: sct('42798000', 'Area'),
  mean: sct('373098007', 'Mean'),
  deviation: sct('386136009', 'Standard Deviation'),
  least: sct('255605001', 'Minimum'),
  most: sct('56851009', 'Maximum'),
}
const isStatistic = (of: MeasuredNumber['of']) => ['mean', 'deviation', 'least', 'most'].includes(of)

const ucum = (value: string, meaning: string): Code => [value, 'UCUM', meaning]
const units: Record<string, Code> = {
  mm: ucum('mm', 'millimeter'),
  mm2: ucum('mm2', 'square millimeter'),
  deg: ucum('deg', 'degree'),
  px: ucum('{pixels}', 'pixels'),
  HU: ucum("[hnsf'U]", 'Hounsfield unit'),
}
/** A unit that a file names and UCUM lacks goes in braces, without characters that these may not hold. */
const unitOf = (unit: string): Code => {
  const own = unit.replace(/[^!-z|~]/g, '')
  return units[unit] ?? (own ? ucum(`{${own}}`, unit) : ucum('1', 'no units'))
}

/** MR Image, Enhanced MR Image and their color twin. */
const mrImage = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.4(\.[13])?$/
/** What a picture's values are, if known: the statistic then says how it was derived from them (TID 1419). */
const quantityOf = ({ unit }: MeasuredNumber, { sopClass }: Picture) => {
  if (unit === 'HU') return dcm('112031', 'Attenuation Coefficient')
  return mrImage.test(sopClass) && unit === '' ? dcm('110852', 'MR signal intensity') : undefined
}

type Shape = ReportContent['shapes'][number]
const numberItem = (shape: Shape, number: MeasuredNumber, within: Keywords[] = []) => {
  const quantity = isStatistic(number.of) ? quantityOf(number, shape.picture) : undefined
  const derived = quantity ? [code('HAS CONCEPT MOD', dcm('121401', 'Derivation'), named[number.of])] : []
  return measured(quantity ?? named[number.of], number.value, unitOf(number.unit), [...derived, ...within])
}

const pictureOf = ({ picture: { sopClass, instance, frames }, frame }: Shape): Keywords => ({
  ReferencedSOPClassUID: sopClass,
  ReferencedSOPInstanceUID: instance,
  ...(frames > 1 && { ReferencedFrameNumber: frame }),
})

/** The ends of the longer axis, then of the shorter one (PS3.3 C.18.6.1.2), of the ellipse in the box between two corners. */
const axesOf = ([a = { x: 0, y: 0 }, b = a]: Shape['points']) => {
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2]
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)]
  const across = [
    { x: left, y },
    { x: right, y },
  ]
  const down = [
    { x, y: top },
    { x, y: bottom },
  ]
  return right - left >= bottom - top ? [...across, ...down] : [...down, ...across]
}

/** A region with its numbers (TID 1410), or a number with its line (TID 1501 and 300). */
const groupOf = (shape: Shape, n: number) => {
  const picture = pictureOf(shape)
  const head = [
    text('HAS OBS CONTEXT', dcm('112039', 'Tracking Identifier'), `${shape.shape} ${n + 1}`),
    uid('HAS OBS CONTEXT', dcm('112040', 'Tracking Unique Identifier'), shape.tracking),
  ]
  const note = shape.note ? [text('CONTAINS', dcm('121106', 'Comment'), shape.note)] : []
  const isRegion = shape.shape === 'ellipse'
  const region = coordinates(
    'CONTAINS',
    { type: 'ELLIPSE', points: axesOf(shape.points), picture },
    dcm('111030', 'Image Region'),
  )
  const line = coordinates('INFERRED FROM', { type: 'POLYLINE', points: shape.points, picture })
  const numbers = shape.numbers.map((number) => numberItem(shape, number, isRegion ? [] : [line]))
  return container(
    dcm('125007', 'Measurement Group'),
    [...head, ...(isRegion ? [region] : []), ...numbers, ...note],
    isRegion ? '1410' : '1501',
  )
}

const observer = dcm('121005', 'Observer Type')
/** The content of a Measurement Report (PS3.16 TID 1500), in English. */
export const contentOf = ({ author, device, shapes }: ReportContent): Keywords[] => [
  code(
    'HAS CONCEPT MOD',
    dcm('121049', 'Language of Content Item and Descendants'),
    ['en', 'RFC5646', 'English'],
    [code('HAS CONCEPT MOD', dcm('121046', 'Country of Language'), ['US', 'ISO3166_1', 'United States'])],
  ),
  code('HAS OBS CONTEXT', observer, dcm('121006', 'Person')),
  person('HAS OBS CONTEXT', dcm('121008', 'Person Observer Name'), author),
  code('HAS OBS CONTEXT', observer, dcm('121007', 'Device')),
  uid('HAS OBS CONTEXT', dcm('121012', 'Device Observer UID'), device.uid),
  text('HAS OBS CONTEXT', dcm('121013', 'Device Observer Name'), `${device.name} ${device.version}`),
  text('HAS OBS CONTEXT', dcm('121014', 'Device Observer Manufacturer'), device.name),
  code('HAS CONCEPT MOD', dcm('121058', 'Procedure reported'), sct('363679005', 'Imaging procedure')),
  container(dcm('126010', 'Imaging Measurements'), shapes.map(groupOf)),
]
