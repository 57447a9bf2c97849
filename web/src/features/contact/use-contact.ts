import { type MemberMessage, sendContactUs, type VisitorMessage } from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { send } from '../../platform/calls/api.ts'
import type { Draft } from '../../platform/drafts/draft.ts'
import { statusSentence } from '../../platform/http/failure.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { startOver } from '../../ui/form/start-over.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import type { messages } from './messages.ts'

type Sentences = { status: (status: number) => string; error: string }
export type ContactValues = Record<keyof typeof messages.fields, string>

type Schema = typeof MemberMessage | typeof VisitorMessage

/** `initial` is also used on reset; a member's name and email are part of it. */
export const useContactForm = (initial: ContactValues, schema: Schema) =>
  useForm<ContactValues>({ initialValues: initial, validate: schemaResolver(schema), validateInputOnBlur: true })

type Options = {
  form: ReturnType<typeof useContactForm>
  /** What is kept of it; nothing of a visitor's. */
  draft?: Pick<Draft, 'sent' | 'sendKey'>
  sentences: Sentences
  /** Where Cancel leads if nothing is typed. */
  back: string
}

/** Sends the form of both contact pages, and says what came of it. */
export const useContact = ({ form, draft, sentences, back }: Options) => {
  const navigate = useNavigate()
  const [sent, setSent] = useState(false)
  const sendOnce = async (body: ContactValues) => send(sendContactUs, { body }, { key: await draft?.sendKey() })
  const { submit, fields, failure, stopped, dismiss, isSending } = useSubmit(form, sendOnce, {
    onDone: () => {
      draft?.sent()
      startOver(form)
      setSent(true)
    },
    sentence: (error) => statusSentence(error, sentences.error, sentences.status),
  })
  return {
    form: fields,
    isDirty: form.isDirty(),
    isSending,
    submit,
    failure,
    stopped,
    dismiss,
    sent,
    close: () => setSent(false),
    cancel: () => {
      if (form.isDirty()) startOver(form)
      else void navigate(back)
    },
  }
}
export type Contact = ReturnType<typeof useContact>
