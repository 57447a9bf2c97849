import { scanSentences } from '@fornix/contract'
import { ApiError } from '../base/errors.ts'
import { DamagedFile } from './encryption/encryption.ts'
import type { FileIdentity } from './encryption/file-identity.ts'
import { openStored, type StoredRow } from './open-stored.ts'
import type { FileSpace } from './store-upload.ts'
import { StoredFileMissing } from './stores/store.ts'

/** A file that the virus scanner has not checked yet, or has flagged: its bytes are not given out. */
export class LockedFile extends ApiError {
  readonly isForGood: boolean
  constructor(state: 'pending' | 'quarantined') {
    super(409, state === 'pending' ? 'scan_pending' : 'quarantined', scanSentences[state])
    this.isForGood = state === 'quarantined'
  }
}

export type ScannedRow = StoredRow & { scan_state: string }

export const refuseLocked = ({ scan_state }: Pick<ScannedRow, 'scan_state'>) => {
  // Only states known to be readable are read.
  if (scan_state !== 'clean' && scan_state !== 'unscanned')
    throw new LockedFile(scan_state === 'quarantined' ? 'quarantined' : 'pending')
}

/** A stored file that is missing or not what was written. Requests for it are audited. */
export class BrokenFile extends ApiError {
  readonly file: FileIdentity
  readonly reason: string
  constructor(file: FileIdentity, { message }: Error) {
    super(409, 'file_broken', 'This file was damaged in storage, so it is not shown. We have been notified.')
    this.file = file
    this.reason = message
  }
}

/**
 * The bytes of an uploaded file, for another user to read. It is read through once first, as forms are: otherwise damage in the middle
 * would show only after the response has begun.
 */
export const openForReading = async (row: ScannedRow, space: FileSpace) => {
  refuseLocked(row)
  try {
    for await (const _ of await openStored(row, space));
    return await openStored(row, space)
  } catch (error) {
    if (error instanceof DamagedFile || error instanceof StoredFileMissing) throw new BrokenFile(row, error)
    throw error
  }
}
