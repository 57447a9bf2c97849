import { getAccessLog, totalsOf } from '@fornix/contract'
import type { AuditWords } from '../../platform/audit/audit.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import type { Platform } from '../../platform.ts'
import { accessesTo } from './queries.ts'
import { wordsFor } from './words.ts'

type Named = { provider_id: string; name: string }

/** Who no provider is: visitors before a sign-in, and the portal's own jobs. */
const others: Record<string, string> = { visitor: 'Somebody not signed in', system: 'The portal itself' }

/** Roles whose names only the portal knows. */
const plainRoles: Record<string, string> = { 'MRI-Tech': 'MRI technologist', SuperAdmin: 'Admin' }

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (digits: string) => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? []
  return year ? longDay.format(Date.UTC(Number(year), Number(month) - 1, Number(day))) : ''
}

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
        entries: entries.map(({ at, times, actor_id, actor_role, action, file_name, study_date }) => {
          const own = actor_id === user.person
          const who = own ? 'You' : ((actor_id && names.get(actor_id)) ?? others[actor_role] ?? 'A member of staff')
          const role = own || actor_role in others ? '' : (plainRoles[actor_role] ?? actor_role)
          return { at, times, own, who, role, what: wordsFor(words, action), item: file_name || dayOf(study_date) }
        }),
        ...totalsOf(total, query.page_size),
      }
    }),
  ]
