import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, opendir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hourMs } from '@fornix/contract'
import { makeFolder } from '../../base/make-folder.ts'
import { syncFolder } from '../../base/sync-folder.ts'
import { codeOf } from '../../base/unknown-error.ts'
import { checkStorageKey, type FileStore, isStorageKey, StoredFileMissing } from './store.ts'

export const pathInFolder = (root: string, key: string) => {
  checkStorageKey(key)
  return join(root, key.slice(0, 2), key.slice(2, 4), key)
}

/** Files in folders by the first digits of their key. Half-written files are in `incoming`, never under a key. */
export const folderStore = async (root: string): Promise<FileStore> => {
  const incoming = join(root, 'incoming')
  const owner = `${hostname()}~${process.pid}~`
  const draftName = () => join(incoming, owner + randomUUID())
  const pathOf = (key: string) => pathInFolder(root, key)

  await makeFolder(incoming)
  await sweep(incoming, Date.now() - hourMs)

  return {
    put: async (key, stream, { signal } = {}) => {
      const path = pathOf(key)
      const draft = draftName()
      try {
        const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(stream, file, { signal })
        const folder = dirname(path)
        await makeFolder(folder)
        signal?.throwIfAborted()
        await rename(draft, path)
        for (const changed of [folder, dirname(folder), root]) await syncFolder(changed)
        return { bytes: file.bytesWritten }
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    get: async (key, range) => {
      const file = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new StoredFileMissing('A stored file is missing', { cause: error }) : error
      })
      return file.createReadStream({ ...range, highWaterMark: 64 * 1024 })
    },

    delete: (key) => rm(pathOf(key), { force: true }),

    list: async function* () {
      for await (const entry of await opendir(root, { recursive: true })) {
        if (!entry.isFile() || !isStorageKey(entry.name) || join(entry.parentPath, entry.name) !== pathOf(entry.name))
          continue
        const found = await stat(pathOf(entry.name)).catch(() => undefined)
        if (found) yield { key: entry.name, changedMs: found.mtimeMs }
      }
    },

    sweep: (beforeMs) => sweep(incoming, beforeMs),

    ready: async () => {
      const probe = draftName()
      await writeFile(probe, '', { flag: 'wx', mode: 0o600 })
      await rm(probe)
    },

    left: async () => {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },

    close: () => {},
  }
}

/** Removes what crashed processes left. Other hosts may be writing to a shared folder, so their files must be old. */
const sweep = async (incoming: string, beforeMs: number) => {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const [host, pid] = name.split('~')
    const abandoned =
      host === hostname() && (Number(pid) === process.pid ? !startedHere.has(incoming) : !isRunning(Number(pid)))
    if (abandoned || (await changedMs(path)) < beforeMs) await rm(path, { force: true })
  }
  startedHere.add(incoming)
}

// In a container every start has the same process id: a file of "this" process is stale if no store was opened here yet.
const startedHere = new Set<string>()

const changedMs = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now()

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
