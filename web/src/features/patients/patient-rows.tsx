import { type PatientColumn, type PatientRow, patientColumns, patientSorts } from '@fornix/contract'
import { ActionIcon, Anchor, Group, Text, Tooltip } from '@mantine/core'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { formatDay } from '../../ui/display/dates.ts'
import { StatusBadge } from '../../ui/display/StatusBadge.tsx'
import type { Column } from '../../ui/list/DataList.tsx'
import { SortButton } from '../../ui/list/SortButton.tsx'
import { messages } from './messages.ts'
import classes from './patients.module.css'
import type { PatientListFilters } from './use-patient-filters.ts'

type Open = (patientKey: string, inNewWindow?: boolean) => void
/** What can be done with a row. A deleted one is not opened: nobody reaches it before it is restored. */
export type RowActions = { open: Open; remove: (row: PatientRow) => void; restore: (row: PatientRow) => void }

export const nameOf = ({ first_name, last_name }: Pick<PatientRow, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`

type LinkProps = { patient: PatientRow; open: Open; children: ReactNode }
const PatientLink = ({ patient, open, children }: LinkProps) =>
  patient.deleted_at ? (
    <Text span fw={600} fz="inherit">
      {children}
    </Text>
  ) : (
    <Anchor
      component={Link}
      to={paths.profile}
      state={{ patientKey: patient.patient_id }}
      fw={600}
      fz="inherit"
      onClick={(event) => {
        event.preventDefault()
        open(patient.patient_id, event.metaKey || event.ctrlKey || event.shiftKey)
      }}
      onAuxClick={(event) => {
        event.preventDefault()
        if (event.button === 1) open(patient.patient_id, true)
      }}
    >
      {children}
    </Anchor>
  )

const Action = ({ row, remove, restore }: { row: PatientRow } & RowActions) => {
  const texts = row.deleted_at ? messages.restore : messages.remove
  const Icon = row.deleted_at ? IconRestore : IconTrash
  const label = texts.button(nameOf(row))
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        onClick={() => (row.deleted_at ? restore(row) : remove(row))}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** A long address breaks after its @ before it breaks anywhere else. */
const Email = ({ address }: { address: string }) => {
  const at = address.indexOf('@') + 1
  return (
    <span className={classes.breakable}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
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
    <Text fw={600} fz="sm">
      {row.last_name}
    </Text>
  ),
  email: (row) => <Email address={row.email} />,
  indication: (row) => row.indication.join(', '),
  status: (row) => (
    <Whole>
      <StatusBadge status={row.status} />
    </Whole>
  ),
  patient_type: (row) => row.patient_type,
  physician_name: (row) => row.physician_name,
  created_at: (row) => <Whole>{formatDay(row.created_at)}</Whole>,
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

/** The first name that is shown names the row and opens it. */
export const patientTable = ({ columns, actions, view }: Shown): Column<PatientRow>[] => {
  const link = columns.includes('first_name') ? 'first_name' : 'last_name'
  return [
    ...columns.map((key) => ({
      key,
      ...headOf(key, view),
      ...(key === link && { rowHeader: true }),
      cell: (row: PatientRow) =>
        key === link ? (
          <PatientLink patient={row} open={actions.open}>
            {row[link]}
          </PatientLink>
        ) : (
          cells[key](row)
        ),
    })),
    view.filters.deleted
      ? {
          key: 'actions',
          header: messages.deletedAt,
          cell: (row: PatientRow) => (
            <Group gap={4} wrap="nowrap" className={classes.whole}>
              {formatDay(row.deleted_at ?? '')}
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
  name === 'indication' ? row.indication.join(', ') : name === 'created_at' ? formatDay(row.created_at) : row[name]

/** The same columns on a card: names as its title, the rest in lines below. */
export const patientCard =
  ({ columns, actions }: Shown) =>
  (row: PatientRow) => {
    const has = (name: PatientColumn) => columns.includes(name)
    const names = columns.filter((name) => name === 'first_name' || name === 'last_name')
    const apart: PatientColumn[] = ['first_name', 'last_name', 'status', 'email']
    const facts = columns.filter((name) => !apart.includes(name)).map((name) => textOf(row, name))
    if (row.deleted_at) facts.push(`${messages.deletedAt} ${formatDay(row.deleted_at)}`)
    return (
      <>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <PatientLink patient={row} open={actions.open}>
            {names.map((name) => textOf(row, name)).join(' ')}
          </PatientLink>
          {has('status') && <StatusBadge status={row.status} />}
        </Group>
        <Group justify="space-between" wrap="nowrap" align="flex-end">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" c="dimmed">
              {facts.filter(Boolean).join(' · ')}
            </Text>
            {has('email') && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                <Email address={row.email} />
              </Text>
            )}
          </div>
          <Action row={row} {...actions} />
        </Group>
      </>
    )
  }
