import { type SheetRow, siteTime } from '@fornix/contract'
import { Anchor, Stack, Text } from '@mantine/core'
import { paths } from '../../platform/base/paths.ts'
import type { ListParts } from '../../ui/list/DataList.tsx'
import { messages } from './day-sheet-messages.ts'
import { Attention, FormMark, MedicalMark } from './Readiness.tsx'

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

type Sheet = {
  timeZone: string
  /** More than one scanner: each row says which. */
  scanners: boolean
  onOpen: (row: SheetRow) => void
}

/** What the day sheet shows of each appointment. */
export const sheetParts = ({ timeZone, scanners, onOpen }: Sheet): Omit<ListParts<SheetRow>, 'rows'> => {
  const time = ({ start, end }: SheetRow) => `${siteTime(start, timeZone)} – ${siteTime(end, timeZone)}`
  return {
    rowKey: ({ id }) => id,
    columns: [
      {
        key: 'time',
        header: messages.columns.time,
        cell: (row) => (
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
        cell: (row) => <Patient row={row} onOpen={() => onOpen(row)} />,
      },
      {
        key: 'form',
        header: messages.columns.form,
        cell: (row) => <FormMark row={row} timeZone={timeZone} />,
      },
      {
        key: 'medical',
        header: messages.columns.medical,
        cell: (row) => <MedicalMark row={row} />,
      },
      {
        key: 'attention',
        header: messages.columns.attention,
        cell: (row) => <Attention row={row} />,
      },
    ],
    card: (row) => (
      <Stack gap="xs">
        <Text fw={650}>{scanners ? `${time(row)} · ${row.scanner}` : time(row)}</Text>
        <Patient row={row} onOpen={() => onOpen(row)} />
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
    ),
  }
}
