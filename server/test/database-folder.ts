import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@fornix/contract'

const memory = '/dev/shm'
const prefix = 'fornix-test-'
const leastBytes = 4 * 2 ** 30

/** What runs that were killed have left in the memory. */
const clearOldRuns = async () => {
  for (const name of await readdir(memory)) {
    const folder = join(memory, name)
    if (name.startsWith(prefix) && Date.now() - (await stat(folder)).mtimeMs > dayMs)
      await rm(folder, { recursive: true, force: true })
  }
}

/** Where the database of a run lies: each test file copies a thousand files of it, so in the memory where there is plenty. */
export const databaseFolder = async () => {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  const inMemory = bavail * bsize >= leastBytes
  if (inMemory) await clearOldRuns()
  return mkdtemp(join(inMemory ? memory : tmpdir(), prefix))
}
