import { listEmails, sendEmail } from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { refreshCall, sendFiles } from '../../platform/calls/api.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { failureSentence, refusalOf, statusOf } from '../../platform/http/failure.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
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

/** What is wrong with the files, and with the fields beside them. */
const fileRefusalOf = (error: unknown) => {
  const refusal = refusalOf(error)
  const { attachments, ...fields } = refusal?.fields ?? {}
  const sentence = attachments ?? ([413, 415].includes(statusOf(error)) && refusal?.error)
  return sentence ? { fields, files: [sentence] } : undefined
}

/** Everything that is typed, chosen and said while an email is written; it lives as long as the tab, whatever is open in it. */
export const useComposer = (patientKey: string, patientEmail: string) => {
  const empty = emptyLetter(patientEmail)
  const [done, setDone] = useState(false)
  const form = useForm<Letter>({
    initialValues: empty,
    validate: validateLetter,
    validateInputOnBlur: ['subject'],
    onValuesChange: () => setDone(false),
  })
  const draft = useDraft(`email.${patientKey}`, form)
  const { setFileProblems, readFiles, removeFiles, ...attachments } = useAttachments(form)
  const [percent, setPercent] = useState<number>()
  const lookAgain = useLookAgain()

  const start = () => {
    form.setInitialValues(empty)
    form.setValues(empty)
    form.clearErrors()
    removeFiles()
  }
  const sendLetter = async (letter: Letter) => {
    const body = bodyOf(letter)
    // As they are when the letter leaves, which may be later than the press.
    const files = readFiles()
    const send_key = await draft.sendKey(
      body,
      files.map(({ name, size, lastModified }) => [name, size, lastModified]),
    )
    setPercent(0)
    setDone(false)
    try {
      await sendFiles(sendEmail, { params: { key: patientKey }, body: { ...body, send_key } }, files, setPercent)
    } finally {
      setPercent(undefined)
      // A failed try may have arrived all the same.
      void refreshCall(listEmails)
    }
  }
  const { submit, problem, jump, dismiss, fields } = useSubmit(form, sendLetter, {
    onDone: () => {
      draft.sent()
      start()
      setDone(true)
      lookAgain()
    },
    sentence: (error) => failureSentence(error, messages.compose.failed),
    handled: (error) => {
      const refusal = fileRefusalOf(error)
      if (!refusal) return false
      form.setErrors(refusal.fields)
      setFileProblems(refusal.files)
      return true
    },
  })
  const clear = () => {
    draft.sent()
    start()
    setDone(false)
    dismiss()
  }
  const isEmpty = !form.isDirty() && attachments.files.length === 0
  return { ...attachments, form: fields, draft, percent, problem, done, clear, isEmpty, submit, jump }
}
