import { listEmails, sendEmail } from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useSendKey } from '../../platform/base/send-key.ts'
import { ApiFailure, refreshCall, sendFiles } from '../../platform/calls/api.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { statusOf } from '../../platform/http/failure.ts'
import { bodyOf, emptyLetter, type Letter, validateLetter } from './letter.ts'
import { messages } from './messages.ts'
import { useAttachments } from './use-attachments.ts'

export type Composer = ReturnType<typeof useComposer>

/** The state of the delivery comes a little later than the email. */
const lookAgainMs = [2500, 10_000]

const useLookAgain = () => {
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => timers.current.forEach(clearTimeout), [])
  return () => {
    timers.current = lookAgainMs.map((ms) => setTimeout(() => void refreshCall(listEmails), ms))
  }
}

/** What to say of a failure: beside the fields, beside the files, or above all. */
const problemsOf = (error: unknown) => {
  const errorBody = error instanceof ApiFailure && error.status >= 400 && error.status < 500 ? error.body : undefined
  const { attachments, ...fields } = errorBody?.fields ?? {}
  if (errorBody?.error && (attachments || [413, 415].includes(statusOf(error))))
    return { fields, files: [attachments ?? errorBody.error] }
  const failure = Object.keys(fields).length === 0 ? (errorBody?.error ?? messages.compose.failed) : undefined
  return { fields, failure }
}

/** Everything that is typed, chosen and said while an email is written; it lives as long as the tab, whatever is open in it. */
export const useComposer = (patientKey: string, patientEmail: string) => {
  const empty = emptyLetter(patientEmail)
  const form = useForm<Letter>({ initialValues: empty, validate: validateLetter, validateInputOnBlur: ['subject'] })
  const draft = useDraft(`email.${patientKey}`, form)
  const { setFileProblems, removeFiles, ...attachments } = useAttachments(form)
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState('')
  const [done, setDone] = useState(false)
  const sendKeyOf = useSendKey()
  const lookAgain = useLookAgain()

  const start = () => {
    form.setInitialValues(empty)
    form.setValues(empty)
    form.clearErrors()
    removeFiles()
  }
  const submit = async (letter: Letter) => {
    const body = bodyOf(letter)
    const { files } = attachments
    const send_key = sendKeyOf(
      body,
      files.map(({ name, size, lastModified }) => [name, size, lastModified]),
    )
    setPercent(0)
    setFailure('')
    setDone(false)
    try {
      const args = { params: { key: patientKey }, body: { ...body, send_key } }
      await sendFiles(sendEmail, args, files, setPercent)
      start()
      setDone(true)
      lookAgain()
    } catch (error) {
      const problems = problemsOf(error)
      form.setErrors(problems.fields)
      if (problems.files) setFileProblems(problems.files)
      else if (problems.failure !== undefined) setFailure(problems.failure)
    } finally {
      setPercent(undefined)
      // A failed try may have arrived all the same.
      void refreshCall(listEmails)
    }
  }
  const clear = () => {
    draft.sent()
    start()
    setDone(false)
    setFailure('')
  }
  const isEmpty = !form.isDirty() && attachments.files.length === 0
  return { ...attachments, form, draft, percent, failure, done, clear, isEmpty, submit }
}
