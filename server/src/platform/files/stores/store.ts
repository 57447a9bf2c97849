import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Byte positions, both inclusive, as in HTTP. */
export type ByteRange = { start: number; end: number }

/** Where encrypted bytes are stored. It knows nothing of names, people or keys. */
export type FileStore = {
  /** All or nothing: once it returns, the bytes survive a crash; if it fails or is aborted, nothing is left. */
  put(key: string, stream: Readable, options?: { signal?: AbortSignal }): Promise<{ bytes: number }>
  /** Rejects with `StoredFileMissing` before the first byte if there is no such file. */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Deleting a missing file is no error. */
  delete(key: string): Promise<void>
  /** Every stored file with its write time; files added or deleted meanwhile may be missing. */
  list(): AsyncIterable<{ key: string; changedMs: number }>
  /** Removes half-written files begun before that time; writes in progress are kept. */
  sweep(beforeMs: number): Promise<void>
  /** Rejects if files cannot be written now. */
  ready(): Promise<void>
  /** Free space for files, in bytes; undefined for a store without a limit. */
  left(): Promise<number | undefined>
  close(): void
}

export class StoredFileMissing extends Error {
  override name = 'StoredFileMissing'
}

export const newStorageKey = () => randomBytes(16).toString('hex')

const storageKey = /^[0-9a-f]{32}$/
export const isStorageKey = (name: string) => storageKey.test(name)

/** Throws for anything not made by `newStorageKey`, before it becomes a path. */
export const checkStorageKey = (key: string) => {
  if (!isStorageKey(key)) throw new Error('This is not a storage key')
}
