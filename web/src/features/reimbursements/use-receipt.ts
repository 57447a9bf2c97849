import type { Upload } from '@fornix/contract'
import { useState } from 'react'
import { refusalOf, statusOf } from '../../platform/http/failure.ts'
import { checkUpload } from '../../ui/form/check-upload.ts'
import { type SendFile, useUploads } from '../../ui/form/use-uploads.ts'

/** Canceled: the file's own line says so. */
export const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** The selected receipt, and its error. */
export const useReceipt = (rules: Upload) => {
  const uploads = useUploads(rules, false)
  const [problem, setProblem] = useState('')
  const [item] = uploads.items
  return {
    file: item?.file,
    problem: uploads.problems[0] ?? problem,
    isPreparing: uploads.isPreparing,
    /** Which bytes are sent by now. */
    keyNow: () => uploads.read()[0]?.key,
    /** Sends the receipt, with everything that belongs to it. */
    send: async (upload: SendFile) => item && uploads.send(item, upload, () => ''),
    field: {
      uploads,
      problem,
      onPick: (files: File[]) => {
        setProblem('')
        void uploads.add(files)
      },
    },
    require: () => setProblem(uploads.problems.length > 0 ? '' : (checkUpload(undefined, rules) ?? '')),
    /** A failure with one of these statuses is about the file: it is shown beside it. */
    answers: (error: unknown, statuses: readonly number[]) => {
      const refusal = refusalOf(error)
      if (!statuses.includes(statusOf(error)) || refusal?.fields) return false
      setProblem(refusal?.error ?? '')
      return true
    },
  }
}
