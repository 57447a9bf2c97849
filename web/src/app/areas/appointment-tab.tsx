import { AppointmentTab } from '../../features/appointments/AppointmentTab.tsx'
import { ScreeningNotice } from '../../features/screening/ScreeningNotice.tsx'
import { useScreeningReady } from '../../features/screening/use-screening-todo.ts'

/** The Appointment tab of the patient area, with what is missing for the next visit. */
export const PatientAppointmentTab = () => <AppointmentTab notice={<ScreeningNotice />} isReady={useScreeningReady()} />
