import { type FreeSlot, siteClock, siteDay, type WeekSheet, type WeekVisit } from '@fornix/contract'
import { siteTime } from '../../platform/language/site-time.ts'

export type Half = { start: string; end: string; label: string; visits: WeekVisit[]; free: FreeSlot | undefined }
export type Cell = { clock: string; halves: Half[] }
export type Column = WeekSheet['days'][number] & { cells: Cell[] }

/** The half hours of a day; on the night in which clocks go back, two of them have the same clock time. */
const cellsOf = ({ appointments, slots, time_zone }: WeekSheet, date: string): Cell[] => {
  const isOfDay = ({ start }: { start: string }) => siteDay(start, time_zone) === date
  const visits = Map.groupBy(appointments.filter(isOfDay), ({ start }) => start)
  const free = new Map(slots.filter(isOfDay).map((slot) => [slot.start, slot]))
  const times = [...appointments, ...slots].filter(isOfDay).map(({ start, end }) => [start, { start, end }] as const)
  const halves = [...new Map(times).values()].toSorted((one, other) => one.start.localeCompare(other.start))
  const cells = Map.groupBy(
    halves.map(({ start, end }) => ({
      start,
      end,
      label: siteTime(start, time_zone),
      visits: visits.get(start) ?? [],
      free: free.get(start),
    })),
    ({ start }) => siteClock(start, time_zone),
  )
  return [...cells].map(([clock, both]) => ({ clock, halves: both }))
}

/** The days of a week that have, or could have had, something; and the clock times that they share. */
export const columnsOf = (sheet: WeekSheet) => {
  const columns: Column[] = sheet.days
    .map((day) => ({ ...day, cells: cellsOf(sheet, day.date) }))
    .filter(({ has_hours, closed, cells }) => has_hours || closed || cells.length > 0)
  const clocks = [...new Set(columns.flatMap(({ cells }) => cells.map(({ clock }) => clock)))].sort()
  return { columns, clocks }
}
