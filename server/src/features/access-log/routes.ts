import { getAccessLog, totalsOf } from '@fornix/contract'
import { nobody } from '../../clinic/records/audit-names.ts'
import type { AuditActions } from '../../platform/audit/action-rules.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import type { Platform } from '../../platform.ts'
import { accessesTo } from './queries.ts'
import { leftOutOf, roleName, someoneOfStaff, wordsFor, you } from './words.ts'

type Named = { actor_id: string; name: string; is_caregiver: boolean }

export const accessLogRoutes =
  (actions: () => AuditActions) =>
  ({ database }: Pick<Platform, 'database'>): Route[] => [
    on(getAccessLog, async ({ db, user, query, commitWithNext }) => {
      const { entries, total } = await accessesTo(db, user.person, leftOutOf(actions()), query, commitWithNext)
      // Providers are hidden from patients, but those who opened the record may be named, including those who have left since, or no longer
      // help.
      const named = await database.systemQuery<Named>(
        `select provider_id as actor_id, concat_ws(' ', first_name, last_name) as name, false as is_caregiver from providers
          where project_id = $1 and provider_id = any($2::uuid[])
         union all
         select caregiver_id, concat_ws(' ', first_name, last_name), true from caregivers
          where project_id = $1 and caregiver_id = any($2::uuid[])`,
        [user.project, entries.map(({ actor_id }) => actor_id)],
      )
      const people = new Map(named.map((one) => [one.actor_id, one]))
      return {
        entries: entries.map(({ actor_id, actor_role, action, file_name, reason, is_partial, ...entry }) => {
          const { own } = entry
          const person = actor_id ? people.get(actor_id) : undefined
          const who = own ? you : (person?.name ?? nobody[actor_role] ?? someoneOfStaff)
          const role = own || actor_role in nobody ? '' : roleName(actor_role, person?.is_caregiver)
          return {
            ...entry,
            who,
            role,
            what: wordsFor(actions(), action, is_partial),
            item: file_name || reason,
          }
        }),
        ...totalsOf(total, query.page_size),
      }
    }),
  ]
