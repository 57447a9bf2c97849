import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Byte positions, both included, as in HTTP. */
export type ByteRange = { start: number; end: number }

/** Where encrypted bytes lie. It knows nothing of names, people or keys. */
export type FileStore = {
  /** All or nothing: once it returns, the bytes survive a crash; when it fails or is aborted, nothing is left. */
  put(key: string, stream: Readable, options?: { signal?: AbortSignal }): Promise<{ bytes: number }>
  /** Rejects with `StoredFileMissing` before the first byte when there is no such file. */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Every stored file with the time it was written; one that comes or goes meanwhile may be missing. */
  list(): AsyncIterable<{ key: string; changedMs: number }>
  /** Removes what died half-written and was begun before that time; what is being written stays. */
  sweep(beforeMs: number): Promise<void>
  /** Rejects when files cannot be written now. */
  ready(): Promise<void>
  /** What is left for files, in bytes; undefined of a store that knows no end. */
  left(): Promise<number | undefined>
  close(): void
}

export class StoredFileMissing extends Error {
  override name = 'StoredFileMissing'
}

export const newStorageKey = () => randomBytes(16).toString('hex')

const storageKey = /^[0-9a-f]{32}$/
export const isStorageKey = (name: string) => storageKey.test(name)

/** Throws for anything that `newStorageKey` does not make, before it becomes a path. */
export const checkStorageKey = (key: string) => {
  if (!isStorageKey(key)) throw new Error('This is not a storage key')
}
