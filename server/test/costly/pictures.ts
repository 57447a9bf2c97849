import { crc32, deflateSync } from 'node:zlib'
import { type CostlyFile, document, manyOf } from './request.ts'

const mb = 1024 * 1024
const copies = (count: number, one: Buffer) => Buffer.alloc(count * one.length, one)
const chunk = (type: string, data: Buffer, length = data.length) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const around = [Buffer.alloc(4), Buffer.alloc(4)] as const
  around[0].writeUInt32BE(length)
  around[1].writeUInt32BE(crc32(named))
  return Buffer.concat([around[0], named, around[1]])
}
const header = (width: number, height: number) => {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes.set([8, 0, 0, 0, 0], 8)
  return chunk('IHDR', bytes)
}
const png = (width: number, height: number, ...chunks: Buffer[]) =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    header(width, height),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ])
const packed = (size: number) => deflateSync(Buffer.alloc(size))
const dot = chunk('IDAT', deflateSync(Buffer.from([0, 0])))

const pngs: Record<string, (share: number) => Buffer> = {
  'of 2^31 pixels a side': () => png(0x7fffffff, 0x7fffffff, dot),
  'of 30,000 pixels a side': (share) => png(30_000, 30_000, chunk('IDAT', packed(manyOf(100 * mb, share)))),
  'with a color profile of 100 MB': (share) =>
    png(1, 1, chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), packed(manyOf(100 * mb, share))])), dot),
  'with a text of 100 MB': (share) =>
    png(1, 1, chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), packed(manyOf(100 * mb, share))])), dot),
  'with empty chunks by the hundred thousand': (share) =>
    png(1, 1, copies(manyOf(300_000, share), chunk('tEXt', Buffer.alloc(0))), dot),
  'with a chunk longer than itself': () => png(1, 1, chunk('IDAT', Buffer.alloc(2), 0x7fffffff)),
}

const segment = (type: number, data: Buffer, length = data.length + 2) => {
  const head = Buffer.from([0xff, type, 0, 0])
  head.writeUInt16BE(length, 2)
  return Buffer.concat([head, data])
}
const jpeg = (side: number, ...segments: Buffer[]) => {
  const size = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  size.writeUInt16BE(side, 1)
  size.writeUInt16BE(side, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments,
    segment(0xc0, size),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0, 0xff, 0xd9]),
  ])
}
const jpegs: Record<string, (share: number) => Buffer> = {
  'of 65,535 pixels a side': () => jpeg(65_535),
  'with segments by the million': (share) => jpeg(1, copies(manyOf(1_000_000, share), segment(0xfe, Buffer.alloc(0)))),
  'with fill bytes only': (share) =>
    Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(manyOf(4 * mb, share), 0xff)]),
  'with a segment of no length': (share) => jpeg(1, copies(manyOf(100_000, share), segment(0xe1, Buffer.alloc(0), 0))),
}

const svg = (inside: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`
const svgs: Record<string, (share: number) => string> = {
  entities: (share) =>
    `<!DOCTYPE svg [${Array.from({ length: manyOf(100, share) }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>${svg('&a9;')}`,
  'groups in groups': (share) => svg('<g>'.repeat(manyOf(1_000_000, share))),
  'elements by the million': (share) => svg('<g/>'.repeat(manyOf(1_200_000, share))),
  'an attribute of 4 MB': (share) => svg('', `d="${'M0 0'.repeat(manyOf(mb, share))}"`),
  'attributes by the hundred thousand': (share) =>
    svg('', Array.from({ length: manyOf(200_000, share) }, (_, n) => `data-a${n}=""`).join(' ')),
  'a style of brackets': (share) => svg(`<style>${'(('.repeat(manyOf(2_000_000, share))}</style>`),
  'text in crumbs': (share) => svg(`<text>${'a&lt;'.repeat(manyOf(800_000, share))}</text>`),
  namespaces: (share) =>
    svg('<g>', Array.from({ length: manyOf(90, share) }, (_, n) => `xmlns:a${n}="${'u'.repeat(1000)}"`).join(' ')),
  'references by the hundred thousand': (share) => svg('<use href="#a"/>'.repeat(manyOf(99_000, share))),
}

const ofKind = (kind: string, name: string, files: Record<string, (share: number) => Buffer | string>): CostlyFile[] =>
  Object.entries(files).map(([what, bytes]) => ({
    what: `${kind}: ${what}`,
    make: ({ share }) => document(name, Buffer.from(bytes(share) as string)),
  }))

export const costlyPictures: CostlyFile[] = [
  ...ofKind('PNG', 'a.png', pngs),
  ...ofKind('JPEG', 'a.jpg', jpegs),
  ...ofKind('SVG', 'a.svg', svgs),
]
