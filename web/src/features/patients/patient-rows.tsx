import { type PatientColumn, type PatientRow, patientColumns, patientSorts } from '@fornix/contract'
import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { NamesakeMark } from '../../clinic/records/NamesakeMark.tsx'
import { birthOf } from '../../clinic/records/patient-identity.ts'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { formatMediumDay } from '../../ui/display/dates.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { Email } from '../../ui/display/Email.tsx'
import { Hint } from '../../ui/display/Hint.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import type { Column } from '../../ui/list/DataList.tsx'
import { SortButton } from '../../ui/list/SortButton.tsx'
import { messages } from './messages.ts'
import { PatientMenu } from './PatientMenu.tsx'
import classes from './patients.module.css'
import { staffMessages } from './staff-messages.ts'
import type { PatientListFilters } from './use-patient-filters.ts'

/** The actions for a row. A deleted patient does not open: nobody can reach the record until it is restored. */
export type RowActions = { remove: (row: PatientRow) => void; restore: (row: PatientRow) => void }

const PatientLink = ({ patient, children }: { patient: PatientRow; children: ReactNode }) =>
  patient.deleted_at ? (
    <Text span fw={600} fz="inherit">
      {children}
    </Text>
  ) : (
    <Anchor component={Link} to={recordAddress(patient.patient_id)} fw={600} fz="inherit">
      {children}
    </Anchor>
  )

const Action = ({ row, remove, restore }: { row: PatientRow } & RowActions) => {
  if (!row.deleted_at) return <PatientMenu patient={row} onDelete={() => remove(row)} />
  const label = staffMessages.restore.button(nameOf(row))
  return (
    <Hint label={label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={() => restore(row)}>
        <IconRestore size={18} aria-hidden />
      </ActionIcon>
    </Hint>
  )
}

const Whole = ({ children }: { children: ReactNode }) => <div className={classes.whole}>{children}</div>

const cells: Record<PatientColumn, (row: PatientRow) => ReactNode> = {
  mrn_number: (row) => (
    <Text ff="monospace" fz="sm">
      {row.mrn_number}
    </Text>
  ),
  patient_id: (row) => <Whole>{row.patient_id}</Whole>,
  first_name: (row) => row.first_name,
  last_name: (row) => (
    <Text fw={600} fz="sm" lh={1.3}>
      {row.last_name}
      <NamesakeMark patient={row} />
    </Text>
  ),
  dob: (row) => <Whole>{row.dob}</Whole>,
  email: (row) => <Email className={classes.email} address={row.email} narrow />,
  indication: (row) => (
    <span className={classes.indication} title={row.indication.join(', ')}>
      {row.indication.join(', ')}
    </span>
  ),
  status: (row) => (
    <Whole>
      <StatusBadge status={row.status} />
    </Whole>
  ),
  patient_type: (row) => row.patient_type,
  physician_name: (row) => row.physician_name,
  created_at: (row) => <Whole>{dayInWords(row.added_on)}</Whole>,
}

type Shown = { columns: readonly PatientColumn[]; actions: RowActions; view: PatientListFilters }

const headOf = (name: PatientColumn, { filters, set }: PatientListFilters) => {
  const sort = patientSorts.find((one) => one === name)
  if (!sort) return { header: patientColumns[name] }
  const order = filters.sort === sort ? filters.order : undefined
  const next = order === 'asc' ? 'desc' : 'asc'
  return {
    sort: order && (order === 'asc' ? ('ascending' as const) : ('descending' as const)),
    header: (
      <SortButton order={order} onClick={() => set({ sort: sort === 'last_name' ? '' : sort, order: next })}>
        {patientColumns[name]}
      </SortButton>
    ),
  }
}

const Birth = ({ row }: { row: PatientRow }) => (
  <Text size="xs" lh={1.3} fw={400} c="dimmed" className={classes.whole}>
    {birthOf({ dob: row.dob, age: null })}
  </Text>
)

const initialsOf = ({ first_name, last_name }: PatientRow) => [first_name, last_name].map(([letter]) => letter).join('')

/** With the initials if a wide screen has room for them. */
const Named = ({ row, link }: { row: PatientRow; link: 'first_name' | 'last_name' }) => (
  <div className={classes.named}>
    <span className={classes.initials} data-initials={initialsOf(row)} aria-hidden />
    <PatientLink patient={row}>{row[link]}</PatientLink>
  </div>
)

/** The first name column shown labels the row and opens it. */
export const patientTable = ({ columns, actions, view }: Shown): Column<PatientRow>[] => {
  const link = columns.includes('first_name') ? 'first_name' : 'last_name'
  // Without its own column, the date of birth is below the last name shown, and both names are on one line.
  const birthBelow = columns.includes('last_name') ? 'last_name' : link
  const cellOf = (key: PatientColumn) => (row: PatientRow) => {
    const cell = key === link ? <Named row={row} link={link} /> : cells[key](row)
    if (columns.includes('dob') || (key !== link && key !== birthBelow)) return cell
    return (
      <>
        {cell}
        {key === birthBelow ? <Birth row={row} /> : <div className={classes.noBirth} />}
      </>
    )
  }
  return [
    ...columns.map((key) => ({
      key,
      ...headOf(key, view),
      ...(key === link && { rowHeader: true }),
      cell: cellOf(key),
    })),
    view.filters.deleted
      ? {
          key: 'actions',
          header: messages.deletedAt,
          cell: (row: PatientRow) => (
            <Group gap={4} wrap="nowrap" className={classes.whole}>
              {formatMediumDay(row.deleted_at ?? '')}
              <Action row={row} {...actions} />
            </Group>
          ),
        }
      : {
          key: 'actions',
          header: messages.actions,
          hideHeader: true,
          cell: (row: PatientRow) => <Action row={row} {...actions} />,
        },
  ]
}

const textOf = (row: PatientRow, name: PatientColumn) =>
  ({ ...row, indication: row.indication.join(', '), created_at: dayInWords(row.added_on), dob: birthOf(row) })[name]

/** The same columns on a card: names as its title, the rest in lines below. */
export const patientCard =
  ({ columns, actions }: Shown) =>
  (row: PatientRow) => {
    const has = (name: PatientColumn) => columns.includes(name)
    const names = columns.filter((name) => name === 'first_name' || name === 'last_name')
    const apart: PatientColumn[] = ['first_name', 'last_name', 'status', 'email']
    const inLine: PatientColumn[] = columns.includes('dob') ? [...columns] : ['dob', ...columns]
    const facts = inLine.filter((name) => !apart.includes(name)).map((name) => textOf(row, name))
    if (row.deleted_at) facts.push(`${messages.deletedAt} ${formatMediumDay(row.deleted_at)}`)
    return (
      <>
        <Group justify="space-between" gap="4px 12px" align="flex-start">
          <span>
            <PatientLink patient={row}>{names.map((name) => textOf(row, name)).join(' ')}</PatientLink>
            <NamesakeMark patient={row} />
          </span>
          {has('status') && <StatusBadge status={row.status} />}
        </Group>
        <Group justify="space-between" wrap="nowrap" align="flex-end">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" c="dimmed">
              <WholeFacts>{facts.filter(Boolean).join(' · ')}</WholeFacts>
            </Text>
            {has('email') && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                <Email className={classes.email} address={row.email} />
              </Text>
            )}
          </div>
          <Action row={row} {...actions} />
        </Group>
      </>
    )
  }
