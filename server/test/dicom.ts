import { buffer } from 'node:stream/consumers'
import { demoStudy } from '@fornix/demo/seeds/scans/demo-study.ts'
import { type Instance, type Study, uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'
import type { ArchiveResponse } from '../src/platform/calls/send-response.ts'

export const aStudy = (key: string, change: Partial<Study> = {}): Study => ({
  studyUid: uidOf('test study', key),
  date: '20260910',
  time: '101530',
  accession: 'A1',
  description: 'Portable brain MRI (demo)',
  physician: 'Demo^Physician',
  institution: 'Lumen Neuro',
  patient: { id: 'MRN-1', issuer: 'northside', name: 'Łukasz^Ana', birthDate: '19900214', sex: 'F' },
  ...change,
})

/** The instances of a study: three series of 36. */
export const instancesOf = async (study: Study, count = 108) => {
  const all: Instance[] = []
  for await (const instance of demoStudy(study)) {
    all.push(instance)
    if (all.length === count) break
  }
  return all
}

/** The parts of a multipart answer: type and bytes. */
export const partsOf = async ({ headers, body }: ArchiveResponse) => {
  const bytes = Buffer.isBuffer(body) ? body : await buffer(body)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1]
  if (!boundary) throw new Error('The answer is not multipart')
  const parts: { type: string; bytes: Buffer }[] = []
  const mark = Buffer.from(`--${boundary}`)
  let at = bytes.indexOf(mark)
  while (at >= 0) {
    const begin = bytes.indexOf('\r\n\r\n', at)
    const next = bytes.indexOf(mark, begin)
    if (begin < 0 || next < 0) break
    const head = bytes.toString('latin1', at, begin)
    parts.push({
      type: /content-type: ([^\r]+)/i.exec(head)?.[1] ?? '',
      bytes: bytes.subarray(begin + 4, next - 2),
    })
    at = next
  }
  return parts
}

/** The head of an instance of many frames of 512 x 512, and how many bytes of pixels are to follow it. */
export const largeInstance = async (study: Study, frames: number) => {
  const [one] = await instancesOf(study, 1)
  const bytes = one?.bytes ?? Buffer.alloc(0)
  const rows = bytes.indexOf(Buffer.from([0x28, 0, 0x10, 0, 0x55, 0x53]))
  const pixels = bytes.indexOf(Buffer.from([0xe0, 0x7f, 0x10, 0, 0x4f, 0x57]))
  const count = `${frames}`.padEnd(4)
  const head = Buffer.concat([
    bytes.subarray(0, rows),
    Buffer.from([0x28, 0, 0x08, 0, 0x49, 0x53, count.length, 0]),
    Buffer.from(count),
    bytes.subarray(rows, pixels + 12),
  ])
  const side = 512
  const rowsNow = rows + 8 + count.length
  head.writeUInt16LE(side, rowsNow + 8)
  head.writeUInt16LE(side, rowsNow + 18)
  const pixelBytes = side * side * 2 * frames
  head.writeUInt32LE(pixelBytes, head.length - 4)
  return { head, pixelBytes }
}
