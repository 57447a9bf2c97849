import { addDays, getWeekSheet, siteLongDay, weekOf, zoneName } from '@fornix/contract'
import { Box, Paper, Stack } from '@mantine/core'
import { useCall } from '../../platform/calls/api.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { Refreshing } from '../../ui/state/Refreshing.tsx'
import classes from './day-sheet.module.css'
import { messages } from './day-sheet-messages.ts'
import { PrintButton } from './PrintButton.tsx'
import { SheetBar } from './SheetBar.tsx'
import { useSheetBooking } from './use-booking.tsx'
import { liveSheet, useLiveSheet } from './use-sheet.ts'
import type { SheetAddress } from './use-sheet-address.ts'
import { WeekGrid } from './WeekGrid.tsx'

const long = (day: string) => siteLongDay(`${day}T12:00:00Z`, 'UTC')

/** Who comes in a week, the status of each visit, and what is still free. */
export const WeekSheet = ({ address }: { address: SheetAddress }) => {
  const { week, scanner } = address
  const sheet = useCall(getWeekSheet, { query: week ? { week } : {} }, liveSheet)
  useLiveSheet(getWeekSheet)
  const { data } = sheet
  const { book, dialog, notice } = useSheetBooking(data)
  const scanners = data?.scanners ?? []
  const isOfScanner = (one: { scanner_id: string }) => !scanner || one.scanner_id === scanner
  const visits = data?.appointments.filter(isOfScanner) ?? []
  return (
    <Stack gap="md" className={classes.paper}>
      <PageTitle
        title={messages.title}
        subtitle={
          data &&
          [
            messages.week.of(long(data.week), long(addDays(data.week, 6))),
            messages.count(visits.length),
            scanners.find(({ id }) => id === scanner)?.name,
            messages.zone(zoneName(data.time_zone)),
          ]
            .filter(Boolean)
            .join(' · ')
        }
      >
        <PrintButton />
      </PageTitle>
      <Paper component="section" withBorder radius="lg" aria-label={messages.title} className={classes.sheet}>
        <SheetBar
          address={address}
          day={data?.week ?? (week ? weekOf(week) : '')}
          today={data?.today ?? ''}
          scanners={scanners}
        />
        {sheet.isError && (
          <Box px="md">
            <ErrorState message={messages.week.fetchFailed} onRetry={() => void sheet.refetch()} />
          </Box>
        )}
        {sheet.isPending && <LoadingState rows={8} />}
        {data && (
          <Refreshing busy={sheet.isPlaceholderData}>
            {/* A time is free if any scanner is: filtered by scanner, it would say nothing. */}
            <WeekGrid sheet={{ ...data, appointments: visits, slots: scanner ? [] : data.slots }} onBook={book} />
          </Refreshing>
        )}
      </Paper>
      {notice}
      {dialog}
    </Stack>
  )
}
