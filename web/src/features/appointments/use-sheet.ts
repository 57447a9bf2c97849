import { type Call, notificationPollMs, notificationStream } from '@fornix/contract'
import { refreshCall } from '../../platform/calls/api.ts'
import { useLive } from '../../platform/calls/live.ts'

/** Sheets are open all day: what colleagues note and patients book shows by itself. */
export const liveSheet = { keepPrevious: true, staleTime: 0, refetchInterval: notificationPollMs } as const
export const useLiveSheet = (call: Call) => useLive(notificationStream, () => void refreshCall(call))
