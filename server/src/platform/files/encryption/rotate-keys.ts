import { sql } from 'kysely'
import { writeSystemAudit } from '../../audit/audit.ts'
import type { Database } from '../../database/db.ts'
import { locks } from '../../database/locks.ts'
import type { MasterKeys } from './master-keys.ts'
import { newProjectKey, openProjectKey, type WrappedKey, wrapProjectKey } from './project-keys.ts'

type Wanted = {
  /** Puts a new master key first; not called if the first one has wrapped nothing yet and is thus already new. */
  addMaster?: () => Promise<void>
  /** Creates a new key for new files, for all projects or for one. */
  newKeysFor?: 'all' | { project_id: string }
}

/**
 * Wraps every project key with the current master key, in one transaction while the program runs: keys already open stay open, and later
 * ones open with one of the master keys. Keys that do not open are left alone and returned.
 */
export const rotateKeys = (database: Database, masters: MasterKeys, { addMaster, newKeysFor }: Wanted) =>
  database.unscoped('rotation touches the keys of every project', async (db) => {
    // Two rotations at once would write two key files, and one would be lost.
    await sql`select pg_advisory_xact_lock(${locks.keys})`.execute(db)
    await masters.reload()
    const rows = (
      await sql<WrappedKey & { slug: string }>`select project_id, slug, version, wrapped_key
        from project_keys join projects using (project_id) order by slug, version`.execute(db)
    ).rows
    const isUnused = () =>
      rows.length > 0 && !rows.some((row) => openProjectKey(masters, row)?.master === masters.all()[0])
    if (addMaster && !isUnused()) {
      await addMaster()
      await masters.reload()
    }
    const current = masters.all()[0]!
    const lost: string[] = []
    let rewrapped = 0
    for (const row of rows) {
      const opened = openProjectKey(masters, row)
      if (!opened) lost.push(`${row.slug} (version ${row.version})`)
      if (!opened || opened.master === current) continue
      const { project_id, version } = row
      await sql`update project_keys set wrapped_key = ${wrapProjectKey(current, opened.key, row)}
        where project_id = ${project_id} and version = ${version}`.execute(db)
      rewrapped++
    }
    const only = newKeysFor === 'all' || !newKeysFor ? null : newKeysFor.project_id
    const projects = newKeysFor
      ? (
          await sql<{ project_id: string; version: number }>`select project_id,
              (select coalesce(max(version), 0) + 1 from project_keys k where k.project_id = p.project_id) as version
            from projects p where ${only}::uuid is null or project_id = ${only}::uuid`.execute(db)
        ).rows
      : []
    for (const name of projects)
      await sql`insert into project_keys (project_id, version, wrapped_key)
        values (${name.project_id}, ${name.version}, ${newProjectKey(masters, name)}) on conflict do nothing`.execute(
        db,
      )
    const touched = new Set([...rows, ...projects].map(({ project_id }) => project_id))
    await writeSystemAudit(db, 'project.rotate_keys', touched)
    return { rewrapped, made: projects.length, lost }
  })
