import { listMyAppointments } from '@fornix/contract'
import { useCall } from './api.ts'

/** The appointments of the patient who is signed in: also where the project books elsewhere, staff book some here. */
export const useMyVisits = () => {
  const query = useCall(listMyAppointments, {})
  return { query, isReady: !query.isLoading }
}
