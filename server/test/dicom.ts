import { buffer } from 'node:stream/consumers'
import { demoStudy } from '../seeds/scans/demo-study.ts'
import { type Instance, type Study, uidOf } from '../seeds/scans/mr-series.ts'
import type { ArchiveAnswer } from '../src/platform/archive/archive.ts'

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
export const partsOf = async ({ headers, body }: ArchiveAnswer) => {
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
