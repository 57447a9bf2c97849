import type { Db } from '@fornix/server/platform/database/db.ts'
import type { Platform } from '@fornix/server/platform.ts'
import type { FastifyInstance } from 'fastify'
import { v5 as named } from 'uuid'
import { appointments } from './demo/appointments.ts'
import { documents } from './demo/documents.ts'
import { emails } from './demo/emails.ts'
import { feedback, surveys } from './demo/feedback.ts'
import { history } from './demo/history.ts'
import { messages } from './demo/messages.ts'
import { profiles } from './demo/profiles.ts'
import { addRecords } from './demo/records.ts'
import { reimbursements } from './demo/reimbursements.ts'
import { scans } from './demo/scans.ts'
import { screenings } from './demo/screenings.ts'
import { settings } from './demo/settings.ts'
import { type SignedIn, withSessions } from './demo/sign-in.ts'
import { twoStep } from './demo/two-step.ts'
import { unmatched } from './demo/unmatched.ts'
import { work } from './demo/work.ts'

export { demoAccounts } from './demo/people.ts'

/**
 * Each feature adds what makes its screens show something, by the calls of the app. A repeated run does nothing twice.
 * They run in this order: surveys need scans, work is what the others left open, and history tells of people without visits.
 */
const sections: Record<string, (as: SignedIn, platform: Platform) => Promise<void>> = {
  profiles,
  documents,
  scans,
  reimbursements,
  appointments,
  screenings,
  messages,
  settings,
  emails,
  feedback,
  surveys,
  unmatched,
  work,
  history,
  twoStep,
}

const markerSpace = '6f0a3c52-6a2e-4b0e-9d0c-7f1f5a8f4f10'
const markerOf = (section: string) => named(section, markerSpace)

/** A row of the audit trail, which nobody deletes, says that a section is in: also after the demo's data was changed. */
const mark = (db: Db, project_id: string, section: string) =>
  db
    .insertInto('audit_events')
    .values({
      project_id,
      event_id: markerOf(section),
      actor_role: 'system',
      action: 'demo.seed',
      object_id: section,
      request_id: 'demo data',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The first project and the sections that are in; null on an empty database. */
const progress = async ({ database }: Platform) => {
  const rows = await database.systemQuery<{ project_id: string; section: string | null }>(
    `select p.project_id, e.object_id as section from projects p
       left join audit_events e on e.project_id = p.project_id and e.event_id = any($1) where p.slug = 'northside'`,
    [['records', ...Object.keys(sections)].map(markerOf)],
  )
  return rows[0] ? { project: rows[0].project_id, done: new Set(rows.map(({ section }) => section)) } : null
}

/** Fills the demo in once. Where an earlier start was cut short, this one goes on. */
export const seedDemo = async (platform: Platform, app: FastifyInstance) => {
  const found = await progress(platform)
  // Somebody's own project of the same name is none of the demo's business.
  if (found && !found.done.has('records')) return
  const open = Object.entries(sections).filter(([name]) => !found?.done.has(name))
  if (found && open.length === 0) return
  console.log('Filling in demo data (about 10 s) …')
  await quietly(platform.log, () => fillIn(platform, app, found?.project, open))
}

/** The calls that make the data are nobody's; whoever asks for more than the usual log gets them all the same. */
const quietly = async (log: Platform['log'], work: () => Promise<void>) => {
  const usual = log.level
  if (usual === 'info' || usual === 'warn') log.level = 'error'
  await work()
  log.level = usual
}

type Section = (typeof sections)[string]
const fillIn = async (
  platform: Platform,
  app: FastifyInstance,
  first: string | undefined,
  open: [string, Section][],
) => {
  const { database } = platform
  const project =
    first ??
    (await database.unscoped('demo data', async (db) => {
      const added = await addRecords(platform, db)
      await mark(db, added, 'records')
      return added
    }))
  await withSessions(app, async (as) => {
    for (const [name, fill] of open) {
      await fill(as, platform)
      await database.unscoped('demo data', (db) => mark(db, project, name))
    }
  })
}
