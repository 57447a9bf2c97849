import { listAppointments, type Placeholder } from '@fornix/contract'
import { useCall } from '../../platform/calls/api.ts'

/**
 * Day and time of the patient's next appointment as the site's clock shows them, with the name of its zone; none when
 * there is no appointment, or when it cannot be asked; undefined while the answer is awaited.
 */
export const useNextAppointment = (
  patientKey: string,
  wanted: boolean,
): Partial<Record<Placeholder, string>> | undefined => {
  const { data, isLoading } = useCall(listAppointments, { params: { key: patientKey } }, { enabled: wanted })
  if (isLoading) return undefined
  const now = new Date().toISOString()
  const next = data?.appointments
    .filter(({ start, status }) => status === 'booked' && start > now)
    .sort((a, b) => a.start.localeCompare(b.start))[0]
  if (!data || !next) return {}
  const timeZone = data.time_zone
  const at = new Date(next.start)
  const show = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(at)
  return {
    appointment_date: show({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
    appointment_time: show({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }).replace('\u202f', ' '),
  }
}
