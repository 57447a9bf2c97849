import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { namedLog } from '../../platform/anchors/anchor-folder.ts'
import { beginAnchorLog } from '../../platform/anchors/anchor-log.ts'
import type { AuditKeys } from '../../platform/anchors/audit-key.ts'
import { type ChainHead, headLine } from '../../platform/anchors/write-heads.ts'
import { sealAudit } from '../../platform/audit/audit-seal.ts'
import type { Database } from '../../platform/database/db.ts'
import type { DatabaseClient } from '../../platform/database/with-client.ts'
import { withoutDeletions } from '../../platform/files/deletion-pause.ts'
import type { FileStore } from '../../platform/files/stores/store.ts'
import type { Config } from '../../platform/settings/config.ts'
import { isPortalHost } from '../../platform/settings/own-host.ts'
import { appliedMigrations, plainFormat } from '../backup/snapshot.ts'
import { type Arriving, checkArrival } from './check-arrival.ts'
import { importFiles } from './import-files.ts'
import { importRows } from './import-rows.ts'
import { matchLogins } from './match-logins.ts'
import type { QueryClient, Rewrites } from './move-rows.ts'
import { takenList } from './prepared-files.ts'

export type Arrival = {
  database: Database
  store: FileStore
  folder: string
  moveKey: Uint8Array
  /** The data folder, with the logs of anchors. */
  dataFolder: string
  /** They sign the head of the imported chain, if there are any. */
  auditKeys: AuditKeys | null
  joinAccounts: boolean
  portal: Pick<Config, 'publicUrl' | 'defaultProject'>
  rewritesFor: (arriving: Arriving) => Rewrites
  /** Nothing that came with the project gains power over accounts that were here before. */
  stopEmailChanges: (client: QueryClient, project: string, logins: string[]) => Promise<void>
}

type Holder = {
  project_id: string
  slug: string
  host: string | null
  erased_at: string | null
  move_id: string | null
  moved_to: string | null
}

/** A project that left and was erased may return; otherwise its names must be free. */
const refuseTaken = async (client: QueryClient, { manifest: { project, backup_id } }: Arriving) => {
  const { rows } = await client.query<Holder>(
    `select project_id, slug, host, erased_at, move_id, moved_to from projects left join project_moves using (project_id)
      where project_id = $1 or slug = $2 or host = $3`,
    [project.project_id, project.slug, project.host],
  )
  for (const { project_id, slug, host, erased_at, move_id, moved_to } of rows) {
    if (project_id !== project.project_id)
      throw new Error(
        slug === project.slug
          ? `There is another project ${slug} here. Nothing was changed.`
          : `The host name ${host} belongs to the project ${slug} here. Nothing was changed.`,
      )
    if (!erased_at)
      throw new Error(
        `The project ${slug} is here already. Where it has moved away, fornix project erase --project ${slug} makes room for its return. Nothing was changed.`,
      )
    if (move_id === backup_id)
      throw new Error(
        `By this export the project ${slug} left this place for ${moved_to}: it would be open twice. It comes back by an export of that place. Nothing was changed.`,
      )
  }
}

/** The next row of its trail; in the same commit, because nobody can add it later. */
const noteArrival = (client: QueryClient, { manifest: { project, backup_id } }: Arriving) =>
  client.query(
    `insert into audit_events (project_id, event_id, at, actor_role, action, object_id, request_id, result)
     values ($1, $2, clock_timestamp(), 'system', 'project.import', $3, 'command line', 'ok')`,
    [project.project_id, uuid(), backup_id],
  )

/** An earlier run brought this project here, and stopped before its trail was sealed and anchored. */
const isUnfinished = async (client: QueryClient, { manifest: { project, backup_id } }: Arriving, arrival: Arrival) => {
  const { rows } = await client.query<{ object_id: string; is_sealed: boolean }>(
    `select object_id, seq is not null as is_sealed from audit_events e
      where project_id = $1 and action = 'project.import'
        and not exists (select from project_moves m where m.project_id = e.project_id)
      order by event_id desc limit 1`,
    [project.project_id],
  )
  const [last] = rows
  const isAnchored = !arrival.auditKeys || existsSync(join(arrival.dataFolder, namedLog(backup_id)))
  return last?.object_id === backup_id && !(last.is_sealed && isAnchored)
}

/** The manifest says it before anything is copied; the row that came may say something else. */
const refusePortalHost = (project: { host: string | null; slug: string }, { portal }: Arrival) => {
  if (isPortalHost(project, portal))
    throw new Error(
      `${project.host} is the address of this portal itself (PUBLIC_URL), and not of the project ${project.slug}. At the old place, fornix project release and fornix project host take it away; then export again. Nothing was changed.`,
    )
}

/** Runs in one transaction as the jobs' role, with row security and constraints in force. */
const importInto = async (client: DatabaseClient, arrival: Arrival) => {
  await client.connect()
  try {
    await client.query(`begin; ${plainFormat}`)
    const arriving = await checkArrival(arrival.folder, arrival.moveKey, await appliedMigrations(client))
    const { project_id } = arriving.manifest.project
    if (await isUnfinished(client, arriving, arrival)) return { manifest: arriving.manifest, keptAccounts: 0 }
    await refuseTaken(client, arriving)
    refusePortalHost(arriving.manifest.project, arrival)
    const existing = await matchLogins(client, arriving, arrival.joinAccounts)
    // Files that were to be deleted here belong to the project again; waits for a job that is deleting them.
    await client.query('delete from file_removals where project_id = $1', [project_id])
    const { undo } = await importFiles(arrival)
    try {
      await client.query('delete from project_moves where project_id = $1', [project_id])
      await importRows(client, { arriving, existing, rewrites: arrival.rewritesFor(arriving) })
      const { rows } = await client.query<{ host: string | null; slug: string }>(
        'select host, slug from projects where project_id = $1',
        [project_id],
      )
      for (const row of rows) refusePortalHost(row, arrival)
      await arrival.stopEmailChanges(client, project_id, [...existing.values()])
      await noteArrival(client, arriving)
    } catch (error) {
      await undo()
      throw error
    }
    // If its response is lost, the rows may be there and need the files; files without a row go with the orphans.
    await client.query('commit')
    return { manifest: arriving.manifest, keptAccounts: existing.size }
  } finally {
    await client.end()
  }
}

/** Imports the project completely or not at all. Its chain continues here, and its head is anchored; repeated after a crash, if need be. */
export const importProject = (arrival: Arrival) =>
  withoutDeletions(arrival.database, async () => {
    const { database, dataFolder, auditKeys } = arrival
    const arrived = await importInto(database.dedicatedSystem(), arrival)
    const { project, backup_id } = arrived.manifest
    await sealAudit(database)
    if (auditKeys) await anchorHead(database, project.project_id, join(dataFolder, namedLog(backup_id)), auditKeys)
    await rm(takenList(dataFolder), { force: true })
    return arrived
  })

/** Before it is old enough that an anchor is required. */
const anchorHead = async (database: Database, project: string, path: string, keys: AuditKeys) => {
  const heads = await database.systemQuery<ChainHead>(
    'select project_id, seq, hash from audit_heads where project_id = $1',
    [project],
  )
  const log = await beginAnchorLog(path, keys)
  await log.write(heads.map((head) => headLine({ ...head, seq: Number(head.seq) })))
  await log.close()
}
