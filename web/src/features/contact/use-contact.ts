import { type MemberMessage, sendContactUs, type VisitorMessage } from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { send } from '../../platform/calls/api.ts'
import { statusSentence } from '../../platform/http/failure.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { startOver } from '../../ui/form/start-over.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import type { messages } from './messages.ts'

type Sentences = { status: (status: number) => string; error: string }
export type ContactValues = Record<keyof typeof messages.fields, string>

type Options = {
  /** The form's initial values, also used on reset; a member's name and email are part of them. */
  initial: ContactValues
  schema: typeof MemberMessage | typeof VisitorMessage
  sentences: Sentences
  /** Where Cancel leads if nothing is typed. */
  back: string
}

/** The form of both contact pages, and the result of sending. */
export const useContact = ({ initial, schema, sentences, back }: Options) => {
  const navigate = useNavigate()
  const form = useForm<ContactValues>({
    initialValues: initial,
    validate: schemaResolver(schema),
    validateInputOnBlur: true,
  })
  const [sent, setSent] = useState(false)
  const { submit, fields, failure, stopped, dismiss } = useSubmit(form, (body) => send(sendContactUs, { body }), {
    onDone: () => {
      startOver(form)
      setSent(true)
    },
    sentence: (error) => statusSentence(error, sentences.error, sentences.status),
  })
  return {
    form: fields,
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
