import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, chown, link, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../../base/make-folder.ts'
import { syncFolder } from '../../base/sync-folder.ts'
import { codeOf } from '../../base/unknown-error.ts'

const keyBytes = 32

/** An installation's master keys, the current one first. It wraps; what the others wrapped opens as long as they are kept. */
export type MasterKeys = {
  all: () => Buffer[]
  /** The oldest. Database passwords, tokens, log marks and seals are derived from it, so they survive a rotation. */
  origin: Buffer
  /** Picks up keys that another process added to the file; the origin stays the same until the next start. */
  reload: () => Promise<void>
}
type Place = { keyFile: string; MASTER_KEY?: string | undefined }

/** Keys that never change. */
export const fixedKeys = (...keys: Buffer[]): MasterKeys => ({
  all: () => keys,
  origin: keys.at(-1)!,
  reload: async () => {},
})

/** The 32 bytes that open everything. `create` is for an empty data folder only: a new key opens no old file. */
export const loadMasterKeys = async ({ keyFile, MASTER_KEY }: Place, options: { create: boolean }) => {
  if (MASTER_KEY) return fixedKeys(...MASTER_KEY.split(',').map((key) => Buffer.from(key, 'base64')))
  return keysOfFile(keyFile, options)
}

const keysOfFile = async (path: string, { create }: { create: boolean }): Promise<MasterKeys> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined && !create)
    throw new Error(
      `The key file ${path} is missing. Without it no stored file can be read; restore it from its backup.`,
    )
  if (text === undefined) await writeFirstKey(path)
  let keys = parseKeys(path, text ?? (await readFile(path, 'utf8')))
  const reload = async () => {
    // If the file is missing or broken at the moment, a running program keeps its keys.
    const changed = await readFile(path, 'utf8').catch(() => '')
    keys = /\S/.test(changed) ? orElse(keys, () => parseKeys(path, changed)) : keys
  }
  return { all: () => keys, origin: keys.at(-1)!, reload }
}

const orElse = <T>(otherwise: T, attempt: () => T) => {
  try {
    return attempt()
  } catch {
    return otherwise
  }
}

/** One key per line; lines that begin with # are for people. */
const parseKeys = (path: string, text: string) => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (lines.length === 0 || !lines.every((line) => /^[A-Za-z0-9+/]{43}=\s*$/.test(line)))
    throw new Error(
      `The key file ${path} must hold 32 bytes in base64 a line, the current key first, and nothing else.`,
    )
  return lines.map((line) => Buffer.from(line, 'base64'))
}

const draftOf = async (path: string, text: string) => {
  const draft = `${path}.${randomUUID()}`
  await makeFolder(dirname(path))
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
}

const lineOf = (key: Buffer) => `${key.toString('base64')}\n`
const newLine = () => lineOf(randomBytes(keyBytes))

/** Never replaces a file. Rejects with EEXIST if there is one. */
const writeNew = async (path: string, text: string) => {
  const draft = await draftOf(path, text)
  await link(draft, path).finally(() => unlink(draft))
}

const writeFirstKey = (path: string) =>
  writeNew(path, newLine()).catch((error: unknown) => {
    // When two processes start at once, both read the key of the first.
    if (codeOf(error) !== 'EEXIST') throw error
  })

/** The key file for an installation that lost it. Rejects with EEXIST if there is one. */
export const writeMasterKeys = (path: string, keys: readonly Buffer[]) => writeNew(path, keys.map(lineOf).join(''))

/** Puts a new key first in the file, which is replaced atomically and keeps its permissions. */
export const addMasterKey = async (path: string) => {
  const { mode, uid, gid } = await stat(path)
  const draft = await draftOf(path, newLine() + (await readFile(path, 'utf8')))
  await chmod(draft, mode & 0o777)
  if (process.getuid?.() === 0) await chown(draft, uid, gid)
  await rename(draft, path)
  await syncFolder(dirname(path))
}
