import { Group } from '@mantine/core'
import { Suspense } from 'react'
import { AddPatient } from '../../features/invites/AddPatient.tsx'
import { PatientListPage } from '../../features/patients/PatientListPage.tsx'
import { WaitingLink } from '../../features/registration/WaitingLink.tsx'
import { SavedViews } from '../../features/saved-views/SavedViews.tsx'
import { useSession } from '../../platform/session/session.tsx'
import { unseen } from '../../ui/state/absence.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'

const FirstSteps = lazyPart(async () => (await import('../../features/providers/FirstSteps.tsx')).FirstSteps, unseen)

const actions = (
  <Group gap="sm">
    <WaitingLink />
    <AddPatient />
  </Group>
)

/** The list is where admins arrive; only they see the pages of the steps. */
const StepsOfAdmins = () => {
  const isAdmin = useSession()?.audience === 'admin'
  return <Suspense>{isAdmin && <FirstSteps />}</Suspense>
}

/** /operatorPatientlist with what the other features add to it. */
export const PatientList = () => (
  <PatientListPage
    actions={actions}
    firstSteps={<StepsOfAdmins />}
    views={({ status, patient_type, sort, order }) => <SavedViews filters={{ status, patient_type, sort, order }} />}
  />
)
