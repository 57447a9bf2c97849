import { uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'
import dcmjs from 'dcmjs'

const { DicomDict, DicomMetaDictionary } = dcmjs.data
const multiFrameGray = '1.2.840.10008.5.1.4.1.1.7.3'
const explicitLittleEndian = '1.2.840.10008.1.2.1'

export type Kind = {
  name: string
  rows?: number
  columns?: number
  frames?: number
  color?: string
  isPlanar?: boolean
  allocated?: 1 | 8 | 16 | 32
  stored?: number
  highBit?: number
  isSigned?: boolean
  /** Bits that are no part of the value, to be ignored. */
  noise?: number
  /** In the words of the dictionary. */
  tags?: Record<string, unknown>
  /** Of words that may be in several value representations. */
  representations?: Record<string, string>
  /** Elements of overlays, by tag. */
  overlays?: Record<string, { vr: string; Value: unknown[] }>
  /** Bytes instead of the scene. */
  pixels?: Buffer
  /** Numbers instead of the scene, as floating point of 32 bits. */
  floats?: number[]
}

/** From 0 to 1: brighter to the right, a white block above on the right, a black one below on the left, a line; no side is like another. */
export const scene = (x: number, y: number, frame = 0) => {
  if (x > 0.7 && y < 0.2) return 1
  if (x < 0.3 && y > 0.75) return 0
  if (Math.abs(x - y) < 0.04) return 0.5
  return 0.1 + 0.7 * x + 0.1 * y - 0.05 * frame
}

const samplesOf = (color: string) => (/RGB|YBR/.test(color) ? 3 : 1)

/** Red goes with the scene, green against it, blue with the height. */
const lightOf = (x: number, y: number, frame: number, sample: number) =>
  sample === 0 ? scene(x, y, frame) : sample === 1 ? 1 - scene(x, y, frame) : y

const wordsOf = (kind: Required<Pick<Kind, 'rows' | 'columns' | 'frames' | 'color' | 'allocated'>> & Kind) => {
  const { rows, columns, frames, color, allocated, isPlanar, isSigned, noise = 0 } = kind
  const stored = kind.stored ?? allocated
  const shift = (kind.highBit ?? stored - 1) + 1 - stored
  const samples = samplesOf(color)
  const count = rows * columns
  const words = new Uint32Array(count * frames * samples)
  const [most, mask] = [2 ** stored - 1, 2 ** stored - 1]
  for (let frame = 0; frame < frames; frame++)
    for (let pixel = 0; pixel < count; pixel++)
      for (let sample = 0; sample < samples; sample++) {
        const [x, y] = [(pixel % columns) / (columns - 1 || 1), Math.floor(pixel / columns) / (rows - 1 || 1)]
        const light = samples === 1 ? scene(x, y, frame) : lightOf(x, y, frame, sample)
        const value = Math.round(light * most) - (isSigned ? 2 ** (stored - 1) : 0)
        const at = frame * count * samples + (isPlanar ? sample * count + pixel : pixel * samples + sample)
        words[at] = (((value & mask) << shift) | noise) >>> 0
      }
  return words
}

const bytesOf = (words: Uint32Array, allocated: number): Buffer => {
  if (allocated === 8) return Buffer.from(Uint8Array.from(words).buffer)
  if (allocated === 16) return Buffer.from(Uint16Array.from(words).buffer)
  if (allocated === 32) return Buffer.from(words.buffer)
  const bits = Buffer.alloc(Math.ceil(words.length / 8))
  for (const [n, word] of words.entries()) bits[n >> 3] = (bits[n >> 3] ?? 0) | ((word & 1) << (n & 7))
  return bits
}

/** A DICOM file of a scene whose sides and values are known, in Explicit VR Little Endian. */
export const phantom = (kind: Kind) => {
  const { name, rows = 48, columns = 64, frames = 1, color = 'MONOCHROME2', allocated = 16 } = kind
  const whole = { ...kind, rows, columns, frames, color, allocated }
  const stored = kind.stored ?? allocated
  const pixels = kind.pixels ?? bytesOf(wordsOf(whole), allocated)
  const even = pixels.length % 2 === 0 ? pixels : Buffer.concat([pixels, Buffer.alloc(1)])
  const [study, series, instance] = ['study', 'series', 'instance'].map((level) => uidOf('phantom', level, name)) as [
    string,
    string,
    string,
  ]
  const dataset = {
    SOPClassUID: multiFrameGray,
    SOPInstanceUID: instance,
    StudyInstanceUID: study,
    SeriesInstanceUID: series,
    PatientID: 'PHANTOM',
    PatientName: 'Phantom',
    Modality: 'OT',
    InstanceNumber: 1,
    SamplesPerPixel: samplesOf(color),
    PhotometricInterpretation: color,
    ...(samplesOf(color) > 1 && { PlanarConfiguration: kind.isPlanar ? 1 : 0 }),
    ...(frames > 1 && { NumberOfFrames: frames }),
    Rows: rows,
    Columns: columns,
    ...(kind.floats
      ? { BitsAllocated: 32, FloatPixelData: Float32Array.from(kind.floats).buffer }
      : {
          BitsAllocated: allocated,
          BitsStored: stored,
          HighBit: kind.highBit ?? stored - 1,
          PixelRepresentation: kind.isSigned ? 1 : 0,
          PixelData: new Uint8Array(even).buffer,
        }),
    ...kind.tags,
    _vrMap: { PixelData: allocated > 8 ? 'OW' : 'OB', ...kind.representations },
  }
  const file = new DicomDict(
    DicomMetaDictionary.denaturalizeDataset({
      FileMetaInformationVersion: new Uint8Array([0, 1]).buffer,
      MediaStorageSOPClassUID: multiFrameGray,
      MediaStorageSOPInstanceUID: instance,
      TransferSyntaxUID: explicitLittleEndian,
      ImplementationClassUID: uidOf('phantoms'),
    }),
  )
  file.dict = { ...DicomMetaDictionary.denaturalizeDataset(dataset), ...kind.overlays }
  return { study, series, instance, bytes: Buffer.from(file.write()) }
}
