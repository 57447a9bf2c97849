import { zipBytes } from '../zip-bytes.ts'
import { attachment, type CostlyFile, document, manyOf } from './request.ts'

const mb = 1024 * 1024
const zeros = (share: number, size = 40 * mb) => Buffer.alloc(manyOf(size, share))
const small = Buffer.from('x')
const relations = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'

const zips: Record<string, (share: number) => Buffer> = {
  'a bomb': (share) => zipBytes([{ name: 'a', content: zeros(share) }]),
  'a bomb whose directory says 10 bytes': (share) => zipBytes([{ name: 'a', content: zeros(share), declared: 10 }]),
  'ten entries that share their bytes': (share) =>
    zipBytes([
      { name: 'a', content: zeros(share, mb) },
      ...Array.from({ length: 10 }, (_, n) => ({ name: `b${n}`, offset: 0 })),
    ]),
  'entries by the ten thousand': (share) =>
    zipBytes(Array.from({ length: manyOf(30_000, share) }, (_, n) => ({ name: `${n}`, content: small }))),
  'names of 60 KB': (share) =>
    zipBytes(
      Array.from({ length: manyOf(30, share) }, (_, n) => ({ name: `${n}${'n'.repeat(60_000)}`, content: small })),
    ),
  'zips in zips': (share) => {
    let inside = zipBytes([{ name: 'a', content: zeros(share, mb) }])
    for (let n = 0; n < 20; n++) inside = zipBytes([{ name: `${n}.zip`, content: inside }])
    return inside
  },
  'a directory that is not there': () => zipBytes([{ name: 'a' }]).subarray(0, -22),
  'a directory of 65,535 entries in 100 bytes': () => {
    const bytes = zipBytes([{ name: 'a' }])
    bytes.writeUInt16LE(0xffff, bytes.length - 14)
    bytes.writeUInt16LE(0xffff, bytes.length - 12)
    return bytes
  },
  'a comment full of ends': (share) =>
    zipBytes([{ name: 'a' }], { comment: 'PK\x05\x06'.repeat(manyOf(16_000, share)) }),
  'a long run of ends': (share) => Buffer.alloc(manyOf(4 * mb, share), 'PK\x05\x06'),
}
const documents: Record<string, (share: number) => Buffer> = {
  'a bomb': (share) =>
    zipBytes([
      { name: '[Content_Types].xml', content: Buffer.from(relations) },
      { name: 'word/document.xml', content: zeros(share) },
    ]),
  'parts by the thousand': (share) =>
    zipBytes([
      { name: '[Content_Types].xml', content: Buffer.from(relations) },
      ...Array.from({ length: manyOf(10_000, share) }, (_, n) => ({ name: `word/${n}.xml`, content: small })),
    ]),
  'entities in its types': (share) =>
    zipBytes([
      {
        name: '[Content_Types].xml',
        content: Buffer.from(
          `<!DOCTYPE a [${Array.from({ length: manyOf(1000, share) }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>`,
        ),
      },
      { name: 'word/document.xml', content: small },
    ]),
  'types that nest': (share) =>
    zipBytes([
      { name: '[Content_Types].xml', content: Buffer.from('<a>'.repeat(manyOf(500_000, share))) },
      { name: 'word/document.xml', content: small },
    ]),
}

export const costlyArchives: CostlyFile[] = [
  ...Object.entries(zips).map(([what, bytes]) => ({
    what: `ZIP: ${what}`,
    make: ({ share }: { share: number }) => document('a.zip', bytes(share)),
  })),
  ...Object.entries(documents).map(([what, bytes]) => ({
    what: `docx: ${what}`,
    make: ({ share }: { share: number }) => attachment('a.docx', bytes(share)),
  })),
]
