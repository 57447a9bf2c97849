import { useRememberedList } from '../../ui/list/list-address.ts'
import { DaySheet } from './DaySheet.tsx'
import { useSheetAddress } from './use-sheet-address.ts'
import { WeekSheet } from './WeekSheet.tsx'

/** /daySheet: who comes on a day, or in a week (`?week=`), and what is still free. */
export const DaySheetPage = () => {
  useRememberedList()
  const address = useSheetAddress()
  return address.isWeek ? <WeekSheet address={address} /> : <DaySheet address={address} />
}
