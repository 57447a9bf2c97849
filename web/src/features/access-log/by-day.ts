import type { AccessEntry } from '@fornix/contract'
import { translated } from '../../platform/language/t.ts'
import { formatLongDay } from '../../ui/display/dates.ts'

export type PersonOnDay = { id: string; day: string; who: string; entries: AccessEntry[] }

const whoOf = ({ who, role }: AccessEntry) => (role ? `${who}, ${translated(role)}` : translated(who))

/** What one person did on one day, latest first; days are in the reader's time zone. */
export const byDayAndPerson = (entries: readonly AccessEntry[]): PersonOnDay[] => {
  const groups = Map.groupBy(entries, (entry) => `${formatLongDay(entry.at)} ${whoOf(entry)}`)
  return [...groups].flatMap(([id, [first, ...more]]) =>
    first ? [{ id, day: formatLongDay(first.at), who: whoOf(first), entries: [first, ...more] }] : [],
  )
}
