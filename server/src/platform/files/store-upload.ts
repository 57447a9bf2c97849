import { createHash } from 'node:crypto'
import { finished, PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileType } from '@fornix/contract'
import { encrypting } from './encryption/encryption.ts'
import { type FileIdentity, fileAad } from './encryption/file-identity.ts'
import type { KeyRing } from './encryption/key-ring.ts'
import { newFileKey, wrapFileKey } from './encryption/keys.ts'
import { type FileStore, newStorageKey } from './stores/store.ts'
import { inspector } from './types/type-check.ts'

export class FileTooLarge extends Error {
  override name = 'FileTooLarge'
}

export type FileSpace = { store: FileStore; keys: KeyRing }

type Incoming = FileSpace & {
  source: Readable
  maxBytes: number
  file: FileIdentity
  signal?: AbortSignal
}
export type UploadSource = Incoming & { name: string; allowed: readonly FileType[]; ignoreName?: boolean }

/** The result of storing. `size` and `sha256` are of the plaintext. */
export type StoredBytes = {
  storage_key: string
  size: number
  sha256: Buffer
  key_version: number
  wrapped_key: Buffer
}
/** The columns of the files table that storing determines. */
export type StoredFile = StoredBytes & { media_type: string; file_type: FileType }

/**
 * Checks, encrypts and stores a stream as it arrives; fails with `FileTooLarge`, `UnsupportedType` or the cause of the interruption, and
 * then leaves nothing in the store. The source is not destroyed: `drain` can read the rest. If the row is not written afterwards, the
 * caller deletes `storage_key`.
 */
export const storeUpload = async (upload: UploadSource): Promise<StoredFile> => {
  const { inspected, ...stored } = await storeInspected(upload, () => inspector(upload))
  return { ...stored, media_type: inspected.mediaType, file_type: inspected.type }
}

const passing = () => new PassThrough()

/** The same for bytes whose type is checked elsewhere: afterwards, or by `inspection` as they pass through. */
export const storeBytes = async (incoming: Incoming, inspection: () => Transform = passing): Promise<StoredBytes> => {
  const { inspected: _, ...stored } = await storeInspected(incoming, () =>
    Object.assign(inspection(), { result: () => undefined }),
  )
  return stored
}

const storeInspected = async <T>(
  { source, store, keys, file, signal, maxBytes }: Incoming,
  inspection: () => Transform & { result(): T },
): Promise<StoredBytes & { inspected: T }> => {
  const projectKey = await keys.current(file.project_id)
  const fileKey = newFileKey()
  const storageKey = newStorageKey()
  const measure = meter(maxBytes)
  const inspect = inspection()
  const encrypt = encrypting(fileKey, fileAad(file))

  const put = store.put(storageKey, encrypt, { signal }).catch((error: Error) => {
    // A store may fail without reading the stream, which would then wait forever.
    encrypt.destroy(error)
    throw error
  })
  const steps = [pipeline(measure, inspect, encrypt, { signal }), put]
  const unwatch = feed(source, measure)
  const failures = (await Promise.allSettled(steps)).flatMap((step) =>
    step.status === 'rejected' ? [step.reason] : [],
  )
  unwatch()
  if (failures.length > 0) {
    source.unpipe(measure)
    await store.delete(storageKey)
    // A step that stops because the other failed only reports an abort.
    throw failures.find((failure) => failure.name !== 'AbortError') ?? failures[0]
  }
  return {
    storage_key: storageKey,
    ...measure.result(),
    key_version: projectKey.version,
    wrapped_key: wrapFileKey(projectKey, fileKey, file),
    inspected: inspect.result(),
  }
}

/** Like a pipeline's first step, but the source survives failures after it. */
const feed = (source: Readable, first: Transform) => {
  const unwatch = finished(source, { writable: false }, (error) => {
    if (error) first.destroy(error)
  })
  source.pipe(first)
  return unwatch
}

const meter = (maxBytes: number) => {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform: (bytes: Buffer, _encoding, done) => {
      size += bytes.length
      if (size > maxBytes) return done(new FileTooLarge(`more than ${maxBytes} bytes`))
      hash.update(bytes)
      done(null, bytes)
    },
  })
  return Object.assign(stream, { result: () => ({ size, sha256: hash.digest() }) })
}

/**
 * Discards the rest of a refused upload, so that a browser still sending sees the response. True if the stream ended within `maxBytes`;
 * otherwise false, and the stream is destroyed.
 */
export const drain = (stream: Readable, maxBytes: number): Promise<boolean> =>
  new Promise((resolve) => {
    let left = maxBytes
    const unwatch = finished(stream, { writable: false }, (error) => finish(!error))
    const count = (bytes: Buffer) => {
      left -= bytes.length
      if (left >= 0) return
      finish(false)
      stream.destroy()
    }
    const finish = (ended: boolean) => {
      unwatch()
      stream.off('data', count)
      // Without a listener, a later error would end the process.
      stream.on('error', () => {})
      resolve(ended)
    }
    stream.on('data', count)
    stream.resume()
  })
