import { Group } from '@mantine/core'
import { AddPatient } from '../../features/invites/AddPatient.tsx'
import { PatientListPage } from '../../features/patients/PatientListPage.tsx'
import { WaitingLink } from '../../features/registration/WaitingLink.tsx'
import { SavedViews } from '../../features/saved-views/SavedViews.tsx'

const actions = (
  <Group gap="sm">
    <WaitingLink />
    <AddPatient />
  </Group>
)

/** /operatorPatientlist with what the other features put into it. */
export const PatientList = () => (
  <PatientListPage
    actions={actions}
    views={({ status, patient_type, sort, order }) => <SavedViews filters={{ status, patient_type, sort, order }} />}
  />
)
