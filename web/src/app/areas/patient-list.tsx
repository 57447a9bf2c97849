import { Group } from '@mantine/core'
import { AddPatient } from '../../features/invites/AddPatient.tsx'
import { PatientListPage } from '../../features/patients/PatientListPage.tsx'
import { WaitingLink } from '../../features/registration/WaitingLink.tsx'

const actions = (
  <Group gap="sm">
    <WaitingLink />
    <AddPatient />
  </Group>
)

/** /operatorPatientlist with what the other features put beside its title. */
export const PatientList = () => <PatientListPage actions={actions} />
