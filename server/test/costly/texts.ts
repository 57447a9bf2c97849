import { deflateSync } from 'node:zlib'
import { type CostlyFile, type CostlyRequest, document, json, manyOf, stow } from './request.ts'

const mb = 1024 * 1024
const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n'),
    ...objects.map((object) => Buffer.from(object as string)),
    Buffer.from('\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n'),
  ])
const pdfs: Record<string, (share: number) => Buffer> = {
  'arrays in arrays': (share) => pdf(`2 0 obj${'['.repeat(manyOf(4 * mb, share))}`),
  'dictionaries in dictionaries': (share) => pdf(`2 0 obj${'<</A'.repeat(manyOf(mb, share))}`),
  'objects by the hundred thousand': (share) =>
    pdf(Array.from({ length: manyOf(200_000, share) }, (_, n) => `${n} 0 obj 1 endobj\n`).join('')),
  'tables of places by the ten thousand': (share) =>
    pdf('xref\n0 1\n0000000000 65535 f\n'.repeat(manyOf(100_000, share))),
  'a stream of 200 MB': (share) => {
    const packed = deflateSync(Buffer.alloc(manyOf(200 * mb, share)))
    return pdf(`2 0 obj<</Filter/FlateDecode/Length ${packed.length}>>stream\n`, packed, '\nendstream endobj')
  },
  'a stream that is longer than the file': () => pdf('2 0 obj<</Length 99999999999>>stream\n'),
  'a text that never ends': (share) => pdf(`2 0 obj${'('.repeat(manyOf(4 * mb, share))}`),
  'names in escapes': (share) => pdf(`2 0 obj/${'#41'.repeat(manyOf(mb, share))} endobj`),
  'ends by the hundred thousand': (share) => pdf('%%EOF\n'.repeat(manyOf(500_000, share))),
}

const form = (contentType: string, body: string | Buffer): CostlyRequest => ({
  ...document('a.pdf', Buffer.alloc(0)),
  headers: { 'content-type': contentType },
  body: Buffer.from(body as string),
})
const field = (name: string, more = '') => `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`
const forms: Record<string, (share: number) => CostlyRequest> = {
  'no boundary': () => form('multipart/form-data', field('a')),
  'an empty boundary': () => form('multipart/form-data; boundary=', field('a')),
  'a boundary of 5,000 characters': () => form(`multipart/form-data; boundary=${'b'.repeat(5000)}`, field('a')),
  'fields by the ten thousand': (share) =>
    form('multipart/form-data; boundary=b', `${field('a').repeat(manyOf(50_000, share))}--b--\r\n`),
  'a name of 4 MB': (share) =>
    form('multipart/form-data; boundary=b', `${field('n'.repeat(manyOf(4 * mb, share)))}--b--\r\n`),
  'heads by the ten thousand': (share) =>
    form('multipart/form-data; boundary=b', `${field('a', '\r\nX-A: a'.repeat(manyOf(50_000, share)))}--b--\r\n`),
  'beginnings of the boundary': (share) =>
    form(
      'multipart/form-data; boundary=bbbbbbbbbb',
      `--bbbbbbbbbb\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${'\r\n--bbbbbbbbb'.repeat(manyOf(300_000, share))}`,
    ),
  'parameters by the thousand': (share) =>
    form('multipart/form-data; boundary=b', `${field('a', '; a="b"'.repeat(manyOf(10_000, share)))}--b--\r\n`),
  'parts of DICOM with long heads': (share) => {
    const request = stow(Buffer.alloc(0))
    const boundary = /boundary=(.*)$/.exec(request.headers['content-type'] ?? '')?.[1]
    const part = `--${boundary}\r\nContent-Type: application/dicom\r\nX-A: ${'a'.repeat(50_000)}\r\n\r\nx\r\n`
    return { ...request, body: Buffer.from(`${part.repeat(manyOf(100, share))}--${boundary}--\r\n`) }
  },
}

const jsons: Record<string, (share: number) => string> = {
  'lists in lists': (share) => `{"studies":${'['.repeat(manyOf(60_000, share))}${']'.repeat(2)}}`,
  'lists in lists, closed': (share) =>
    `{"studies":${'['.repeat(manyOf(30_000, share))}${']'.repeat(manyOf(30_000, share))}}`,
  'objects in objects': (share) => `${'{"a":'.repeat(manyOf(12_000, share))}1${'}'.repeat(manyOf(12_000, share))}`,
  'many names': (share) => `{${Array.from({ length: manyOf(8000, share) }, (_, n) => `"${n}":1`).join()}}`,
  'many values': (share) => `{"studies":[${Array.from({ length: manyOf(20_000, share) }, () => '""').join()}]}`,
  'a number of 60,000 digits': (share) => `{"studies":[${'9'.repeat(manyOf(60_000, share))}]}`,
  'a text of one letter, over and over': (share) => `{"studies":["${'1.'.repeat(manyOf(30_000, share))}"]}`,
  'more than is read': (share) => `{"studies":["${'1'.repeat(manyOf(20 * mb, share))}"]}`,
  'the names of prototypes': () => '{"__proto__":{"studies":["1.2"]},"constructor":{"prototype":{}}}',
}

export const costlyTexts: CostlyFile[] = [
  ...Object.entries(pdfs).map(([what, bytes]) => ({
    what: `PDF: ${what}`,
    make: ({ share }: { share: number }) => document('a.pdf', bytes(share)),
  })),
  ...Object.entries(forms).map(([what, request]) => ({
    what: `multipart: ${what}`,
    make: ({ share }: { share: number }) => request(share),
  })),
  ...Object.entries(jsons).map(([what, text]) => ({
    what: `JSON: ${what}`,
    make: ({ share }: { share: number }) => json(text(share)),
  })),
]
