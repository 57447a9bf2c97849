import { useRef } from 'react'
import { isUncertain } from '../../platform/http/failure.ts'

type Answers<Data> = { refetch: () => Promise<{ isError: boolean; data: Data | undefined }> }
/** Asks the server when the reader's newest answers were sent; undefined if there was no response. */
export const askForNewest =
  <Data>({ refetch }: Answers<Data>, newestOf: (data: Data | undefined) => string) =>
  async () => {
    const { isError, data } = await refetch()
    return isError ? undefined : newestOf(data)
  }

/** `before`: the newest answers when these were first sent; undefined if the server could not be asked. */
type Lost = { answers: string; before: string | undefined }
const isNewer = ({ before }: Lost, newest: string | undefined) =>
  before !== undefined && newest !== undefined && newest !== '' && newest !== before

/**
 * Answers whose response was lost may have been stored. Newer answers of the reader's own show that they were; before the same ones are
 * sent again, the server is asked, since it takes them for new ones after a while (decision 98).
 * `answers`: those in the form, as text.
 */
export const useLostResponse = (answers: string, newest: string, readNewest: () => Promise<string | undefined>) => {
  const lost = useRef<Lost>(undefined)
  return {
    hasArrived: lost.current?.answers === answers && isNewer(lost.current, newest),
    sendOnce: async (send: () => Promise<unknown>) => {
      const earlier = lost.current
      const now = earlier ? await readNewest() : newest
      const isSame = earlier?.answers === answers
      if (isSame && isNewer(earlier, now)) return
      lost.current = { answers, before: isSame ? earlier.before : now }
      await send().catch((error: unknown) => {
        if (!isUncertain(error)) lost.current = undefined
        throw error
      })
    },
  }
}
