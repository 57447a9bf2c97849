import { sql } from 'kysely'
import { writeSystemAudit } from '../../platform/audit/audit.ts'
import { sealAudit } from '../../platform/audit/audit-seal.ts'
import { codeOf } from '../../platform/base/unknown-error.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { locks } from '../../platform/database/locks.ts'

/** A server accepts or refuses a mail within its sender's lease. */
const mailsMs = 120_000
const lookMs = 200

export type MoveState = { move_id: string; back_at: string; moved_to: string | null; erased_at: string | null }

export const moveStateOf = async (database: Pick<Database, 'systemQuery'>, project: string) =>
  (
    await database.systemQuery<MoveState>(
      'select move_id, back_at, moved_to, erased_at from project_moves where project_id = $1',
      [project],
    )
  )[0]

/** Waits for writes under way in the project: anything that begins later sees whether the project is closed. */
const lockProject = async (db: Db, project: string) => {
  await sql`select set_config('lock_timeout', '30s', true)`.execute(db)
  await sql`select pg_advisory_xact_lock(${locks.moving}, hashtext(${project}::text))`
    .execute(db)
    .catch((error: unknown) => {
      if (codeOf(error) !== '55P03') throw error
      throw new Error('Somebody has been writing in the project for more than 30 seconds. Please try again.', {
        cause: error,
      })
    })
}

/** Browsers showing the project reload, and learn that it is closed. */
const notifyBrowsers = (db: Db, project: string) => sql`select pg_notify('fornix_live', ${project})`.execute(db)

type Closing = { project: string; move_id: string; minutes: number }

/** After the commit nobody reads or writes in the project. The row in its trail is the last one here. */
export const closeProject = async (database: Database, { project, move_id, minutes }: Closing) => {
  await database.unscoped('a project is closed for its move', async (db) => {
    await lockProject(db, project)
    await writeSystemAudit(db, 'project.export', [project], move_id)
    await sql`insert into project_moves (project_id, move_id, back_at)
      values (${project}, ${move_id}, now() + make_interval(mins => ${minutes}))`.execute(db)
    await notifyBrowsers(db, project)
  })
}

/** Waits until pending work is done, and seals the trail to its end. */
export const awaitUnfinished = async (database: Database, project: string) => {
  await mailsInHand(database, project)
  await sealAudit(database)
}

/**
 * A mail being sent now would be sent again from the new installation, and one that was withdrawn meanwhile might arrive after the next of
 * its series.
 */
const mailsInHand = async (database: Database, project: string) => {
  for (const until = Date.now() + mailsMs; Date.now() < until; ) {
    const sending = await database.systemQuery(
      `select from mail_outbox
        where project_id = $1 and (status = 'sending' and next_attempt_at > now() or in_hand_until > now()) limit 1`,
      [project],
    )
    if (sending.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}

/** Undoes the closing. The trail names the move: if another installation has a `project.import` of it, the project is open twice. */
export const openProject = (database: Database, project: string, move_id: string) =>
  database.unscoped('a project opens again', async (db) => {
    await sql`delete from project_moves where project_id = ${project}`.execute(db)
    await writeSystemAudit(db, 'project.release', [project], move_id)
    await notifyBrowsers(db, project)
  })

/** Visitors are told where it went. */
export const sayWhere = (database: Database, project: string, url: string) =>
  database.systemQuery('update project_moves set moved_to = $2 where project_id = $1', [project, url])
