import { dayName, getDaySheet, siteLongDay, zoneName } from '@fornix/contract'
import { Alert, Button, Paper, Stack } from '@mantine/core'
import { IconDoorOff } from '@tabler/icons-react'
import { useCall } from '../../platform/calls/api.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { useSlicedLoading } from '../../ui/state/use-sliced-loading.ts'
import classes from './day-sheet.module.css'
import { messages } from './day-sheet-messages.ts'
import { FreeTimes } from './FreeTimes.tsx'
import { PrintButton } from './PrintButton.tsx'
import { SheetBar } from './SheetBar.tsx'
import { useVisitOfAddress } from './SheetNotice.tsx'
import { sheetParts } from './sheet-parts.tsx'
import { useSheetBooking } from './use-booking.tsx'
import { liveSheet, useLiveSheet } from './use-sheet.ts'
import type { SheetAddress } from './use-sheet-address.ts'
import { useStart } from './use-start.tsx'

/** Who comes on a day, what is missing before each can be scanned, and what is still free. */
export const DaySheet = ({ address }: { address: SheetAddress }) => {
  const { date, scanner } = address
  const sheet = useCall(getDaySheet, { query: date ? { date } : {} }, liveSheet)
  useLiveSheet(getDaySheet)
  const { data } = sheet
  const isLoading = useSlicedLoading(sheet.isPending)
  const { book, dialog, notice, setDone } = useSheetBooking(data)
  const day = date ?? data?.today ?? ''
  // A name as long as the site's may be keeps the layout still when the site's arrives.
  const timeZone = data?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  useVisitOfAddress(!isLoading)
  const scanners = data?.scanners ?? []
  const all = data?.appointments ?? []
  const start = useStart(timeZone, all)
  const rows = scanner ? all.filter(({ scanner_id }) => scanner_id === scanner) : all
  const hasCome = data !== undefined && data.date <= data.today
  const canMove = data !== undefined && data.date >= data.today
  const choice = scanners.length > 1 ? { scanners, rows: all, canMove, onDone: setDone } : undefined
  const next = all.length === 0 ? data?.next : null
  return (
    <Stack gap="md" className={classes.paper}>
      <PageTitle
        title={messages.title}
        subtitle={
          <span style={{ visibility: data ? undefined : 'hidden' }}>
            <WholeFacts>
              {[
                siteLongDay(data ? `${data.date}T12:00:00Z` : new Date(), 'UTC'),
                messages.count(rows.length),
                scanners.find(({ id }) => id === scanner)?.name,
                messages.zone(zoneName(timeZone)),
              ].filter(Boolean)}
            </WholeFacts>
          </span>
        }
      >
        <PrintButton />
      </PageTitle>
      {data?.closed && (
        <Alert color="amber" icon={<IconDoorOff aria-hidden />}>
          {messages.closed(data.closed_note)}
        </Alert>
      )}
      <Paper component="section" withBorder radius="lg" aria-label={messages.title} className={classes.sheet}>
        <SheetBar address={address} day={day} today={data?.today ?? ''} scanners={scanners} />
        <DataList
          rows={rows}
          loading={isLoading}
          stale={sheet.isPlaceholderData}
          error={sheet.isError ? messages.fetchFailed : undefined}
          onRetry={() => void sheet.refetch()}
          {...sheetParts({ timeZone, choice, canStep: hasCome, onAsk: start.ask })}
          empty={
            <EmptyState title={all.length > 0 ? messages.emptyScanner : messages.empty}>
              {next && (
                <Button variant="light" onClick={() => address.showDay(next)} className="no-print">
                  {messages.nextDay(dayName(next))}
                </Button>
              )}
            </EmptyState>
          }
        />
      </Paper>
      {/* A time is free if any scanner is: filtered by scanner, it would say nothing. */}
      {!isLoading && canMove && !data.closed && !scanner && !sheet.isPlaceholderData && (
        <FreeTimes slots={data.slots} timeZone={timeZone} onBook={book} />
      )}
      {notice}
      {dialog}
      {start.dialog}
    </Stack>
  )
}
