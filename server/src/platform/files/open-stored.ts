import { pipeline, type Readable } from 'node:stream'
import { DamagedFile, decrypting, decryptRange } from './encryption/encryption.ts'
import { type FileIdentity, fileAad } from './encryption/file-identity.ts'
import type { KeyRing } from './encryption/key-ring.ts'
import { unwrapFileKey } from './encryption/keys.ts'
import type { FileSpace } from './store-upload.ts'
import type { ByteRange } from './stores/store.ts'

export type StoredRow = FileIdentity & { storage_key: string; key_version: number; wrapped_key: Buffer }

const keyOf = async (row: StoredRow, keys: KeyRing) => {
  const version = row.key_version
  const projectKey = { version, key: await keys.open(row.project_id, version) }
  try {
    return unwrapFileKey(projectKey, row.wrapped_key, row)
  } catch (cause) {
    throw new DamagedFile('The key of a stored file does not open it', { cause })
  }
}

/** The plaintext. Ends with `DamagedFile` if a stored byte differs; no changed byte is passed on before that. */
export const openStored = async (row: StoredRow, { store, keys }: FileSpace): Promise<Readable> => {
  const key = await keyOf(row, keys)
  const stored = await store.get(row.storage_key)
  // The callback is empty because the error also reaches the reader of the result.
  return pipeline(stored, decrypting(key, fileAad(row)), () => {})
}

/** Part of the plaintext, `end` inclusive; reads only the chunks that contain it. */
export const openStoredRange = async (
  row: StoredRow & { size: number },
  range: ByteRange,
  { store, keys }: FileSpace,
): Promise<Readable> => {
  const key = await keyOf(row, keys)
  return decryptRange({ store, storageKey: row.storage_key, key, aad: fileAad(row), plainSize: row.size }, range)
}
