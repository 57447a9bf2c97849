import { drawnByDcmtk, inHighThroughput, transcoded } from '../../server/test/dicom-tools.ts'
import { isGray, type Kind } from './kinds.ts'

export type Picture = { width: number; height: number; channels: number; data: Buffer }
/** A program that draws a frame of a file: of the file that was sent, or of the plain one it was made from. */
type Reference = { name: string; draw: (files: { sent: Buffer; plain: Buffer }, frame: number, kind: Kind) => Picture }

const windowOptions = ({ window }: Kind) => (window ? ['+Ww', String(window.center), String(window.width)] : [])
const dcmtk = (bytes: Buffer, frame: number, kind: Kind) =>
  drawnByDcmtk(bytes, '+F', String(frame), ...windowOptions(kind))
const byDcmtk: Reference = { name: 'dcmtk', draw: ({ sent }, frame, kind) => dcmtk(sent, frame, kind) }
/** gdcm decodes, and dcmtk draws what it decoded. */
const byGdcm: Reference = {
  name: 'gdcm',
  draw: ({ sent }, frame, kind) => dcmtk(transcoded(sent, 'gdcmconv', '--raw'), frame, kind),
}
/** What nothing of Debian reads, and loses nothing: as the plain file is drawn. */
const ofPlain: Reference = { name: 'dcmtk, plain', draw: ({ plain }, frame, kind) => dcmtk(plain, frame, kind) }

export type Writer = {
  name: string
  write: (plain: Buffer) => Buffer | Promise<Buffer>
  takes: (kind: Kind) => boolean
  references: readonly Reference[]
  /** Red, green and blue are stored as light and colors. */
  isYbr?: boolean
}
const both = [byDcmtk, byGdcm]
const by =
  (program: string, ...options: string[]) =>
  (plain: Buffer) =>
    transcoded(plain, program, ...options)

const isAny = () => true
const isEight = ({ bits, photometric }: Kind) => bits === 8 && /^(MONOCHROME|RGB)/.test(photometric)
const isRgb = ({ photometric }: Kind) => photometric === 'RGB'
const isGrayOrRgb = (kind: Kind) => isGray(kind) || isRgb(kind)
const isNotHalf = ({ photometric }: Kind) => photometric !== 'YBR_FULL_422'
const isNotYbr = ({ photometric }: Kind) => !photometric.startsWith('YBR')
const isUnsigned = (kind: Kind) => isGrayOrRgb(kind) && !kind.isSigned
const isTwelve = ({ bits }: Kind) => bits === 12

/** Every transfer syntax that a program at hand writes. Of HTJ2K that is only the lossless one, and only the codec of this portal. */
export const writers: readonly Writer[] = [
  { name: 'explicit', write: (plain) => plain, takes: isAny, references: both },
  { name: 'implicit', write: by('dcmconv', '+ti'), takes: isAny, references: both },
  { name: 'big endian', write: by('dcmconv', '+tb'), takes: isAny, references: [byDcmtk] },
  { name: 'deflated', write: by('dcmconv', '+td'), takes: isAny, references: both },
  { name: 'RLE', write: by('dcmcrle'), takes: isNotHalf, references: both },
  { name: 'JPEG baseline', write: by('dcmcjpeg', '+eb'), takes: isEight, references: both, isYbr: true },
  { name: 'JPEG baseline in RGB', write: by('dcmcjpeg', '+eb', '+cr'), takes: isRgb, references: both },
  // dcmcjpeg moves values that do not begin at 0, and the window of its file with them.
  {
    name: 'JPEG extended',
    write: by('dcmcjpeg', '+ee'),
    takes: (kind) => isTwelve(kind) && !kind.isInner,
    references: both,
  },
  { name: 'JPEG lossless', write: by('dcmcjpeg', '+el', '+sv', '6'), takes: isNotYbr, references: both },
  { name: 'JPEG lossless, first-order', write: by('dcmcjpeg', '+e1'), takes: isNotYbr, references: both },
  { name: 'JPEG-LS', write: by('dcmcjpls', '+el'), takes: isNotYbr, references: both },
  { name: 'JPEG-LS, near lossless', write: by('dcmcjpls', '+en', '+md', '2'), takes: isUnsigned, references: both },
  { name: 'JPEG 2000', write: by('gdcmconv', '--j2k'), takes: isGrayOrRgb, references: [byGdcm] },
  {
    name: 'JPEG 2000, lossy',
    write: by('gdcmconv', '--j2k', '--lossy', '-r', '8'),
    // gdcm writes 12 bits as 16: what swings beyond the brightest is the brightest here, and black where dcmtk draws it.
    takes: (kind) => isGrayOrRgb(kind) && (!isTwelve(kind) || kind.isInner === true),
    references: [byGdcm],
  },
  { name: 'HTJ2K', write: inHighThroughput, takes: isGrayOrRgb, references: [ofPlain] },
]
