import { listMyAppointments } from '@fornix/contract'
import { useCall } from './api.ts'
import { useConfig } from './config.ts'

/** The appointments of the patient who is signed in. Where the project books elsewhere, there are none to ask for. */
export const useMyVisits = () => {
  const external = useConfig()?.scheduling_url
  const query = useCall(listMyAppointments, {}, { enabled: external === '' })
  return { query, isReady: external !== undefined && !query.isLoading }
}
