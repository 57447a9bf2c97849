import { NewMessage, NewThread } from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { refreshIfLost } from '../../platform/calls/api.ts'
import { usePersistedDraft } from '../../platform/drafts/draft.ts'
import { detailOf, failureSentence } from '../../platform/http/failure.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { type ChosenFiles, NotAttached } from './attachments.ts'
import { messages } from './messages.ts'

const schemas = {
  reply: NewMessage.pick({ text: true }),
  start: NewThread.pick({ subject: true, text: true }),
}
type Values = { subject: string; text: string }
export type NewText = Values & { id: string; files: string[] }
type Options<R> = {
  /** Whose record the files go to. */
  patientKey: string
  kind: keyof typeof schemas
  /** What the draft is called. */
  name: string
  send: (body: NewText) => Promise<R>
  /** Reads again where it stands once it was sent, or may have been. */
  refresh: () => Promise<unknown>
  onSent?: (response: R) => unknown
}

/** What somebody writes: kept while it is not sent, also when sending fails, and sent once however often one presses. */
export const useWriting = <R>({ patientKey, kind, name, send, refresh, onSent }: Options<R>) => {
  const [isSent, setIsSent] = useState(false)
  const form = useForm<Values>({
    initialValues: { subject: '', text: '' },
    validate: schemaResolver(schemas[kind]),
    onValuesChange: ({ text }) => text !== '' && setIsSent(false),
  })
  const [isAttaching, setAttaching] = useState(false)
  const [hasFiles, setHasFiles] = useState(false)
  const [isWithoutFiles, setWithoutFiles] = useState(false)
  const draft = usePersistedDraft(name, {
    values: form.isDirty() ? { ...form.values, hasFiles: hasFiles || isWithoutFiles } : null,
    reset: () => {
      form.reset()
      setWithoutFiles(false)
    },
    restore: ({ subject, text, hasFiles: had }) => {
      form.setValues({ subject: String(subject ?? ''), text: String(text ?? '') })
      if (had !== true || hasFiles) return
      setAttaching(true)
      setWithoutFiles(true)
    },
  })
  const attachments = useRef<ChosenFiles>(null)
  const sendAll = async (values: Values) => {
    const files = (await attachments.current?.upload()) ?? []
    const sending = send({ ...values, files, id: await draft.sendKey(values, files.toSorted()) })
    return refreshIfLost(sending, refresh).catch((error: unknown) => {
      attachments.current?.uploadAgain(detailOf<string[]>(error, 'missing_files') ?? [])
      throw error
    })
  }
  const { submit, problem, isSending, fields } = useSubmit(form, sendAll, {
    onDone: (response) => {
      form.reset()
      draft.sent()
      setIsSent(true)
      setAttaching(false)
      // They are gone with their list, which no longer says so.
      setHasFiles(false)
      setWithoutFiles(false)
      void refresh().then(() => onSent?.(response))
    },
    sentence: (error) => (error instanceof NotAttached ? error.message : failureSentence(error, messages.sendFailed)),
    focus: 'text',
  })
  return {
    patientKey,
    kind,
    form: fields,
    draft,
    submit,
    problem,
    isSending,
    isSent,
    attachments,
    onFiles: (has: boolean) => {
      setHasFiles(has)
      if (has) setWithoutFiles(false)
    },
    isWithoutFiles,
    isAttaching,
    setAttaching,
  }
}
export type Writing = ReturnType<typeof useWriting>
