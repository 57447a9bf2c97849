import {
  type AuditFilters,
  exportAuditLog,
  getAuditLog,
  listAuditPeople,
  maxAuditRows,
  totalsOf,
} from '@fornix/contract'
import type { AuditActions } from '../../platform/audit/action-rules.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import type { Platform } from '../../platform.ts'
import { entryOf } from './entries.ts'
import { exportedLog } from './export.ts'
import { countOf, eventsOf, peopleOf, rulesOf, siteDays } from './queries.ts'

/** The filters as text for the audit row: `patient P-7K3QX9, kind scans`. */
const filtersIn = ({ patient, study, person, kind, from, to, result }: AuditFilters) =>
  Object.entries({ patient, study, person, kind, from, to, result })
    .flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
    .join(', ')

export const auditLogRoutes =
  (actions: () => AuditActions) =>
  ({ database, sessions }: Pick<Platform, 'database' | 'sessions'>): Route[] => [
    on(getAuditLog, async ({ db, query, audit }) => {
      const { page, page_size } = query
      audit.object = filtersIn(query)
      const site = await siteDays(db, query)
      const rules = await rulesOf(db, actions(), query, site)
      const counted = rules ? await countOf(db, rules) : 0
      const skip = (page - 1) * page_size
      const rows = rules && skip < maxAuditRows ? await eventsOf(db, rules, { skip, size: page_size }) : []
      return {
        entries: rows.map((row) => entryOf(actions(), row)),
        time_zone: site.time_zone,
        is_capped: counted > maxAuditRows,
        ...totalsOf(Math.min(counted, maxAuditRows), page_size),
      }
    }),

    on(listAuditPeople, async ({ db }) => ({ people: await peopleOf(db) })),

    on(exportAuditLog, async ({ db, user, query, audit }) => {
      const { reason, ...filters } = query
      const rules = await rulesOf(db, actions(), filters, await siteDays(db, filters))
      const counted = rules ? await countOf(db, rules) : 0
      const rows = `${counted > maxAuditRows ? 'more than ' : ''}${Math.min(counted, maxAuditRows)} ${counted === 1 ? 'entry' : 'entries'}`
      audit.object = `${[rows, filtersIn(filters)].filter(Boolean).join(', ')}. Reason: ${reason}`
      return exportedLog({ database, sessions }, user, { actions: actions(), filters })
    }),
  ]
