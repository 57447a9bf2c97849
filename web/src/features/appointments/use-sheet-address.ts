import { useSearchParams } from 'react-router'
import { isDay } from './site-days.ts'

const dayIn = (text: string | null) => (isDay(text) ? text : null)

/** The day or week of the sheet, and its scanner, from its address. `/daySheet` is today with all scanners. */
export const useSheetAddress = () => {
  const [search, setSearch] = useSearchParams()
  const scanner = search.get('scanner') ?? ''
  const go = (next: { date?: string; week?: string; scanner?: string }) =>
    setSearch(
      Object.entries({ scanner, ...next }).filter(([, value]) => value !== ''),
      { replace: true },
    )
  return {
    isWeek: search.has('week'),
    date: dayIn(search.get('date')),
    week: dayIn(search.get('week')),
    scanner,
    showDay: (date = '') => go({ date }),
    showWeek: (week: string) => go({ week }),
    showScanner: (one: string) => {
      const [date, week] = [search.get('date') ?? '', search.get('week') ?? '']
      go({ date, week, scanner: one })
    },
  }
}
export type SheetAddress = ReturnType<typeof useSheetAddress>
