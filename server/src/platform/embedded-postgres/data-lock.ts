import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../base/make-folder.ts'

/**
 * Keeps other processes out of the data folder until the returned function is called or this process ends.
 *
 * The lock is SQLite's lock on a file, the only file lock that Node offers: the operating system releases it with the process, however that
 * dies, so there is no stale lock to detect and no reused process id to confuse. The id in the second file is only for the message.
 */
export const lockDataFolder = async (folder: string) => {
  await makeFolder(folder)
  const holder = join(folder, 'fornix.pid')
  const lock = new DatabaseSync(join(folder, 'fornix.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    const pid = await readFile(holder, 'utf8').catch(() => '')
    throw new Error(
      `Another Fornix (process ${pid.trim() || 'unknown'}) is using ${folder}. Stop it, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  await writeFile(holder, `${process.pid}\n`)
  return async () => {
    if (lock.isOpen) lock.close()
  }
}

const SQLITE_BUSY = 5
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
