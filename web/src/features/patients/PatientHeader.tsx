import { patientColumns } from '@fornix/contract'
import { Alert, Badge, Group, Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { NamesakeMark } from '../../clinic/records/NamesakeMark.tsx'
import { birthOf } from '../../clinic/records/patient-identity.ts'
import { RecordGone } from '../../clinic/records/RecordGone.tsx'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { WhoOpened } from '../../clinic/records/WhoOpened.tsx'
import { paths } from '../../platform/base/paths.ts'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { BackLink } from '../../ui/list/BackLink.tsx'
import { latestOf, listAddress } from '../../ui/list/list-address.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { messages } from './messages.ts'
import { PatientMenu } from './PatientMenu.tsx'
import classes from './patients.module.css'
import { staffMessages } from './staff-messages.ts'
import type { StaffRecord } from './use-patient-record.ts'

const DeletePatient = lazyDialog(async () => (await import('./DeletePatient.tsx')).DeletePatient, {
  patient: undefined,
})

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

type Patient = StaffRecord['patient']
/** On a phone two identifiers stay in view, and the rest scrolls away. */
type PatientFact = { name: string; of: (patient: Patient) => ReactNode; staysInSight?: true }
const facts: PatientFact[] = [
  { name: patientColumns.status, of: ({ status }) => <StatusBadge status={status} /> },
  { name: messages.fields.dob, of: (patient) => patient.dob && birthOf(patient), staysInSight: true },
  { name: messages.fields.gender, of: ({ gender }) => gender },
  { name: patientColumns.mrn_number, of: ({ mrn_number }) => mrn_number, staysInSight: true },
  { name: messages.fields.patient_type, of: ({ patient_type }) => patient_type },
  { name: patientColumns.patient_id, of: ({ patient_id }) => patient_id },
]
const Facts = ({ patient, shown }: { patient: Patient; shown: PatientFact[] }) => (
  <dl className={classes.facts}>
    {shown.map(({ name, of }) => (
      <Fact key={name} name={name}>
        {of(patient)}
      </Fact>
    ))}
  </dl>
)

/** The most common origins, each with the text of the link back. */
const ways: Record<string, string> = {
  [paths.patientList]: messages.details.back,
  [paths.workQueue]: messages.details.backToToday,
  [paths.daySheet]: messages.details.backToSheet,
}

/** Back to where the person came from. */
export const WayBack = () => {
  const [from] = useState(() => latestOf(Object.keys(ways)) ?? paths.patientList)
  return <BackLink to={from}>{ways[from]}</BackLink>
}

/** `tools` are other features' actions on the record as a whole. */
type Props = { record: StaffRecord; tools?: ReactNode; children?: ReactNode }

/** Stays in view while the record scrolls: nobody should have to wonder whose record this is. */
export const PatientHeader = ({ record, tools, children }: Props) => {
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const { patient, has_namesake, special_care } = record
  const named = { ...patient, has_namesake }
  const isWide = useAtLeast('48em')
  return (
    <>
      <Group justify="space-between" gap="sm">
        <WayBack />
        <Group gap="sm">
          {tools}
          <WhoOpened of={{ patient: patient.patient_id }} />
        </Group>
      </Group>
      {special_care && (
        <Alert role="note" variant="light" mt="sm" py="xs" icon={<IconShieldLock aria-hidden />}>
          {staffMessages.specialCare.banner}
        </Alert>
      )}
      <div className={`${classes.header} ${children ? classes.withTabs : ''}`}>
        <PageTitle
          title={
            <>
              {nameOf(patient)}
              <NamesakeMark patient={named} />
              {special_care && (
                <>
                  {' '}
                  <Badge component="span" size="sm" variant="light" title={staffMessages.specialCare.banner}>
                    {staffMessages.specialCare.mark}
                  </Badge>
                </>
              )}
            </>
          }
          // Distinguishes windows, but tells a passer-by nothing.
          documentTitle={`${patient.patient_id} · ${messages.details.title}`}
          subtitle={<Facts patient={patient} shown={isWide ? facts : facts.filter((fact) => fact.staysInSight)} />}
          corner={<PatientMenu patient={patient} onDelete={() => setDeleting(true)} inRecord />}
        />
        <RecordGone patientKey={patient.patient_id} />
        {children}
      </div>
      {!isWide && <Facts patient={patient} shown={facts.filter((fact) => !fact.staysInSight)} />}
      <DeletePatient
        patient={deleting ? named : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate(listAddress(paths.patientList))}
      />
    </>
  )
}
