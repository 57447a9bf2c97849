import { isDay } from '../../platform/base/is-day.ts'
import { useAddress, withParameters } from '../../platform/base/use-address.ts'

const dayIn = (text: string | null) => (isDay(text) ? text : null)

/** The day or week of the sheet, and its scanner, from its address. `/daySheet` is today with all scanners. */
export const useSheetAddress = () => {
  const [search, change] = useAddress()
  const go = (parts: { date?: string; week?: string; scanner?: string }) =>
    change(withParameters(parts), { replace: true })
  return {
    isWeek: search.has('week'),
    date: dayIn(search.get('date')),
    week: dayIn(search.get('week')),
    scanner: search.get('scanner') ?? '',
    showDay: (date = '') => go({ date, week: '' }),
    showWeek: (week: string) => go({ week, date: '' }),
    showScanner: (scanner: string) => go({ scanner }),
  }
}
export type SheetAddress = ReturnType<typeof useSheetAddress>
