import type { AuditEntry, AuditFilters } from '@fornix/contract'
import type { AuditActions } from '../../platform/audit/action-rules.ts'
import { csvFile } from '../../platform/calls/csv-file.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { entryOf } from './entries.ts'
import { type AuditEventRow, eventsOf, rulesOf, siteDays } from './queries.ts'

const columns: Record<string, (entry: AuditEntry) => string> = {
  'Time (UTC)': ({ at }) => at,
  Who: ({ who }) => who,
  'Who (Id)': ({ who_id }) => who_id,
  Role: ({ role }) => role,
  What: ({ what }) => what,
  Which: ({ item }) => item,
  Record: ({ record }) => record?.name ?? '',
  'Date of Birth': ({ record }) => record?.dob ?? '',
  'Patient Id': ({ record }) => record?.patient_id ?? '',
  Result: ({ result }) => (result === 'done' ? 'Done' : 'Refused'),
  Detail: ({ detail }) => detail,
  Request: ({ request_id }) => request_id,
}
const batchSize = 1000

/** The filtered rows, however many; the oldest comes last. */
export const exportedLog = (
  needs: Pick<Platform, 'database' | 'sessions'>,
  user: Caller,
  { actions, filters }: { actions: AuditActions; filters: AuditFilters },
) =>
  csvFile(needs, user, {
    name: 'access-log',
    heads: Object.keys(columns),
    batchSize,
    batch: async (db, last: AuditEventRow | undefined) => {
      const rules = await rulesOf(db, actions, filters, await siteDays(db, filters))
      return rules ? eventsOf(db, rules, { after: last?.event_id, size: batchSize }) : []
    },
    cells: (row) => Object.values(columns).map((cell) => cell(entryOf(actions, row))),
  })
