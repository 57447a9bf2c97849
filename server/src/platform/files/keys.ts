import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../db.ts'
import { projectId, staffScope } from '../scope.ts'
import { boundTo, type FileIdentity } from './file-identity.ts'
import { unwrap, wrap } from './wrap.ts'

const keyBytes = 32

type Place = { keyFile: string; MASTER_KEY?: string | undefined }

/** The 32 bytes that open everything. `create` is for a data folder that holds nothing yet: a new key opens no old file. */
export const loadMasterKey = ({ keyFile, MASTER_KEY }: Place, options: { create: boolean }) =>
  MASTER_KEY ? Promise.resolve(Buffer.from(MASTER_KEY, 'base64')) : loadKeyFile(keyFile, options)

const loadKeyFile = async (path: string, { create }: { create: boolean }): Promise<Buffer> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text !== undefined) return parseMasterKey(path, text)
  if (!create)
    throw new Error(
      `The key file ${path} is missing. Without it no stored file can be read; restore it from its backup.`,
    )
  await writeMasterKey(path)
  return parseMasterKey(path, await readFile(path, 'utf8'))
}

const parseMasterKey = (path: string, text: string) => {
  if (!/^[A-Za-z0-9+/]{43}=\s*$/.test(text))
    throw new Error(`The key file ${path} must hold 32 bytes in base64, and nothing else.`)
  return Buffer.from(text, 'base64')
}

const writeMasterKey = async (path: string) => {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(keyBytes).toString('base64')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    // A link never replaces: of two processes that start at once, both read the key of the first.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
}

/** A 32-byte key for one purpose; keys of different purposes say nothing about each other. */
export const derive = (master: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync('sha256', master, '', `fornix ${purpose}`, keyBytes))

export type ProjectKey = { version: number; key: Buffer }
export type KeyRing = ReturnType<typeof keyRing>
type Row = { version: number; wrapped_key: Buffer }

/** The keys of the projects, kept open in memory. A newer version made elsewhere is used for writing after a restart. */
export const keyRing = (database: Pick<Database, 'scoped'>, masterKey: Uint8Array) => {
  const wrapping = derive(masterKey, 'project keys')
  const opened = new Map<string, Promise<ProjectKey>>()
  const aad = (project: string, version: number) => boundTo('project key', project, version)
  const unwrapped = (project: string, { version, wrapped_key }: Row) => ({
    version,
    key: unwrap(wrapping, wrapped_key, aad(project, version)),
  })

  const remembered = (name: string, read: () => Promise<ProjectKey>) => {
    const known = opened.get(name)
    if (known) return known
    const reading = read()
    opened.set(name, reading)
    reading.catch(() => opened.delete(name))
    return reading
  }

  const readNewest = (project: string) =>
    database.scoped(staffScope(projectId(project)), async (db) => {
      const newest = () =>
        sql<Row>`select version, wrapped_key from project_keys where project_id = ${project}
          order by version desc limit 1`.execute(db)
      const existing = (await newest()).rows[0]
      if (existing) return unwrapped(project, existing)
      const first = wrap(wrapping, randomBytes(keyBytes), aad(project, 1))
      await sql`insert into project_keys (project_id, version, wrapped_key) values (${project}, 1, ${first})
        on conflict do nothing`.execute(db)
      // Read again: another process may have been first.
      return unwrapped(project, (await newest()).rows[0]!)
    })

  const readVersion = (project: string, version: number) =>
    database.scoped(staffScope(projectId(project)), async (db) => {
      const { rows } = await sql<Row>`select version, wrapped_key from project_keys
        where project_id = ${project} and version = ${version}`.execute(db)
      if (!rows[0]) throw new Error(`Project key version ${version} is missing`)
      return unwrapped(project, rows[0])
    })

  return {
    /** The key that new files are written with; the first use in a project makes it. */
    current: (project: string) => remembered(project, () => readNewest(project)),
    /** The key of an older file. */
    open: async (project: string, version: number) =>
      (await remembered(`${project} ${version}`, () => readVersion(project, version))).key,
  }
}

/** A key for one file, and only one: its chunks are counted, so a second file under it would repeat nonces. */
export const newFileKey = () => randomBytes(keyBytes)

const fileKeyAad = ({ project_id, patient_id, file_id, kind }: FileIdentity, version: number) =>
  boundTo('file key', project_id, patient_id, file_id, kind, version)

export const wrapFileKey = ({ version, key }: ProjectKey, fileKey: Uint8Array, file: FileIdentity) =>
  wrap(key, fileKey, fileKeyAad(file, version))

/** Throws when the row was changed or belongs to another file. */
export const unwrapFileKey = ({ version, key }: ProjectKey, wrapped: Uint8Array, file: FileIdentity) =>
  unwrap(key, wrapped, fileKeyAad(file, version))
