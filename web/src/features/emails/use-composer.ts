import { gapsIn, listEmails, maxAttachments, maxAttachmentsBytes, sendEmail } from '@fornix/contract'
import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure, refreshCall, sendFiles } from '../../platform/calls/api.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { statusOf } from '../../platform/http/failure.ts'
import { checkUpload } from '../../ui/form/check-upload.ts'
import { messages } from './messages.ts'
import { sum } from './sizes.ts'

export type AttachedDocument = { file_id: string; file_name: string; size: number }
export type Letter = {
  to_email: string
  cc: string
  bcc: string
  subject: string
  message: string
  documents: AttachedDocument[]
}
export type Composer = ReturnType<typeof useComposer>

const upload = sendEmail.upload!
const schema = schemaResolver(sendEmail.body, { sync: true })
/** The state of the delivery comes a little later than the email. */
const lookAgainMs = [2500, 10_000]

const check = (letter: Letter) => {
  const found: Record<string, React.ReactNode> = { ...schema(letter) }
  const gaps = gapsIn(`${letter.subject}\n${letter.message}`)
  if (gaps.length > 0 && !found['message']) found['message'] = messages.compose.gaps(gaps)
  return found
}

/** Everything that is typed, chosen and said while an email is written; it lives as long as the tab, whatever is open in it. */
export const useComposer = (patientKey: string, patientEmail: string) => {
  const empty: Letter = { to_email: patientEmail, cc: '', bcc: '', subject: '', message: '', documents: [] }
  const form = useForm<Letter>({ initialValues: empty, validate: check, validateInputOnBlur: ['subject'] })
  const draft = useDraft(`email.${patientKey}`, form)
  const [files, setFiles] = useState<File[]>([])
  const [fileProblems, setFileProblems] = useState<string[]>([])
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState('')
  const [done, setDone] = useState(false)
  const attempt = useRef({ content: '', key: '' })
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => timers.current.forEach(clearTimeout), [])

  const { documents } = form.values
  const bytes = sum(files) + sum(documents)
  const count = files.length + documents.length

  const addFiles = (chosen: readonly File[]) => {
    const problems: string[] = []
    const accepted: File[] = []
    for (const file of chosen) {
      const together = bytes + sum(accepted) + file.size > maxAttachmentsBytes
      const tooMany = count + accepted.length >= maxAttachments
      const sentence =
        checkUpload(file, upload) ??
        (together ? upload.several?.tooLargeTogether : tooMany ? upload.several?.tooManyFiles : undefined)
      if (sentence) problems.push(messages.files.refused(file.name, sentence))
      else accepted.push(file)
    }
    setFiles([...files, ...accepted])
    setFileProblems(problems)
  }
  const setDocuments = (chosen: AttachedDocument[]) => {
    const together = sum(files) + sum(chosen) > maxAttachmentsBytes
    const tooMany = files.length + chosen.length > maxAttachments
    const sentence = together ? upload.several?.tooLargeTogether : tooMany ? upload.several?.tooManyFiles : undefined
    setFileProblems(sentence ? [sentence] : [])
    if (!sentence) form.setFieldValue('documents', chosen)
    return !sentence
  }

  const start = () => {
    form.setInitialValues(empty)
    form.setValues(empty)
    form.clearErrors()
    setFiles([])
    setFileProblems([])
  }

  const submit = async (letter: Letter) => {
    const { documents, ...typed } = letter
    const body = { ...typed, attachments: JSON.stringify(documents.map(({ file_id }) => file_id)) }
    // The same email sent again after a lost answer is one email; a changed one is another.
    const content = JSON.stringify([body, files.map(({ name, size, lastModified }) => [name, size, lastModified])])
    if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() }
    setPercent(0)
    setFailure('')
    setDone(false)
    try {
      const args = { params: { key: patientKey }, body: { ...body, send_key: attempt.current.key } }
      await sendFiles(sendEmail, args, files, setPercent)
      start()
      setDone(true)
      timers.current = lookAgainMs.map((ms) => setTimeout(() => void refreshCall(listEmails), ms))
    } catch (error) {
      const errorBody =
        error instanceof ApiFailure && error.status >= 400 && error.status < 500 ? error.body : undefined
      const { attachments, ...fields } = errorBody?.fields ?? {}
      form.setErrors(fields)
      if (errorBody?.error && (attachments || [413, 415].includes(statusOf(error))))
        setFileProblems([attachments ?? errorBody.error])
      else if (Object.keys(fields).length === 0) setFailure(errorBody?.error ?? messages.compose.failed)
    } finally {
      setPercent(undefined)
      // A failed try may have arrived all the same.
      void refreshCall(listEmails)
    }
  }

  return {
    form,
    draft,
    files,
    fileProblems,
    bytes,
    percent,
    failure,
    done,
    addFiles,
    removeFile: (file: File) => setFiles(files.filter((other) => other !== file)),
    setDocuments,
    clear: () => {
      draft.sent()
      start()
      setDone(false)
      setFailure('')
    },
    isEmpty: !form.isDirty() && files.length === 0,
    submit,
  }
}
