import { uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'
import { fileOf } from '../phantoms.ts'
import { isGray, type Kind, kinds, standardRgb } from './kinds.ts'
import { type FrameType, filesOf, type Plane, planes, type Stack } from './stacks.ts'
import { type Writer, writers } from './writers.ts'

/** A series to look at: a stack of pictures that is stored in one way. */
export type Case = { name: string; stack: Stack; writer: Writer }
const caseOf = (stack: Stack, writer: Writer): Case => ({
  name: [stack.frames, stack.plane, stack.kind.name, writer.name].join(' / '),
  stack,
  writer,
})

/** Volumes of which all three planes are read have as many slices as pixels; of the others only the slices are. */
const [deep, flat] = [40, 4]
export const isDeep = ({ slices }: Stack) => slices === deep
/** Whether planes are made of the stack, and not its pictures shown as they are stored. */
export const isVolume = ({ frames, kind }: Stack) => frames !== 'multi' && isGray(kind)

const stackOf = (plane: Plane, frames: FrameType, kind: Kind, writer: Writer): Stack => {
  const isWhole = writer.name === 'explicit' && kind === kinds.gray
  return { plane, frames, kind, slices: isWhole && frames !== 'multi' ? deep : flat }
}
const find = (plane: Plane, frames: FrameType, kind: Kind, name: string) => {
  const writer = writers.find((one) => one.name === name)
  if (!writer?.takes(kind)) throw new Error(`Nothing writes ${kind.name} as ${name}`)
  return caseOf(stackOf(plane, frames, kind, writer), writer)
}

/** A few of which each has something that no other one has. */
export const sample = (): Case[] => [
  find('oblique', 'single', kinds.gray, 'explicit'),
  find('axial, face down', 'single', kinds.inverse, 'JPEG-LS'),
  find('sagittal', 'enhanced', kinds.inverse8, 'RLE'),
  find('coronal', 'single', kinds.signed, 'JPEG 2000'),
  find('coronal', 'enhanced', kinds.gray, 'HTJ2K'),
  find('axial', 'single', kinds.palette, 'big endian'),
  find('oblique', 'enhanced', kinds.rgb, 'JPEG 2000, lossy'),
  find('axial', 'multi', kinds.half, 'deflated'),
  find('axial', 'multi', kinds.inverse8, 'JPEG baseline'),
]

/** Every kind in every form, of single pictures in every plane as well. */
export const whole = (): Case[] =>
  (['single', 'enhanced', 'multi'] as const).flatMap((frames) =>
    // Frames that are no slices say nothing of planes.
    (frames === 'multi' ? ['axial'] : planes).flatMap((plane) =>
      Object.values(kinds).flatMap((kind) =>
        writers
          .filter((writer) => writer.takes(kind))
          .map((writer) => caseOf(stackOf(plane, frames, kind, writer), writer)),
      ),
    ),
  )

export type Written = Case & {
  /** Each file as it is sent, and the plain one it was made from. */
  files: { sent: Buffer; plain: Buffer }[]
}
/** A study of these series of one person, in their order. */
export const studyOf = async (cases: readonly Case[], id: string) => {
  const studyUid = uidOf('pictures', id)
  const written = await Promise.all(
    cases.map(async (one, s): Promise<Written> => {
      const plain = filesOf(one.stack).map((tags, n) =>
        fileOf({
          '00080018': ['UI', uidOf('pictures', id, s, n)],
          '00080020': ['DA', '20261102'],
          '00080030': ['TM', '081500'],
          '0008103E': ['LO', `${s + 1} ${one.name}`.slice(0, 64)],
          '00100010': ['PN', 'Phantom^Test'],
          '00100020': ['LO', id],
          '00100030': ['DA', ''],
          '0020000D': ['UI', studyUid],
          '0020000E': ['UI', uidOf('pictures', id, s)],
          '00200011': ['IS', s + 1],
          '00200013': ['IS', n + 1],
          ...tags,
        }),
      )
      return {
        ...one,
        files: await Promise.all(plain.map(async (plain) => ({ plain, sent: await one.writer.write(plain) }))),
      }
    }),
  )
  return { studyUid, written }
}

/** dcmtk counts colors from 127.5, where the standard counts from 128. */
const mostOf = ({ photometric }: Kind, { isYbr }: Writer) =>
  photometric.startsWith('YBR') || (photometric === 'RGB' && isYbr) ? 2 : 1

/** A picture of the stack, drawn by each program that can, and how far from it the screen may be. */
export const referencesOf = ({ stack, files, writer }: Written, slice: number) => {
  const { kind, frames, slices } = stack
  const [file, frame] = frames === 'single' ? [files[slice], 1] : [files[0], slice + 1]
  if (!file) throw new Error('There is no such slice')
  const drawn = writer.references.map(({ name, draw }) => ({
    name,
    most: mostOf(kind, writer),
    picture: draw(file, frame, kind),
  }))
  return kind.photometric.startsWith('YBR')
    ? [...drawn, { name: 'standard', most: 1, picture: standardRgb(kind, slice / slices) }]
    : drawn
}
