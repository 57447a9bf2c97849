import { scanSentences } from '@fornix/contract'
import { ApiError } from '../errors.ts'
import { type FileSpace, openStored, type StoredRow } from './receive.ts'

/** A file that the virus scanner has not judged yet, or has found something in: nobody gets its bytes. */
export class LockedFile extends ApiError {
  readonly isForGood: boolean
  constructor(state: 'pending' | 'quarantined') {
    super(409, state === 'pending' ? 'scan_pending' : 'quarantined', scanSentences[state])
    this.isForGood = state === 'quarantined'
  }
}

export type JudgedRow = StoredRow & { scan_state: string }

export const refuseLocked = ({ scan_state }: Pick<JudgedRow, 'scan_state'>) => {
  // Whatever is not known to be readable is not read.
  if (scan_state !== 'clean' && scan_state !== 'unscanned')
    throw new LockedFile(scan_state === 'quarantined' ? 'quarantined' : 'pending')
}

/** The bytes of a file that somebody sent, for somebody else to read. */
export const openForReading = async (row: JudgedRow, space: FileSpace) => {
  refuseLocked(row)
  return openStored(row, space)
}
