import { listMyAppointments } from '@fornix/contract'
import { useCall } from './api.ts'

/** The signed-in patient's appointments; even if the project books elsewhere, staff book some here. */
export const useMyVisits = () => {
  const query = useCall(listMyAppointments, {})
  return { query, isReady: !query.isLoading }
}
