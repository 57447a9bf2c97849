import { buffer } from 'node:stream/consumers'
import { chunksOf } from '../../../platform/base/chunks.ts'
import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'
import { openStoredRange } from '../../../platform/files/open-stored.ts'
import type { FileSpace } from '../../../platform/files/store-upload.ts'
import type { Piece } from '../dicom/frames.ts'
import { deflatedAt, inflatedChunks } from '../dicom/inflating.ts'
import { deflated } from '../dicom/transfer-syntaxes.ts'
import type { InstanceFile, InstanceRow } from './embedded-index.ts'
import { multipartOf } from './multipart.ts'

const type = 'application/octet-stream'

/** An instance's tags hold the location of a long value in its file instead of the value. */
export const isPlace = (uri: string | undefined): uri is string => /^\d+,\d+$/.test(uri ?? '')

/** The bytes at a location in the file; for a deflated file, a location in the inflated one. */
export async function* bytesAt(files: FileSpace, row: InstanceFile, [at, length]: Piece) {
  const open = (start: number, end: number) => openStoredRange(row, { start, end }, files)
  if (row.transfer_syntax !== deflated) return yield* chunksOf(await open(at, at + length - 1))
  const source = { read: async (start: number, end: number) => buffer(await open(start, end)), size: row.size }
  let passed = 0
  for await (const chunk of inflatedChunks(source, (await deflatedAt(source)) ?? 0)) {
    const part = chunk.subarray(Math.max(0, at - passed), Math.max(0, at + length - passed))
    passed += chunk.length
    if (part.length > 0) yield part
    if (passed >= at + length) return
  }
}

/** A long value of an instance, by tag. */
export const bulkDataOf = (files: FileSpace, row: InstanceRow, tag: string): ArchiveResponse | null => {
  const uri = row.metadata[tag]?.BulkDataURI
  if (!isPlace(uri)) return null
  const [at = 0, length = 0] = uri.split(',').map(Number)
  const part = { contentType: type, length, open: () => bytesAt(files, row, [at, length]) }
  return multipartOf([part], type)
}
