import type { PatientRow } from '@fornix/contract'
import { Anchor, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/DataList.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { messages } from './messages.ts'
import classes from './patients.module.css'

export type Open = (patientKey: string, inNewWindow?: boolean) => void

type LinkProps = { patient: PatientRow; open: Open; children: ReactNode }
const PatientLink = ({ patient, open, children }: LinkProps) => (
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

export const patientColumns = (open: Open): Column<PatientRow>[] => [
  {
    key: 'mrn_number',
    header: messages.columns.mrn_number,
    cell: (row) => (
      <Text ff="monospace" fz="sm">
        {row.mrn_number}
      </Text>
    ),
  },
  {
    key: 'first_name',
    header: messages.columns.first_name,
    rowHeader: true,
    cell: (row) => (
      <PatientLink patient={row} open={open}>
        {row.first_name}
      </PatientLink>
    ),
  },
  {
    key: 'last_name',
    header: messages.columns.last_name,
    cell: (row) => (
      <Text fw={600} fz="sm">
        {row.last_name}
      </Text>
    ),
  },
  {
    key: 'email',
    header: messages.columns.email,
    cell: (row) => <Email address={row.email} />,
  },
  { key: 'indication', header: messages.columns.indication, cell: (row) => row.indication.join(', ') },
  {
    key: 'status',
    header: messages.columns.status,
    cell: (row) => (
      <div className={classes.whole}>
        <StatusBadge status={row.status} />
      </div>
    ),
  },
  {
    key: 'patient_id',
    header: messages.columns.patient_id,
    cell: (row) => <div className={classes.whole}>{row.patient_id}</div>,
  },
]

export const patientCard = (open: Open) => (row: PatientRow) => (
  <>
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <PatientLink patient={row} open={open}>
        {row.first_name} {row.last_name}
      </PatientLink>
      <StatusBadge status={row.status} />
    </Group>
    <Text size="sm" c="dimmed">
      {[row.mrn_number, row.patient_id, row.indication.join(', ')].filter(Boolean).join(' · ')}
    </Text>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {row.email}
    </Text>
  </>
)
