import {
  assignWork,
  getWorkQueue,
  isAssignable,
  isWorkOf,
  listColleagues,
  type QueueKind,
  queueKinds,
  type Role,
  siteDay,
} from '@fornix/contract'
import { withheldFrom } from '../../clinic/people/rights.ts'
import { assignmentOf, colleaguesOf, findColleague, updateAssignment } from '../../clinic/records/work-items.ts'
import { notedFor } from '../../platform/audit/noted.ts'
import { invalidFieldsError, notFound, staleError } from '../../platform/base/errors.ts'
import { on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { siteZoneOf } from '../../platform/database/sql-time.ts'
import type { Platform } from '../../platform.ts'
import { findWaiting, sectionsOf } from './queries.ts'
import { recoverySection } from './recoveries.ts'
import type { SourceKind } from './sources.ts'

const dayOf = async (db: Db) => {
  const time_zone = await siteZoneOf(db)
  return { time_zone, today: siteDay(new Date(), time_zone) }
}

const kindsOf = (person: Parameters<typeof isWorkOf>[1]) => queueKinds.filter((kind) => isWorkOf(kind, person))
const mayDo = async (db: Db, kind: QueueKind, role: Role) =>
  isWorkOf(kind, { role, withheld: await withheldFrom(db, { role }) })

const isOwnRows = (kind: QueueKind): kind is SourceKind => kind !== 'recovery'

export const workQueueRoutes = ({ log, database }: Pick<Platform, 'log' | 'database'>): Route[] => [
  on(getWorkQueue, async ({ db, user, query: { all, mine }, audit, request }) => {
    audit.object = mine === 'true' ? 'mine' : (all ?? 'everything')
    const [day, noted, withheld] = await Promise.all([
      dayOf(db),
      notedFor(db, user.person, 'work_queue.read', audit.object),
      withheldFrom(db, user),
    ])
    const kinds = kindsOf({ role: user.role, withheld })
    audit.skipRow = noted.has(null)
    const takenBy = mine === 'true' ? user.person : null
    const onFailure = (err: unknown, kind: QueueKind) =>
      log.error({ err, kind, request_id: request.id }, 'a section of the work queue failed')
    const own = kinds.filter(isOwnRows).map((kind) => ({ kind, day, isWhole: kind === all, takenBy }))
    const sections = await sectionsOf(db, own, onFailure)
    if (!kinds.includes('recovery')) return { ...day, sections }
    const recoveries = await recoverySection(database, user.project, { isWhole: all === 'recovery', takenBy }).catch(
      (error: unknown) => {
        onFailure(error, 'recovery')
        return { kind: 'recovery' as const, count: null, items: [] }
      },
    )
    return { ...day, sections: [...sections, recoveries] }
  }),

  on(listColleagues, async ({ db, commitWithNext }) => {
    commitWithNext()
    const colleagues = await colleaguesOf(db)
    return { colleagues: colleagues.map(({ withheld, ...one }) => ({ ...one, kinds: kindsOf({ ...one, withheld }) })) }
  }),

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
        throw invalidFieldsError({ assignee: 'Please choose a colleague who can do this' })
      const isAgreed = await updateAssignment(db, {
        ...located,
        assignee_id: colleague?.provider_id ?? null,
        due_on,
        version,
      })
      const current = await assignmentOf(db, located.kind, located.item_id)
      if (!isAgreed) throw staleError('A colleague has just changed this. Please look again.', { current })
      return current
    },
  ),
]
