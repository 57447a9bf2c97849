import {
  AuthorizationForm,
  aYearAfter,
  listMyDocuments,
  listMyScans,
  markOf,
  requestAccess,
  uploadForm,
} from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { refreshCall, send, sendFiles } from '../../platform/calls/api.ts'
import { type Draft, usePersistedDraft } from '../../platform/drafts/draft.ts'
import {
  bodyOf,
  failureSentence,
  fieldsOf,
  isForReader,
  isProofCanceled,
  statusOf,
} from '../../platform/http/failure.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { startOver } from '../../ui/form/start-over.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'
import { draftName, type Study } from './study-of-tab.ts'

export type FormValues = AuthorizationForm

const two = (part: number) => String(part).padStart(2, '0')
/** A day of the reader's own calendar as date inputs write it. */
const today = () => {
  const now = new Date(serverNow())
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const initialValues = (): FormValues => ({
  personalUse: false,
  secondOpinion: false,
  other: false,
  otherDetails: '',
  expirationDate: aYearAfter(today()),
  signature: '',
})

/** The purposes as one text, as the record beside the PDF keeps them. */
const purposesOf = ({ personalUse, secondOpinion, other, otherDetails }: FormValues) =>
  [
    personalUse && messages.fields.personalUse,
    secondOpinion && messages.fields.secondOpinion,
    other && messages.sheet.otherNamed(otherDetails.trim()),
  ]
    .filter(Boolean)
    .join('; ')

/** Only what a form of today has, in the kind that it has. */
const fitting = (kept: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(initialValues()).flatMap(([name, value]) =>
      typeof kept[name] === typeof value ? [[name, kept[name]]] : [],
    ),
  ) as Partial<FormValues>

type Pressed = { values: FormValues; date: string }
type Signed = { values: string; date: string }
type Options = { study: Study; patientKey: string; patient: string; pages: () => readonly HTMLElement[] }

/** Draws and sends a form; one whose request did not get through is not signed a second time. */
const useUpload = ({ study, patientKey, patient, pages }: Options, sendKey: Draft['sendKey'], onDrawn: () => void) => {
  const uploaded = useRef<Signed>(undefined)
  return async (values: FormValues, date: string) => {
    const text = JSON.stringify(values)
    if (uploaded.current?.values === text && uploaded.current.date === date) return
    const { makePdf } = await import('./make-pdf.ts')
    const body = {
      study_id: study.id,
      purposes: purposesOf(values),
      expiration_date: values.expirationDate,
      signature: values.signature.trim(),
      date,
    }
    const keywords = markOf({ ...body, patient, scan_date: study.date })
    const pdf = await makePdf(pages(), { title: messages.title, keywords })
    onDrawn()
    const file = new File([pdf], 'AuthorizationForm', { type: 'application/pdf' })
    const key = await sendKey()
    await sendFiles(uploadForm, { params: { key: patientKey }, body }, [file], undefined, undefined, key)
    uploaded.current = { values: text, date }
    void refreshCall(listMyDocuments)
  }
}

/** The form, its kept text, and the way from Submit to a pending request. */
export const useAuthForm = (options: Options) => {
  const { study } = options
  const form = useForm<FormValues>({
    initialValues: initialValues(),
    validate: schemaResolver(AuthorizationForm),
    validateInputOnBlur: true,
  })
  const [busy, setBusy] = useState<'preparing' | 'sending'>()
  // The sheet shows what is sealed beside it, whatever becomes of the form meanwhile.
  const [pressed, setPressed] = useState<Pressed>()
  const [outcome, setOutcome] = useState<'sent' | 'kept' | { problem: string }>()
  const draft = usePersistedDraft(draftName, {
    values: form.isDirty() ? { ...form.values, studyId: study.id, studyDate: study.date } : null,
    reset: form.reset,
    // A signature belongs to the scan that it was typed for.
    fits: ({ studyId }) => studyId === study.id,
    restore: (values) => form.setValues(fitting(values)),
  })

  const upload = useUpload(options, draft.sendKey, () => setBusy('sending'))

  const sign = async (values: FormValues) => {
    const date = today()
    setOutcome(undefined)
    // Shows the pages that are to be drawn.
    flushSync(() => {
      setPressed({ values, date })
      setBusy('preparing')
    })
    try {
      await upload(values, date)
    } catch (error) {
      setBusy(undefined)
      if (isProofCanceled(error)) return
      const { file, date, signature, expiration_date } = fieldsOf(error) ?? {}
      if (!signature && !expiration_date)
        return setOutcome({ problem: file ?? date ?? failureSentence(error, messages.uploadFailed, isForReader) })
      form.setErrors({ ...(expiration_date && { expirationDate: expiration_date }), ...(signature && { signature }) })
      return form.getInputNode(expiration_date ? 'expirationDate' : 'signature')?.focus()
    }
    try {
      setBusy('sending')
      await send(requestAccess, { body: { studyId: study.id } })
      draft.sent()
      setOutcome('sent')
      void refreshCall(listMyScans)
    } catch (error) {
      const refusal = statusOf(error) > 0 ? bodyOf(error) : undefined
      // The images are open already: the form lets the clinic give them to others.
      if (refusal?.code === 'open') draft.sent()
      setOutcome(refusal?.code === 'open' ? 'kept' : { problem: refusal?.error || messages.unexpected })
    } finally {
      setBusy(undefined)
    }
  }
  const { submit, stopped, fields } = useSubmit(form, sign, { onDone: () => {}, sentence: () => messages.unexpected })

  return {
    form: fields,
    today: today(),
    draft,
    busy,
    pressed: busy && pressed,
    isWaiting: form.submitting && busy === undefined,
    outcome,
    stopped,
    submit,
    close: () => setOutcome(undefined),
    cancel: () => startOver(form),
  }
}
export type AuthForm = ReturnType<typeof useAuthForm>
