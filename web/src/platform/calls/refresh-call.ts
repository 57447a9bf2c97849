import type { Call } from '@fornix/contract'
import { queryClient } from '../http/query-client.ts'

/** Whatever was answered to a call is asked for again where it is shown. */
export const refreshCall = (call: Call) => queryClient.invalidateQueries({ queryKey: [call.path] })
