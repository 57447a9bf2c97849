import { AddPatient } from './features/invites/AddPatient.tsx'
import { PatientListPage } from './features/patients/PatientListPage.tsx'

/** /operatorPatientlist with what the other features put beside its title. */
export const Component = () => <PatientListPage actions={<AddPatient />} />
