import { type MemberMessage, sendContactUs, type VisitorMessage } from '@fornix/contract'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { messages } from './messages.ts'

type Sentences = { status: (status: number) => string; error: string }
export type ContactValues = Record<keyof typeof messages.fields, string>
const contactFields = Object.keys(messages.fields) as (keyof ContactValues)[]

type Options = {
  /** What the form starts with, and returns to; a member's name and email are part of it. */
  initial: ContactValues
  schema: typeof MemberMessage | typeof VisitorMessage
  sentences: Sentences
  /** Where Cancel leads when nothing is typed. */
  back: string
}

/** The form of both contact pages, and what became of the message. */
export const useContact = ({ initial, schema, sentences, back }: Options) => {
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<'sent' | { problem: string }>()
  const form = useForm<ContactValues>({
    initialValues: initial,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
  })
  const focusFirst = (errors: object) => {
    const first = contactFields.find((name) => name in errors)
    if (first) form.getInputNode(first)?.focus()
  }
  const submit = form.onSubmit(async (values) => {
    setOutcome(undefined)
    try {
      await send(sendContactUs, { body: values })
      form.reset()
      setOutcome('sent')
    } catch (error) {
      const status = error instanceof ApiFailure ? error.status : 0
      if (error instanceof ApiFailure && error.body?.fields) form.setErrors(error.body.fields)
      setOutcome({ problem: status > 0 ? sentences.status(status) : sentences.error })
    }
  }, focusFirst)
  return {
    form,
    submit,
    outcome,
    close: () => setOutcome(undefined),
    cancel: () => {
      if (form.isDirty()) form.reset()
      else void navigate(back)
    },
  }
}
export type Contact = ReturnType<typeof useContact>
