import type { Log } from '../../base/log.ts'
import { StoreUnavailable } from '../../base/store-unavailable.ts'
import type { Config } from '../../settings/config.ts'
import { folderStore } from './folder-store.ts'
import type { FileStore } from './store.ts'

type Place = Pick<Config, 'objectStore' | 'filesFolder' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>

/** The store that FILES_URL names. If it refuses access, the setting is wrong and this fails; if unreachable, it may come back. */
export const openFileStore = async (config: Place, log?: Log): Promise<FileStore> => {
  const { objectStore, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!objectStore) return folderStore(config.filesFolder)
  // The client takes a while to load, so only those who use it pay for that.
  const { s3Store } = await import('./s3-store.ts')
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  const store = s3Store({ ...objectStore, credentials })
  await store.ready().catch((error: Error) => {
    if (log && error instanceof StoreUnavailable && error.reason === 'unreachable')
      return log.error({ err: error }, 'the object store is out of reach')
    store.close()
    throw error
  })
  return store
}
