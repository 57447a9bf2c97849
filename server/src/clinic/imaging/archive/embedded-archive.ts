import { chunksOf } from '../../../platform/base/chunks.ts'
import type { Database, Db } from '../../../platform/database/db.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { openStored } from '../../../platform/files/open-stored.ts'
import type { FileSpace } from '../../../platform/files/store-upload.ts'
import type { DicomJson } from '../dicom/dicom-json.ts'
import { DicomRefused } from '../dicom/refused.ts'
import type { Chain, ImagingArchive } from './archive.ts'
import { bulkDataOf, isPlace } from './bulk-data.ts'
import {
  addInstance,
  claimStudy,
  filesIn,
  hashOf,
  type InstanceRow,
  instancesIn,
  seriesIn,
  tagsIn,
} from './embedded-index.ts'
import { birthDateTag, imageTags, syntaxTag, withoutEntries } from './image-tags.ts'
import { type Received, receiveInstance } from './incoming.ts'
import { multipartOf } from './multipart.ts'
import { framesOf, renderedFrame } from './render.ts'
import { areOthers } from './same-person.ts'

const seriesTags = [
  '00080005',
  '00080021',
  '00080031',
  '00080060',
  '0008103E',
  '0020000D',
  '0020000E',
  '00200011',
  '00180015',
  '00400244',
  '00400245',
  '00400275',
]
const instanceTags = [
  '00080005',
  '00080016',
  '00080018',
  '0020000D',
  '0020000E',
  '00200013',
  '00280008',
  '00280010',
  '00280011',
  ...imageTags,
]

/** The archive inside the program: an index in the database, the encrypted files in the file store. */
export const embeddedArchive = (database: Database, files: FileSpace): ImagingArchive => {
  const rowsOf = (scope: Scope, chain: Chain) => database.scoped(scope, (db) => instancesIn(db, chain))
  return {
    store: (scope, source, options) =>
      receiveInstance(files, scope, source, options, async (received) => {
        const isNew = await database.scoped(scope, (db) => addToIndex(db, received))
        return { isNew, keep: isNew }
      }),

    seriesOf: async (scope, study, more = []) => {
      const tags = [...new Set([...seriesTags, ...more])]
      const rows = await database.scoped(scope, (db) => seriesIn(db, study, tags))
      return rows.map(({ metadata, instances, birth_date }) => ({
        ...metadata,
        ...(tags.includes(birthDateTag) && birth_date && { [birthDateTag]: { vr: 'DA', Value: [birth_date] } }),
        '00201209': { vr: 'IS', Value: [instances] },
      }))
    },

    instancesOf: async (scope, chain, more = []) => {
      const tags = [...new Set([...instanceTags, ...more])]
      const rows = await database.scoped(scope, (db) => tagsIn(db, chain, tags))
      return rows.map(({ metadata, transfer_syntax }) => ({
        ...withoutEntries(metadata, more),
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

    frames: async (scope, chain, numbers, requester, arePlain = false) => {
      const [row] = await rowsOf(scope, chain)
      return row ? framesOf(files, row, numbers, { arePlain, requester }) : null
    },

    rendered: async (scope, chain, rendering, requester) => {
      const [row] = await rowsOf(scope, chain)
      return row ? renderedFrame(files, row, rendering, requester) : null
    },

    bulkData: async (scope, chain, tag) => {
      const [row] = await rowsOf(scope, chain)
      return row ? bulkDataOf(files, row, tag) : null
    },

    identityOf: async () => 'kept',

    ready: () => files.store.ready(),
  }
}

/** False if the instance already exists. */
const addToIndex = async (db: Db, { id, head, stored }: Received) => {
  const { studyUid, patientId, birthDate } = head
  const owner = await claimStudy(db, studyUid, head)
  // A new instance never moves an existing study to another patient, and another patient's instance is not filed with it.
  if (owner.dicom_patient_id !== patientId) throw new DicomRefused('other_patient')
  if (areOthers(owner.dicom_birth_date, birthDate)) throw new DicomRefused('other_birth_date')
  if (await addInstance(db, id, head, stored)) return true
  const existing = await hashOf(db, head.sopUid)
  if (!existing || !stored.sha256.equals(existing.sha256)) throw new DicomRefused('other_bytes')
  return false
}

const metadataOf = (row: InstanceRow, base: string): DicomJson => {
  const { metadata, study_uid, series_uid, sop_uid, transfer_syntax, frames } = row
  const address = `${base}/studies/${study_uid}/series/${series_uid}/instances/${sop_uid}`
  const tags = Object.entries(metadata).map(([tag, element]) => [
    tag,
    isPlace(element.BulkDataURI) ? { ...element, BulkDataURI: `${address}/bulkdata/${tag}` } : element,
  ])
  const isFloat = '7FE00008' in metadata || '7FE00009' in metadata
  const hasPixels = !isFloat && (!Array.isArray(frames) || frames.length > 0)
  return {
    ...Object.fromEntries(tags),
    [syntaxTag]: { vr: 'UI', Value: [transfer_syntax] },
    ...(hasPixels && { '7FE00010': { vr: 'OW', BulkDataURI: `${address}/frames/1` } }),
  }
}
