import { countScanRequests, getAdminProfile, listOpenAccess } from '@fornix/contract'
import { refreshCalls } from '../../platform/calls/api.ts'

/** After a decision: what waits, how much waits, and what is open. */
export const refreshRequests = () => refreshCalls(getAdminProfile, countScanRequests, listOpenAccess)
