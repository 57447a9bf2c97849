import { dayName, getDaySheet, siteLongDay, zoneName } from '@fornix/contract'
import { Alert, Button, Paper, Stack } from '@mantine/core'
import { IconDoorOff, IconPrinter } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../platform/calls/api.ts'
import { useOpenPatient } from '../../platform/calls/chosen-patient.ts'
import { DataList } from '../../ui/list/DataList.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DayBar } from './DayBar.tsx'
import classes from './day-sheet.module.css'
import { messages } from './day-sheet-messages.ts'
import { sheetParts } from './sheet-parts.tsx'
import { isDay } from './site-days.ts'

/** Who comes today, and what is still open before each can be scanned. */
export const DaySheetPage = () => {
  const [search, setSearch] = useSearchParams()
  const requestedDay = search.get('date')
  const sheet = useCall(
    getDaySheet,
    { query: isDay(requestedDay) ? { date: requestedDay } : {} },
    { keepPrevious: true },
  )
  const { open } = useOpenPatient()
  const go = (date: string) => setSearch(date === sheet.data?.today ? {} : { date }, { replace: true })

  const { data } = sheet
  const day = isDay(requestedDay) ? requestedDay : (data?.today ?? '')
  const timeZone = data?.time_zone ?? 'UTC'
  const rows = data?.appointments ?? []
  const scanners = new Set(rows.map(({ scanner }) => scanner)).size > 1
  return (
    <Stack gap="md">
      <PageTitle
        title={messages.title}
        subtitle={
          data &&
          [
            siteLongDay(`${data.date}T12:00:00Z`, 'UTC'),
            messages.count(rows.length),
            messages.zone(zoneName(timeZone)),
          ].join(' · ')
        }
      >
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => window.print()}
          className="no-print"
        >
          {messages.print}
        </Button>
      </PageTitle>
      {data?.closed && (
        <Alert color="amber" icon={<IconDoorOff aria-hidden />}>
          {messages.closed(data.closed_note)}
        </Alert>
      )}
      <Paper component="section" withBorder radius="lg" aria-label={messages.title} className={classes.sheet}>
        <DayBar day={day} onDay={go} onToday={() => setSearch({}, { replace: true })} />
        <DataList
          rows={rows}
          loading={sheet.isPending}
          stale={sheet.isPlaceholderData}
          error={sheet.isError ? messages.fetchFailed : undefined}
          onRetry={() => void sheet.refetch()}
          {...sheetParts({ timeZone, scanners, onOpen: (row) => void open(row.patient_id, 'appointment') })}
          empty={
            <EmptyState title={messages.empty}>
              {data?.next && (
                <Button variant="light" onClick={() => go(data.next ?? day)} className="no-print">
                  {messages.nextDay(dayName(data.next))}
                </Button>
              )}
            </EmptyState>
          }
        />
      </Paper>
    </Stack>
  )
}
