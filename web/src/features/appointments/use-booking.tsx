import { type FreeSlot, siteDay } from '@fornix/contract'
import { useState } from 'react'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { type Done, SheetNotice } from './SheetNotice.tsx'

const BookDialog = lazyDialog(async () => (await import('./BookDialog.tsx')).BookDialog, { slot: undefined })

type Sheet = { slots: readonly FreeSlot[]; time_zone: string; scanners: readonly unknown[] }

/** Booking from a sheet: the button that opens the dialog, the dialog, and the result. */
export const useSheetBooking = (sheet: Sheet | undefined) => {
  const [slot, setSlot] = useState<FreeSlot>()
  const [done, setDone] = useState<Done>()
  const timeZone = sheet?.time_zone ?? 'UTC'
  const day = slot && siteDay(slot.start, timeZone)
  const dialog = (
    <BookDialog
      slot={slot}
      slots={sheet?.slots.filter(({ start }) => siteDay(start, timeZone) === day) ?? []}
      timeZone={timeZone}
      hasScanners={(sheet?.scanners.length ?? 0) > 1}
      isDone={done !== undefined}
      onClose={() => setSlot(undefined)}
      onDone={setDone}
    />
  )
  const book = (next: FreeSlot) => {
    setDone(undefined)
    setSlot(next)
  }
  return { book, dialog, notice: <SheetNotice done={done} onClose={() => setDone(undefined)} />, setDone }
}
