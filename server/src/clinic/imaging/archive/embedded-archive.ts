import { chunksOf } from '../../../platform/base/chunks.ts'
import type { Database, Db } from '../../../platform/database/db.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { type FileSpace, openStored, openStoredRange } from '../../../platform/files/receive.ts'
import { frameOf, type Piece } from '../dicom/frames.ts'
import { DicomRefused } from '../dicom/refused.ts'
import { explicitLittleEndian, implicitLittleEndian } from '../dicom/transfer-syntaxes.ts'
import type { Chain, ImagingArchive, Rendering } from './archive.ts'
import {
  addInstance,
  claimStudy,
  filesIn,
  hashOf,
  type InstanceFile,
  type InstanceRow,
  instancesIn,
  seriesIn,
  tagsIn,
} from './embedded-index.ts'
import { imageTags, syntaxTag } from './image-tags.ts'
import { type Received, receiveInstance } from './incoming.ts'
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
  ...imageTags,
]

/** The archive inside the program: an index in the database, the files encrypted in the file store. */
export const embeddedArchive = (database: Database, files: FileSpace): ImagingArchive => {
  const rowsOf = (scope: Scope, chain: Chain) => database.scoped(scope, (db) => instancesIn(db, chain))
  return {
    store: (scope, source, options) =>
      receiveInstance(files, scope, source, options, async (received) => {
        const isNew = await database.scoped(scope, (db) => addToIndex(db, received))
        return { isNew, keep: isNew }
      }),

    seriesOf: async (scope, study) => {
      const rows = await database.scoped(scope, (db) => seriesIn(db, study, seriesTags))
      return rows.map(({ metadata, instances }) => ({
        ...metadata,
        '00201209': { vr: 'IS', Value: [instances] },
      }))
    },

    instancesOf: async (scope, chain) => {
      const rows = await database.scoped(scope, (db) => tagsIn(db, chain, instanceTags))
      return rows.map(({ metadata, transfer_syntax }) => ({
        ...metadata,
        [syntaxTag]: { vr: 'UI', Value: [transfer_syntax] },
      }))
    },

    metadata: async (scope, chain, base) => {
      const rows = await rowsOf(scope, chain)
      return rows.length > 0 ? rows.map((row) => metadataOf(row, base)) : null
    },

    files: async (scope, chain) => {
      const rows = await database.scoped(scope, (db) => filesIn(db, chain))
      if (rows.length === 0) return null
      const parts = rows.map((row) => ({
        contentType: `application/dicom; transfer-syntax=${row.transfer_syntax}`,
        length: row.size,
        open: async function* () {
          yield* chunksOf(await openStored(row, files))
        },
      }))
      return multipartOf(parts, 'application/dicom')
    },

    frames: async (scope, chain, numbers) => {
      const [row] = await rowsOf(scope, chain)
      const wanted = numbers.map((number) => row && frameOf(row.frames, number))
      if (!row || wanted.length === 0 || !wanted.every((frame) => frame !== undefined)) return null
      const parts = wanted.map((frame) => ({
        contentType: `application/octet-stream; transfer-syntax=${row.transfer_syntax}`,
        length: frame.reduce((sum, [, length]) => sum + length, 0),
        open: () => bytesOf(files, row, frame),
      }))
      return multipartOf(parts, 'application/octet-stream')
    },

    rendered: async (scope, chain, rendering) => {
      const [row] = await rowsOf(scope, chain)
      return row ? rendered(files, row, rendering) : null
    },

    ready: () => files.store.ready(),
  }
}

/** False for an instance that is there already. */
const addToIndex = async (db: Db, { id, head, stored }: Received) => {
  const owner = await claimStudy(db, head.studyUid, head.patientId, head.issuer)
  // A new instance never pulls an existing study over to another patient.
  if (owner.dicom_patient_id !== head.patientId) throw new DicomRefused('other_patient')
  if (await addInstance(db, id, head, stored)) return true
  const known = await hashOf(db, head.sopUid)
  if (!known || !stored.sha256.equals(known.sha256)) throw new DicomRefused('other_bytes')
  return false
}

const metadataOf = ({ metadata, study_uid, series_uid, sop_uid, transfer_syntax }: InstanceRow, base: string) => ({
  ...metadata,
  [syntaxTag]: { vr: 'UI', Value: [transfer_syntax] },
  '7FE00010': {
    vr: 'OW',
    BulkDataURI: `${base}/studies/${study_uid}/series/${series_uid}/instances/${sop_uid}/frames/1`,
  },
})

const rendered = async (files: FileSpace, row: InstanceRow, rendering: Rendering) => {
  const frame = frameOf(row.frames, rendering.frame ?? 1)
  const isPlain = [implicitLittleEndian, explicitLittleEndian].includes(row.transfer_syntax)
  if (!isPlain || !frame) return null
  const chunks: Buffer[] = []
  for await (const chunk of bytesOf(files, row, frame)) chunks.push(chunk)
  const png = renderFrame(row.metadata, Buffer.concat(chunks), rendering)
  return png && { headers: { 'content-type': 'image/png', 'content-length': String(png.length) }, body: png }
}

/** Fragments of a frame lie one behind the other: one reading brings all, and what stands between them is left out. */
async function* bytesOf(files: FileSpace, row: InstanceFile, pieces: Piece[]) {
  const filled = pieces.filter(([, length]) => length > 0)
  const [first, last] = [filled[0], filled.at(-1)]
  if (!first || !last) return
  const end = last[0] + last[1] - 1
  let at = first[0]
  let next = 0
  for await (const chunk of chunksOf(await openStoredRange(row, { start: at, end }, files))) {
    for (const limit = at + chunk.length; next < filled.length; next++) {
      const [offset, length] = filled[next]!
      if (offset >= limit) break
      yield chunk.subarray(Math.max(0, offset - at), Math.min(limit, offset + length) - at)
      if (offset + length > limit) break
    }
    at += chunk.length
  }
}
