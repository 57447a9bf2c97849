import type { Database } from '../db.ts'
import { type DicomJson, numberOf, textOf } from '../dicom/dicom-json.ts'
import type { Piece } from '../dicom/frames.ts'
import { DicomRefused } from '../dicom/refused.ts'
import { explicitLittleEndian, implicitLittleEndian } from '../dicom/transfer-syntaxes.ts'
import { type FileSpace, openStored, openStoredRange } from '../files/receive.ts'
import type { ImagingArchive } from './archive.ts'
import { addInstance, claimStudy, filesIn, hashOf, type InstanceFile, instancesIn, seriesIn } from './embedded-index.ts'
import { receiveInstance } from './incoming.ts'
import { multipartOf } from './multipart.ts'
import { renderFrame } from './render.ts'

const seriesTags = [
  '00080005',
  '00080060',
  '0008103E',
  '0020000D',
  '0020000E',
  '00200011',
  '00180015',
  '00400244',
  '00400245',
]
const instanceTags = [
  '00080016',
  '00080018',
  '0020000D',
  '0020000E',
  '00200013',
  '00280008',
  '00280010',
  '00280011',
  '00280100',
]
const picked = (tags: DicomJson, wanted: string[]): DicomJson =>
  Object.fromEntries(wanted.flatMap((tag) => (tags[tag] ? [[tag, tags[tag]]] : [])))

/** The archive inside the program: an index in the database, the files encrypted in the file store. */
export const embeddedArchive = (database: Database, files: FileSpace): ImagingArchive => {
  const pieces = (row: InstanceFile, wanted: Piece[]) =>
    async function* () {
      for (const [offset, length] of wanted)
        yield* (await openStoredRange(row, { start: offset, end: offset + length - 1 }, files)) as AsyncIterable<Buffer>
    }
  return {
    store: (scope, source, options) =>
      receiveInstance(files, scope, source, options, async ({ id, head, stored }) => {
        const isNew = await database.scoped(scope, async (db) => {
          const patientId = textOf(head.metadata, '00100020') ?? ''
          const owner = await claimStudy(db, head.studyUid, patientId, textOf(head.metadata, '00100021') ?? '')
          // A new instance never pulls an existing study over to another patient.
          if (owner.dicom_patient_id !== patientId) throw new DicomRefused('other_patient')
          if (await addInstance(db, id, head, stored, numberOf(head.metadata, '00200013') ?? 0)) return true
          const known = await hashOf(db, head.sopUid)
          if (!known || !stored.sha256.equals(known.sha256)) throw new DicomRefused('other_bytes')
          return false
        })
        return { isNew, keep: isNew }
      }),

    seriesOf: async (scope, study) => {
      const rows = await database.scoped(scope, (db) => seriesIn(db, study))
      return rows.map(({ metadata, instances }) => ({
        ...picked(metadata, seriesTags),
        '00201209': { vr: 'IS', Value: [instances] },
      }))
    },

    instancesOf: async (scope, chain) => {
      const rows = await database.scoped(scope, (db) => instancesIn(db, chain))
      return rows.map(({ metadata }) => picked(metadata, instanceTags))
    },

    metadata: async (scope, chain, base) => {
      const rows = await database.scoped(scope, (db) => instancesIn(db, chain))
      if (rows.length === 0) return null
      return rows.map(({ metadata, study_uid, series_uid, sop_uid, transfer_syntax }) => ({
        ...metadata,
        '00083002': { vr: 'UI', Value: [transfer_syntax] },
        '7FE00010': {
          vr: 'OW',
          BulkDataURI: `${base}/studies/${study_uid}/series/${series_uid}/instances/${sop_uid}/frames/1`,
        },
      }))
    },

    files: async (scope, chain) => {
      const rows = await database.scoped(scope, (db) => filesIn(db, chain))
      if (rows.length === 0) return null
      const parts = rows.map((row) => ({
        contentType: `application/dicom; transfer-syntax=${row.transfer_syntax}`,
        length: row.size,
        open: async function* () {
          yield* (await openStored(row, files)) as AsyncIterable<Buffer>
        },
      }))
      return multipartOf(parts, 'application/dicom')
    },

    frames: async (scope, chain, numbers) => {
      const [row] = await database.scoped(scope, (db) => instancesIn(db, chain))
      const wanted = numbers.map((number) => row?.frames[number - 1])
      if (!row || wanted.length === 0 || !wanted.every((frame) => frame !== undefined)) return null
      const parts = wanted.map((frame) => ({
        contentType: `application/octet-stream; transfer-syntax=${row.transfer_syntax}`,
        length: frame.reduce((sum, [, length]) => sum + length, 0),
        open: pieces(row, frame),
      }))
      return multipartOf(parts, 'application/octet-stream')
    },

    rendered: async (scope, chain, rendering) => {
      const [row] = await database.scoped(scope, (db) => instancesIn(db, chain))
      const frame = row?.frames[(rendering.frame ?? 1) - 1]
      const isPlain = row && [implicitLittleEndian, explicitLittleEndian].includes(row.transfer_syntax)
      if (!isPlain || !frame) return null
      const chunks: Buffer[] = []
      for await (const chunk of pieces(row, frame)()) chunks.push(chunk)
      const png = renderFrame(row.metadata, Buffer.concat(chunks), rendering)
      return png && { headers: { 'content-type': 'image/png', 'content-length': String(png.length) }, body: png }
    },

    ready: () => files.store.ready(),
  }
}
