import type { Upload } from '@fornix/contract'
import { useState } from 'react'
import { refusalOf, statusOf } from '../../platform/http/failure.ts'

/** The receipt that was chosen, and what is wrong with it. */
export const useReceipt = (rules: Upload) => {
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState('')
  return {
    file,
    problem,
    field: {
      rules,
      file,
      problem,
      onPick: (chosen: File | undefined, wrong: string) => {
        setFile(chosen)
        setProblem(wrong)
      },
    },
    require: () => setProblem((known) => known || (rules.missing ?? '')),
    /** A failure with one of these statuses is about the file: it is told beside it. */
    answers: (error: unknown, statuses: readonly number[]) => {
      const refusal = refusalOf(error)
      if (!statuses.includes(statusOf(error)) || refusal?.fields) return false
      setProblem(refusal?.error ?? '')
      return true
    },
  }
}
