import { Readable } from 'node:stream'
import type { FileIdentity } from '../../platform/files/encryption/file-identity.ts'
import { type FileSpace, type StoredBytes, storeBytes } from '../../platform/files/store-upload.ts'

/** Stores a signed PDF and writes its rows; if they fail, it is removed from the store. */
export const storeSigned = async (
  space: FileSpace,
  file: FileIdentity,
  pdf: Buffer,
  write: (stored: StoredBytes) => Promise<void>,
) => {
  const stored = await storeBytes({ ...space, source: Readable.from([pdf]), maxBytes: pdf.length, file })
  try {
    await write(stored)
  } catch (error) {
    await space.store.delete(stored.storage_key)
    throw error
  }
}
