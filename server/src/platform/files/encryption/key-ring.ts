import { sql } from 'kysely'
import type { Database } from '../../database/db.ts'
import { projectId, staffScope } from '../../database/scope.ts'
import type { ProjectKey } from './keys.ts'
import type { MasterKeys } from './master-keys.ts'
import { newProjectKey, openProjectKey, ProjectKeyLost, type WrappedKey } from './project-keys.ts'

export type KeyRing = {
  /** The key that new files are written with; created when a project first needs it. */
  current: (project: string) => Promise<ProjectKey>
  /** The key of an older file. */
  open: (project: string, version: number) => Promise<Buffer>
}
type Rows = Pick<Database, 'scoped'>
type Options = { clock?: () => number }

// How long a version is used for writing before checking for a newer one.
const currentMs = 60_000

/** The projects' keys, kept open in memory. Keys that another process rotates are picked up along the way. */
export const keyRing = (database: Rows, masters: MasterKeys, { clock = Date.now }: Options = {}): KeyRing => {
  const opened = new Map<string, Promise<ProjectKey>>()
  const newest = new Map<string, { readAt: number; key: ProjectKey }>()
  const reading = new Map<string, Promise<ProjectKey>>()

  const remembered = (project: string, version: number, read: () => Promise<ProjectKey>) =>
    once(opened, `${project} ${version}`, () => {
      const key = read()
      key.catch(() => opened.delete(`${project} ${version}`))
      return key
    })

  const readCurrent = (project: string) =>
    once(reading, project, () => {
      const read = async () => {
        const readAt = clock()
        const row = await readNewest(database, masters, project)
        const key = await remembered(project, row.version, () => unwrapped(masters, row))
        newest.set(project, { readAt, key })
        return key
      }
      return read().finally(() => reading.delete(project))
    })

  return {
    current: async (project) => {
      const cached = newest.get(project)
      if (!cached) return readCurrent(project)
      // Not awaited: the caller may already hold a connection.
      if (clock() - cached.readAt >= currentMs) readCurrent(project).catch(() => {})
      return cached.key
    },
    open: async (project, version) =>
      (await remembered(project, version, () => readVersion(database, masters, project, version))).key,
  }
}

/** The read already under way for that name, or else a new one. */
const once = <T>(running: Map<string, Promise<T>>, name: string, begin: () => Promise<T>) => {
  const existing = running.get(name)
  if (existing) return existing
  const begun = begin()
  running.set(name, begun)
  return begun
}

const unwrapped = async (masters: MasterKeys, row: WrappedKey): Promise<ProjectKey> => {
  let found = openProjectKey(masters, row)
  if (!found) {
    await masters.reload()
    found = openProjectKey(masters, row)
  }
  if (!found) throw new ProjectKeyLost(row)
  return { version: row.version, key: found.key }
}

const readNewest = (database: Rows, masters: MasterKeys, project: string) =>
  database.scoped(staffScope(projectId(project)), async (db) => {
    const read = async () =>
      (
        await sql<WrappedKey>`select project_id, version, wrapped_key from project_keys where project_id = ${project}
            order by version desc limit 1`.execute(db)
      ).rows[0]
    const existing = await read()
    if (existing) return existing
    const name = { project_id: project, version: 1 }
    await sql`insert into project_keys (project_id, version, wrapped_key)
        values (${project}, 1, ${newProjectKey(masters, name)}) on conflict do nothing`.execute(db)
    // Read again: another process may have been faster.
    return (await read())!
  })

const readVersion = (database: Rows, masters: MasterKeys, project: string, version: number) =>
  database.scoped(staffScope(projectId(project)), async (db) => {
    const { rows } = await sql<WrappedKey>`select project_id, version, wrapped_key from project_keys
        where project_id = ${project} and version = ${version}`.execute(db)
    if (!rows[0]) throw new Error(`Project key version ${version} is missing`)
    return unwrapped(masters, rows[0])
  })
