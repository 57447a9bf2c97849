import { mkdir } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

/**
 * Keeps a second process off a data folder. The lock is the operating system's, held through an open SQLite file, so it ends
 * with the process however that ends: nothing is ever stale.
 */
export const lockDataFolder = async (folder: string): Promise<() => Promise<void>> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(`${folder}/lock`)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message))
      throw new Error(`Another Fornix is using ${folder}. Stop it, or set DATA_DIR to another folder.`)
    throw error
  }
  return async () => lock.close()
}
