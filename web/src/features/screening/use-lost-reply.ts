import { useRef } from 'react'
import { isUncertain } from '../../platform/http/failure.ts'

/**
 * Answers whose reply was lost may have been stored. Newer answers of the reader's own show that they were; before they are sent again,
 * the server is asked, since it takes them for new ones after a while (decision 98).
 */
export const useLostReply = (newest: string, readNewest: () => Promise<string>) => {
  /** The newest before the try that got no reply. */
  const before = useRef<string>(undefined)
  const isNewer = (found: string) => before.current !== undefined && found !== '' && found !== before.current
  return {
    hasArrived: isNewer(newest),
    sendOnce: async (send: () => Promise<unknown>) => {
      if (before.current !== undefined && isNewer(await readNewest())) return
      before.current ??= newest
      await send().catch((error: unknown) => {
        if (!isUncertain(error)) before.current = undefined
        throw error
      })
    },
  }
}
