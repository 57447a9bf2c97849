import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from '../../../platform/database/scope.ts'
import { type DicomJson, textOf } from '../dicom/dicom-json.ts'
import type { ImagingArchive } from './archive.ts'

/** The program's name in the files that the portal writes. */
export const programName = 'Fornix'
export const measurementSeries = 'Measurements'

/** A UUID version 8 (RFC 9562 5.8) as a UID (PS3.5 B.2), whose second half follows from the first. */
const sealed = (random: Buffer) => {
  const first = Buffer.from(random)
  first.writeUInt8((first.readUInt8(6) & 0x0f) | 0x80, 6)
  const second = createHash('sha256').update('Fornix staff series').update(first).digest().subarray(0, 8)
  second.writeUInt8((second.readUInt8(0) & 0x3f) | 0x80, 0)
  return `2.25.${BigInt(`0x${first.toString('hex')}${second.toString('hex')}`)}`
}

/** The UID of a series for staff alone. The UID itself says so: the database may lose that, an external archive does not. */
export const newStaffSeries = () => sealed(randomBytes(8))

export const isStaffSeries = (uid: string) => {
  const [, number] = /^2\.25\.(\d{1,39})$/.exec(uid) ?? []
  if (number === undefined) return false
  const hex = BigInt(number).toString(16).padStart(32, '0')
  return sealed(Buffer.from(hex.slice(0, 16), 'hex')) === uid
}

/** A tool that changes the series UID keeps these tags; some lists omit the manufacturer. */
const isWrittenHere = async (archive: ImagingArchive, scope: Scope, study: string, tags: DicomJson) => {
  if (textOf(tags, '00080060') !== 'SR' || textOf(tags, '0008103E') !== measurementSeries) return false
  const series = textOf(tags, '0020000E') ?? ''
  const all = textOf(tags, '00080070') ? [tags] : ((await archive.metadata(scope, { study, series }, '')) ?? [])
  return all.some((one) => textOf(one, '00080070') === programName)
}

/** The series of a study that the portal wrote for staff, according to the files themselves. */
export const staffSeriesIn = async (archive: ImagingArchive, scope: Scope, study: string) => {
  const found: string[] = []
  for (const tags of await archive.seriesOf(scope, study, ['00080070'])) {
    const series = textOf(tags, '0020000E') ?? ''
    if (isStaffSeries(series) || (await isWrittenHere(archive, scope, study, tags))) found.push(series)
  }
  return found
}
