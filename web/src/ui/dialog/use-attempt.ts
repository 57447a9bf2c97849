import { useState } from 'react'
import { isProofCanceled } from '../../platform/http/failure.ts'

/** Tries something once: whether it is in progress, and the message if it failed. */
export const useAttempt = (sentenceOf: (error: unknown) => string) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const attempt = async <T>(work: () => Promise<T>, onDone?: (response: T) => void) => {
    setBusy(true)
    setProblem('')
    let response: T
    try {
      response = await work()
    } catch (error) {
      if (!isProofCanceled(error)) setProblem(sentenceOf(error))
      return
    } finally {
      setBusy(false)
    }
    onDone?.(response)
  }
  return { attempt, busy, problem, dismiss: () => setProblem('') }
}
