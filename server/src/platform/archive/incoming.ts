import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { v7 as uuid } from 'uuid'
import { type Head, readHead } from '../dicom/head.ts'
import { DicomRefused } from '../dicom/refused.ts'
import { nobody } from '../files/file-identity.ts'
import {
  type FileSpace,
  FileTooLarge,
  openStoredRange,
  type StoredBytes,
  type StoredRow,
  storeBytes,
} from '../files/receive.ts'
import type { Scope } from '../scope.ts'
import type { Incoming, StoredInstance } from './archive.ts'

export type Received = { id: string; head: Head; stored: StoredBytes; file: StoredRow & { size: number } }
type Kept = { isNew: boolean; keep: boolean }

/** Puts what arrives, encrypted, into the store and reads its head; unless `take` keeps it, nothing is left of it. */
export const receiveInstance = async (
  files: FileSpace,
  scope: Scope,
  source: Readable,
  options: Incoming,
  take: (received: Received) => Promise<Kept>,
): Promise<StoredInstance> => {
  const id = uuid()
  const identity = { project_id: scope.project, patient_id: nobody, file_id: id, kind: 'dicom_instance' as const }
  const stored = await storeBytes({ ...files, source, file: identity, ...options }).catch((error: Error) => {
    throw error instanceof FileTooLarge ? new DicomRefused('too_large') : error
  })
  const file = { ...identity, ...stored }
  const read = async (start: number, end: number) => buffer(await openStoredRange(file, { start, end }, files))
  let kept = false
  try {
    const head = await readHead(read, stored.size)
    const { isNew, keep } = await take({ id, head, stored, file })
    kept = keep
    return { study: head.studyUid, series: head.seriesUid, instance: head.sopUid, sopClass: head.sopClass, isNew }
  } finally {
    if (!kept) await files.store.delete(stored.storage_key)
  }
}
