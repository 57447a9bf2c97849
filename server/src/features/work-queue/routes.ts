import {
  assignWork,
  getWorkQueue,
  isWorkOf,
  listColleagues,
  type QueueKind,
  queueKinds,
  queueRights,
  type Role,
  siteDay,
} from '@fornix/contract'
import { agree, assignmentOf, colleaguesOf, findColleague } from '../../clinic/records/work-items.ts'
import { notedFor } from '../../platform/audit/noted.ts'
import { conflict, invalid, notFound } from '../../platform/base/errors.ts'
import { hasRight } from '../../platform/calls/rights.ts'
import { on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Platform } from '../../platform.ts'
import { findWaiting, sectionsOf } from './queries.ts'

const dayOf = async (db: Db) => {
  const { time_zone } = await db.selectFrom('projects').select('time_zone').executeTakeFirstOrThrow()
  return { time_zone, today: siteDay(new Date(), time_zone) }
}

/** Whose work it is, as far as the project does not withhold what it takes. */
const mayDo = async (db: Db, kind: QueueKind, role: Role) => {
  const right = queueRights[kind]
  return isWorkOf(kind, role) && (!right || (await hasRight(db, { role }, right)))
}
const kindsOf = async (db: Db, role: Role) => {
  const kinds: QueueKind[] = []
  for (const kind of queueKinds) if (await mayDo(db, kind, role)) kinds.push(kind)
  return kinds
}

/** Visits are on the day sheet; all else somebody may take. */
const isAssignable = (kind: string): kind is QueueKind => kind !== 'visit' && queueKinds.some((one) => one === kind)

export const workQueueRoutes = ({ log }: Pick<Platform, 'log'>): Route[] => [
  on(getWorkQueue, async ({ db, user, query: { all, mine }, audit, request }) => {
    const day = await dayOf(db)
    audit.object = mine === 'true' ? 'mine' : (all ?? 'everything')
    audit.isKnown = (await notedFor(db, user.person, 'work_queue.read', audit.object)).has(null)
    const takenBy = mine === 'true' ? user.person : null
    const sections = await sectionsOf(
      db,
      (await kindsOf(db, user.role)).map((kind) => ({ kind, day, isWhole: kind === all, takenBy })),
      (err, kind) => log.error({ err, kind, request_id: request.id }, 'a section of the work queue failed'),
    )
    return { ...day, sections }
  }),

  on(listColleagues, async ({ db }) => ({ colleagues: await colleaguesOf(db) })),

  onRecord(
    assignWork,
    async ({ db, user, params: { kind, item_id }, audit }) => {
      if (!isAssignable(kind) || !(await mayDo(db, kind, user.role))) throw notFound()
      const found = await findWaiting(db, kind, await dayOf(db), item_id)
      if (!found) throw notFound()
      audit.patient = found.record ?? undefined
      audit.object = found.id
      return { kind, item_id: found.id, patient_id: found.record }
    },
    async ({ db, body: { assignee, due_on, version }, located }) => {
      const colleague = assignee === null ? null : await findColleague(db, assignee)
      if (colleague === undefined || (colleague && !(await mayDo(db, located.kind, colleague.role))))
        throw invalid({ assignee: 'Please choose a colleague who can do this' })
      const isAgreed = await agree(db, { ...located, assignee_id: colleague?.provider_id ?? null, due_on, version })
      const current = await assignmentOf(db, located.kind, located.item_id)
      if (!isAgreed) throw conflict('A colleague has just changed this. Please look again.', 'stale', { current })
      return current
    },
  ),
]
