import { useState } from 'react'

/** Tries something once: whether it is on its way, and the sentence of how it failed. */
export const useAttempt = (sentenceOf: (error: unknown) => string) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const attempt = async <T>(work: () => Promise<T>, onDone: (reply: T) => void) => {
    setBusy(true)
    setProblem('')
    try {
      onDone(await work())
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { attempt, busy, problem, dismiss: () => setProblem('') }
}
