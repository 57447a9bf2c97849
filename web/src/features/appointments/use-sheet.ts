import { type Call, notificationPollMs, notificationStream } from '@fornix/contract'
import { refreshCall } from '../../platform/calls/api.ts'
import { useLive } from '../../platform/calls/live.ts'

/** Sheets stay open all day: colleagues' notes and patients' bookings appear automatically. */
export const liveSheet = { keepPrevious: true, staleTime: 0, refetchInterval: notificationPollMs } as const
export const useLiveSheet = (call: Call) => useLive(notificationStream, () => void refreshCall(call))
