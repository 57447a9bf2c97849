import { patientColumns, type StaffPatient } from '@fornix/contract'
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '../../platform/base/paths.ts'
import { StatusBadge } from '../../ui/display/StatusBadge.tsx'
import { BackLink } from '../../ui/list/BackLink.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { messages } from './messages.ts'
import classes from './patients.module.css'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Group gap={6} wrap="nowrap">
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="dd" m={0} size="sm" fw={600} c="var(--mantine-color-text)">
      {children || messages.unknown}
    </Text>
  </Group>
)

/** Stays in sight while the record scrolls: nobody should wonder whose record this is. */
export const PatientHeader = ({ patient, children }: { patient: StaffPatient; children?: ReactNode }) => (
  <>
    <BackLink to={paths.patientList}>{messages.details.back}</BackLink>
    <div className={`${classes.header} ${children ? classes.withTabs : ''}`}>
      <PageTitle
        title={`${patient.first_name} ${patient.last_name}`}
        documentTitle={messages.details.title}
        subtitle={
          <dl className={classes.facts}>
            <Fact name={patientColumns.status}>
              <StatusBadge status={patient.status} />
            </Fact>
            <Fact name={patientColumns.mrn_number}>{patient.mrn_number}</Fact>
            <Fact name={messages.fields.patient_type}>{patient.patient_type}</Fact>
            <Fact name={patientColumns.patient_id}>{patient.patient_id}</Fact>
          </dl>
        }
      />
      {children}
    </div>
  </>
)
