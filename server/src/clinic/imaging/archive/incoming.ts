import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { v7 as uuid } from 'uuid'
import { mayHaveCommitted } from '../../../platform/base/errors.ts'
import { codeOf } from '../../../platform/base/unknown-error.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { nobody } from '../../../platform/files/encryption/file-identity.ts'
import { openStoredRange, type StoredRow } from '../../../platform/files/open-stored.ts'
import { type FileSpace, FileTooLarge, type StoredBytes, storeBytes } from '../../../platform/files/store-upload.ts'
import { type Head, readHead } from '../dicom/head.ts'
import { DicomRefused } from '../dicom/refused.ts'
import type { Incoming, StoredInstance } from './archive.ts'

export type Received = { id: string; head: Head; stored: StoredBytes; file: StoredRow & { size: number } }
type Kept = { isNew: boolean; keep: boolean }

const signatureEnd = 132
/** A dataset without the preamble of PS3.10 7.1: begins with its meta header, or its first group. */
const isBareDataset = (start: Buffer) =>
  start.length >= 8 && [2, 8].includes(start.readUInt16LE(0)) && start.readUInt16LE(2) <= 0x0020
const refusalOf = (start: Buffer) => {
  if (start.toString('latin1', 128) === 'DICM') return null
  return new DicomRefused(isBareDataset(start) ? 'no_header' : 'not_dicom')
}

/** Lets through only what begins like a DICOM file (PS3.10 7.1), so that nothing else reaches the disk. */
const signed = () => {
  let start = Buffer.alloc(0)
  const check = () => refusalOf(start)
  return new Transform({
    transform: (bytes: Buffer, _encoding, done) => {
      if (start.length === signatureEnd) return done(null, bytes)
      start = Buffer.concat([start, bytes.subarray(0, signatureEnd - start.length)])
      done(start.length === signatureEnd ? check() : null, bytes)
    },
    flush: (done) => done(check()),
  })
}

const refusedOf = (...args: ConstructorParameters<typeof DicomRefused>) => Promise.reject(new DicomRefused(...args))

/** Values that the database refuses (SQLSTATE class 22) are refused again when resent. */
const isOfData = (error: unknown) => /^22[0-9A-Z]{3}$/.test(codeOf(error))

/** Stores the incoming bytes, encrypted, and reads the head; unless `take` keeps it, everything is removed. */
export const receiveInstance = async (
  files: FileSpace,
  scope: Scope,
  source: Readable,
  options: Incoming,
  take: (received: Received) => Promise<Kept>,
): Promise<StoredInstance> => {
  const id = uuid()
  const identity = { project_id: scope.project, patient_id: nobody, file_id: id, kind: 'dicom_instance' as const }
  const stored = await storeBytes({ ...files, source, file: identity, ...options }, signed).catch((error: Error) => {
    throw error instanceof FileTooLarge ? new DicomRefused('too_large') : error
  })
  const file = { ...identity, ...stored }
  const read = async (start: number, end: number) => buffer(await openStoredRange(file, { start, end }, files))
  let kept = false
  let unsure = false
  try {
    const head = await readHead(read, stored.size, options.maxBytes)
    const { studyUid: study, seriesUid: series, sopUid: instance, sopClass } = head
    const checked = async () => {
      await options.check?.(study)
      return take({ id, head, stored, file })
    }
    const taking = options.study && options.study !== study ? refusedOf('other_study') : checked()
    const { isNew, keep } = await taking.catch((cause: Error) => {
      const error = isOfData(cause) ? new DicomRefused('values', { cause }) : cause
      throw error instanceof DicomRefused ? Object.assign(error, { instance: { study, instance, sopClass } }) : error
    })
    kept = keep
    return { study, series, instance, sopClass, isNew }
  } catch (error) {
    unsure = mayHaveCommitted(error)
    throw error
  } finally {
    if (!kept && !unsure) await files.store.delete(stored.storage_key)
  }
}
