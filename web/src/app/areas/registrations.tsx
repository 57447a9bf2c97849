import { InvitePatient } from '../../features/invites/InvitePatient.tsx'
import { RegistrationsPage } from '../../features/registration/RegistrationsPage.tsx'

/** /registrations with the form that invites a patient instead. */
export const Registrations = () => <RegistrationsPage Invite={InvitePatient} />
