import { getAccessLog, totalsOf } from '@fornix/contract'
import { nobody, studyDayName } from '../../clinic/records/audit-names.ts'
import type { AuditWords } from '../../platform/audit/audit.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import type { Platform } from '../../platform.ts'
import { accessesTo } from './queries.ts'
import { wordsFor } from './words.ts'

type Named = { provider_id: string; name: string }

/** Roles whose names only the portal knows. */
const plainRoles: Record<string, string> = { 'MRI-Tech': 'MRI technologist', SuperAdmin: 'Admin' }

/** `words`: what each action is called in front of a patient. */
export const accessLogRoutes =
  (words: AuditWords) =>
  ({ database }: Pick<Platform, 'database'>): Route[] => [
    on(getAccessLog, async ({ db, user, query }) => {
      const { entries, total } = await accessesTo(db, user.person, query)
      // Providers are hidden from patients; of these, who opened the record may be named. Also who has left since.
      const named = await database.systemQuery<Named>(
        `select provider_id, concat_ws(' ', first_name, last_name) as name from providers
        where project_id = $1 and provider_id = any($2::uuid[])`,
        [user.project, entries.map(({ actor_id }) => actor_id)],
      )
      const names = new Map(named.map(({ provider_id, name }) => [provider_id, name]))
      return {
        entries: entries.map(({ at, times, own, actor_id, actor_role, action, file_name, study_date }) => {
          const who = own ? 'You' : ((actor_id && names.get(actor_id)) ?? nobody[actor_role] ?? 'A member of staff')
          const role = own || actor_role in nobody ? '' : (plainRoles[actor_role] ?? actor_role)
          return {
            at,
            times,
            own,
            who,
            role,
            what: wordsFor(words, action),
            item: file_name || studyDayName(study_date),
          }
        }),
        ...totalsOf(total, query.page_size),
      }
    }),
  ]
