import { type SheetRow, siteTime } from '@fornix/contract'
import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { NamesakeMark } from '../../clinic/records/NamesakeMark.tsx'
import { birthOf, mrnOf, phoneOf } from '../../clinic/records/patient-identity.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { nameOf } from '../../ui/display/names.ts'
import type { ListParts } from '../../ui/list/DataList.tsx'
import { messages } from './day-sheet-messages.ts'
import { Papers, Safety } from './Readiness.tsx'
import { ScannerCell, type ScannerChoice } from './ScannerCell.tsx'
import { visitMark } from './SheetNotice.tsx'
import { VisitCell } from './VisitCell.tsx'

const Patient = ({ row }: { row: SheetRow }) => {
  const name = nameOf(row)
  return (
    <div>
      <Anchor component={Link} to={recordAddress(row.patient_id, 'appointment')} fw={600} {...visitMark(row.id)}>
        {name}
      </Anchor>
      <NamesakeMark patient={row} />
      {[birthOf(row), [row.gender, mrnOf(row)].filter(Boolean).join(' · ')].map((fact) => (
        <Text key={fact} size="sm" fw={400} style={{ whiteSpace: 'nowrap' }}>
          {fact}
        </Text>
      ))}
      {row.mobile_number && (
        <Anchor
          href={`tel:+1${row.mobile_number}`}
          size="sm"
          fw={400}
          style={{ whiteSpace: 'nowrap' }}
          aria-label={messages.call(`${name}, ${phoneOf(row.mobile_number)}`)}
        >
          {phoneOf(row.mobile_number)}
        </Anchor>
      )}
    </div>
  )
}

type Sheet = {
  timeZone: string
  /** With more than one scanner: each row says which. */
  choice: ScannerChoice | undefined
  /** The day has come. */
  canStep: boolean
  /** Called for a start that needs a reason. */
  onAsk: (row: SheetRow) => void
}

/** What the day sheet shows for each appointment. */
export const sheetParts = ({ timeZone, choice, canStep, onAsk }: Sheet): Omit<ListParts<SheetRow>, 'rows'> => {
  const time = ({ start, end }: SheetRow) =>
    `${siteTime(start, timeZone)} – ${siteTime(end, timeZone)}`.replace(/ (?=[A-Z–])/g, '\u00a0')
  return {
    rowKey: ({ id }) => id,
    columns: [
      {
        key: 'time',
        header: messages.columns.time,
        cell: (row) => (
          <Text fw={600} fz="sm">
            {time(row)}
          </Text>
        ),
      },
      ...(choice
        ? [
            {
              key: 'scanner',
              header: messages.columns.scanner,
              cell: (row: SheetRow) => <ScannerCell row={row} choice={choice} />,
            },
          ]
        : []),
      {
        key: 'patient',
        header: messages.columns.patient,
        rowHeader: true,
        cell: (row) => <Patient row={row} />,
      },
      {
        key: 'safety',
        header: messages.columns.safety,
        cell: (row) => <Safety row={row} timeZone={timeZone} />,
      },
      {
        key: 'papers',
        header: messages.columns.papers,
        cell: (row) => <Papers row={row} timeZone={timeZone} />,
      },
      {
        key: 'visit',
        header: messages.columns.visit,
        cell: (row) => <VisitCell row={row} timeZone={timeZone} canStep={canStep} onAsk={onAsk} />,
      },
    ],
    card: (row) => (
      <Stack gap="xs">
        <Text fw={650}>{time(row)}</Text>
        {choice && <ScannerCell row={row} choice={choice} />}
        <Patient row={row} />
        <Safety row={row} timeZone={timeZone} />
        <Papers row={row} timeZone={timeZone} />
        <VisitCell row={row} timeZone={timeZone} canStep={canStep} onAsk={onAsk} />
      </Stack>
    ),
  }
}
