import { type ComparedRecord, type Comparison, keysOf, recordDifferences } from '@fornix/contract'
import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { birthOf, phoneOf } from '../../clinic/records/patient-identity.ts'
import { formatMediumDay } from '../../ui/display/dates.ts'
import { Email } from '../../ui/display/Email.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { messages } from './messages.ts'
import styles from './record-merge.module.css'

const values: Record<keyof typeof messages.rows, (record: ComparedRecord) => ReactNode> = {
  name: nameOf,
  dob: (record) => birthOf(record) && <WholeFacts>{birthOf(record)}</WholeFacts>,
  gender: ({ gender }) => gender,
  mrn_number: ({ mrn_number }) => mrn_number,
  email: ({ email }) => email && <Email address={email} narrow />,
  mobile_number: ({ mobile_number }) => phoneOf(mobile_number),
  // No badge: in a narrow window three columns have no room for one.
  status: ({ status }) => status,
  signs_in: ({ signs_in }) => (signs_in ? messages.yes : messages.no),
  created_at: ({ created_at }) => formatMediumDay(created_at),
}

/** The two records, line by line; contradicting lines are marked. */
export const SideBySide = ({ records, differs }: Pick<Comparison, 'records' | 'differs'>) => {
  const isDifferent = (name: string) => recordDifferences.some((one) => one === name && differs.includes(one))
  const row = (name: string, label: string, of: (record: ComparedRecord) => ReactNode) => (
    <Table.Tr key={name} className={isDifferent(name) ? styles.differs : undefined}>
      <Table.Th scope="row">{label}</Table.Th>
      {records.map((record) => (
        <Table.Td key={record.patient_id}>{of(record) || messages.none}</Table.Td>
      ))}
    </Table.Tr>
  )
  return (
    <Table className={styles.sides} aria-label={messages.comparison} horizontalSpacing={6} verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{messages.field}</Table.Th>
          {records.map(({ patient_id }) => (
            <Table.Th key={patient_id} scope="col">
              {patient_id}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keysOf(messages.rows).map((name) => row(name, messages.rows[name], values[name]))}
        {keysOf(messages.things).map((name) => row(name, messages.things[name], ({ counts }) => String(counts[name])))}
      </Table.Tbody>
    </Table>
  )
}
