import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/db.ts'
import { boundTo } from './file-identity.ts'
import { derive } from './keys.ts'
import type { MasterKeys } from './master-keys.ts'
import { unwrapByAny, wrap } from './wrap.ts'

export type WrappedKey = { project_id: string; version: number; wrapped_key: Buffer }
type Name = Pick<WrappedKey, 'project_id' | 'version'>

/** None of this installation's master keys opens a project's key. Only that project's files are affected. */
export class ProjectKeyLost extends Error {
  override name = 'ProjectKeyLost'
  /** Logged, so that operators learn which project it is. */
  readonly code: string
  constructor({ project_id, version }: Name) {
    super(`The key of project ${project_id}, version ${version}, cannot be opened`)
    this.code = `project ${project_id} version ${version}`
  }
}

const aadOf = ({ project_id, version }: Name) => boundTo('project key', project_id, version)
const wrapping = (master: Uint8Array) => derive(master, 'project keys')

export const wrapProjectKey = (master: Uint8Array, key: Uint8Array, name: Name) =>
  wrap(wrapping(master), key, aadOf(name))

/** A new key, wrapped by the current master key. */
export const newProjectKey = (masters: MasterKeys, name: Name) =>
  wrapProjectKey(masters.all()[0]!, randomBytes(32), name)

/** The key and the master key that opened it, or undefined if none does. */
export const openProjectKey = (masters: MasterKeys, row: WrappedKey) => {
  const opened = unwrapByAny(masters.all(), wrapping, row.wrapped_key, aadOf(row))
  return opened && { master: opened.by, key: opened.secret }
}

/** All project keys, with the slugs of their projects. */
const allProjectKeys = (database: Pick<Database, 'systemQuery'>) =>
  database.systemQuery<WrappedKey & { slug: string }>(
    `select project_id, slug, version, wrapped_key from project_keys join projects using (project_id)
      order by slug, version`,
    [],
  )

/** The project keys that do not open, as `slug (version 1)`. */
export const lostProjectKeys = async (database: Pick<Database, 'systemQuery'>, masters: MasterKeys) => {
  const closed = async () => (await allProjectKeys(database)).filter((row) => !openProjectKey(masters, row))
  if ((await closed()).length === 0) return []
  // A rotation may have happened in between.
  await masters.reload()
  return (await closed()).map(({ slug, version }) => `${slug} (version ${version})`)
}
