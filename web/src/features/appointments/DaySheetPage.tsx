import { dayName, getDaySheet, type SheetRow, siteLongDay, siteTime, zoneName } from '@fornix/contract'
import { ActionIcon, Alert, Anchor, Button, Paper, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDoorOff, IconPrinter } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useOpenPatient } from '../../platform/calls/chosen-patient.ts'
import { DataList } from '../../ui/list/DataList.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import classes from './day-sheet.module.css'
import { messages } from './day-sheet-messages.ts'
import { Attention, FormMark, MedicalMark } from './Readiness.tsx'
import { addDays } from './site-days.ts'

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)

const Patient = ({ row, onOpen }: { row: SheetRow; onOpen: () => void }) => (
  <div>
    <Anchor
      href={paths.profile}
      fw={600}
      onClick={(event) => {
        event.preventDefault()
        onOpen()
      }}
    >
      {row.first_name} {row.last_name}
    </Anchor>
    {[row.mrn_number ? messages.mrn(row.mrn_number) : row.patient_id, row.age !== null && messages.years(row.age)]
      .filter(Boolean)
      .map((fact) => (
        <Text key={String(fact)} size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {fact}
        </Text>
      ))}
  </div>
)

/** Who comes today, and what is still open before each can be scanned. */
export const DaySheetPage = () => {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('date')
  const sheet = useCall(getDaySheet, { query: isDay(asked) ? { date: asked } : {} }, { keepPrevious: true })
  const { open } = useOpenPatient()
  const go = (date: string) => setSearch(date === sheet.data?.today ? {} : { date }, { replace: true })

  const { data } = sheet
  const day = isDay(asked) ? asked : (data?.today ?? '')
  const timeZone = data?.time_zone ?? 'UTC'
  const rows = data?.appointments ?? []
  const scanners = new Set(rows.map(({ scanner }) => scanner)).size > 1
  const toPatient = (row: SheetRow) => void open(row.patient_id, 'appointment')
  const time = ({ start, end }: SheetRow) => `${siteTime(start, timeZone)} – ${siteTime(end, timeZone)}`
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
        <div className={`${classes.bar} no-print`}>
          <ActionIcon
            variant="default"
            size={40}
            aria-label={messages.previous}
            disabled={!day}
            onClick={() => go(addDays(day, -1))}
          >
            <IconChevronLeft size={20} aria-hidden />
          </ActionIcon>
          <TextInput
            type="date"
            size="md"
            label={messages.date}
            value={day}
            onChange={(event) => isDay(event.currentTarget.value) && go(event.currentTarget.value)}
          />
          <ActionIcon
            variant="default"
            size={40}
            aria-label={messages.next}
            disabled={!day}
            onClick={() => go(addDays(day, 1))}
          >
            <IconChevronRight size={20} aria-hidden />
          </ActionIcon>
          <Button variant="default" size="md" onClick={() => setSearch({}, { replace: true })}>
            {messages.today}
          </Button>
        </div>
        <DataList
          rows={rows}
          rowKey={({ id }: SheetRow) => id}
          loading={sheet.isPending}
          stale={sheet.isPlaceholderData}
          error={sheet.isError ? messages.fetchFailed : undefined}
          onRetry={() => void sheet.refetch()}
          columns={[
            {
              key: 'time',
              header: messages.columns.time,
              cell: (row: SheetRow) => (
                <Text fw={600} fz="sm" style={{ whiteSpace: 'nowrap' }}>
                  {time(row)}
                </Text>
              ),
            },
            ...(scanners
              ? [{ key: 'scanner', header: messages.columns.scanner, cell: ({ scanner }: SheetRow) => scanner }]
              : []),
            {
              key: 'patient',
              header: messages.columns.patient,
              rowHeader: true,
              cell: (row: SheetRow) => <Patient row={row} onOpen={() => toPatient(row)} />,
            },
            {
              key: 'form',
              header: messages.columns.form,
              cell: (row: SheetRow) => <FormMark row={row} timeZone={timeZone} />,
            },
            {
              key: 'medical',
              header: messages.columns.medical,
              cell: (row: SheetRow) => <MedicalMark row={row} />,
            },
            {
              key: 'attention',
              header: messages.columns.attention,
              cell: (row: SheetRow) => <Attention row={row} />,
            },
          ]}
          card={(row: SheetRow) => (
            <Stack gap="xs">
              <Text fw={650}>{scanners ? `${time(row)} · ${row.scanner}` : time(row)}</Text>
              <Patient row={row} onOpen={() => toPatient(row)} />
              <Text size="sm" c="dimmed">
                {messages.columns.form}
              </Text>
              <FormMark row={row} timeZone={timeZone} />
              <Text size="sm" c="dimmed">
                {messages.columns.medical}
              </Text>
              <MedicalMark row={row} />
              <Text size="sm" c="dimmed">
                {messages.columns.attention}
              </Text>
              <Attention row={row} />
            </Stack>
          )}
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
