import { countScanRequests, getAdminProfile, listOpenAccess } from '@fornix/contract'
import { refreshCall } from '../../platform/calls/api.ts'

/** After a decision: what waits, how much waits, and what is open. */
export const refreshRequests = () => Promise.all([getAdminProfile, countScanRequests, listOpenAccess].map(refreshCall))
