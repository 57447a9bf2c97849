import { dayName, type FreeSlot, siteShortDay, type WeekSheet, type WeekVisit } from '@fornix/contract'
import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { NamesakeMark } from '../../clinic/records/NamesakeMark.tsx'
import { birthOf, mrnOf } from '../../clinic/records/patient-identity.ts'
import { ScreeningLine } from '../../clinic/visits/ScreeningBadge.tsx'
import { paths } from '../../platform/base/paths.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { BookButton } from './BookButton.tsx'
import { messages } from './day-sheet-messages.ts'
import { visitMark } from './SheetNotice.tsx'
import { type Column, columnsOf, type Half } from './week-cells.ts'
import classes from './week-sheet.module.css'

const texts = messages.week
type Props = { sheet: WeekSheet; onBook: (slot: FreeSlot) => void }

/** A second identifier beside the name: the birth date, or the MRN if that is missing. */
const identifierOf = (visit: WeekVisit) => (visit.dob ? birthOf(visit) : mrnOf(visit))

const Visit = ({ visit, sheet }: { visit: WeekVisit; sheet: WeekSheet }) => (
  <div className={classes.visit}>
    <Anchor
      component={Link}
      to={recordAddress(visit.patient_id, 'appointment')}
      fw={600}
      size="sm"
      {...visitMark(visit.id)}
    >
      {visit.first_name} {visit.last_name}
    </Anchor>
    <NamesakeMark patient={visit} />
    <Text size="xs">{identifierOf(visit)}</Text>
    <Text size="xs">
      {[messages.visit.plain[visit.status], sheet.scanners.length > 1 && visit.scanner].filter(Boolean).join(' · ')}
    </Text>
    <ScreeningLine state={visit.screening.state} until={visit.screening.good_until} timeZone={sheet.time_zone} />
  </div>
)

const HalfHour = ({ half, sheet, onBook }: Props & { half: Half }) => (
  <>
    {half.visits.length > 0 && (
      <Text size="sm" fw={600}>
        {half.label}
      </Text>
    )}
    {half.visits.map((visit) => (
      <Visit key={visit.id} visit={visit} sheet={sheet} />
    ))}
    {half.free && <BookButton slot={half.free} label={half.label} timeZone={sheet.time_zone} onBook={onBook} />}
  </>
)

const Day = ({ column, clocks, sheet, onBook }: Props & { column: Column; clocks: string[] }) => {
  const { date, closed, closed_note, cells } = column
  const name = siteShortDay(`${date}T12:00:00Z`, 'UTC')
  return (
    <section className={classes.day} aria-label={dayName(date)}>
      <div className={classes.head}>
        <Title order={2} size="h5">
          <Anchor
            component={Link}
            inherit
            to={`${paths.daySheet}?date=${date}`}
            aria-label={`${name}: ${texts.openDay(dayName(date))}`}
          >
            {name}
          </Anchor>
        </Title>
        <Text size="xs">
          {[date === sheet.today && texts.today, closed && messages.closed(closed_note)].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {cells.length === 0 ? (
        <Text size="sm" c="dimmed" className={classes.nothing}>
          {texts.nothing}
        </Text>
      ) : (
        <ol className={classes.cells}>
          {cells.map(({ clock, halves }) => (
            <li
              key={clock}
              className={`${classes.cell} ${halves.some(({ visits }) => visits.length > 0) ? '' : 'no-print'}`}
              style={{ gridRow: clocks.indexOf(clock) + 1 }}
            >
              {halves.map((half) => (
                <HalfHour key={half.start} half={half} sheet={sheet} onBook={onBook} />
              ))}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Days side by side, with equal times aligned; stacked in narrow windows. */
export const WeekGrid = ({ sheet, onBook }: Props) => {
  const { columns, clocks } = columnsOf(sheet)
  if (columns.length === 0) return <EmptyState title={texts.empty} text={texts.emptyHint} />
  return (
    <div
      className={classes.week}
      style={{
        gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))`,
        gridTemplateRows: `auto repeat(${Math.max(clocks.length, 1)}, auto)`,
      }}
    >
      {columns.map((column) => (
        <Day key={column.date} column={column} clocks={clocks} sheet={sheet} onBook={onBook} />
      ))}
    </div>
  )
}
