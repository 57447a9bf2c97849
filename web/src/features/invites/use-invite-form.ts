import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { refusalOf, statusOf, uncertainSentence } from '../../platform/http/failure.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { startOver } from '../../ui/form/start-over.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'

type Options<V> = {
  initial: V
  schema: Parameters<typeof schemaResolver>[0]
  send: (values: V) => Promise<unknown>
  /** The message for a refusal with this status. */
  status: (status: number) => string
}
export type Failure = { sentence: string; why: string }

const failureOf = (error: unknown, status: (status: number) => string): Failure => {
  if (statusOf(error) === 0) return { sentence: messages.notSent, why: '' }
  const uncertain = uncertainSentence(error)
  if (uncertain) return { sentence: uncertain, why: '' }
  return { sentence: status(statusOf(error)), why: refusalOf(error)?.error ?? '' }
}

/** A form that invites somebody: typed text stays until the invitation is on its way or discarded. */
export const useInviteForm = <V extends Record<string, string>>({ initial, schema, send, status }: Options<V>) => {
  const form: UseFormReturnType<V> = useForm<V>({
    initialValues: initial,
    validate: schemaResolver(schema),
    validateInputOnBlur: true,
  })
  const [sent, setSent] = useState(false)
  const { submit, fields, isSending, failure, stopped, dismiss, jump } = useSubmit(form, send, {
    onDone: () => {
      startOver(form)
      setSent(true)
    },
    sentence: (error) => failureOf(error, status),
  })
  const discard = () => {
    startOver(form)
    dismiss()
  }
  return {
    form: fields,
    submit,
    isSending,
    jump,
    sent,
    failure,
    stopped,
    dismiss,
    discard,
    close: () => setSent(false),
  }
}
export type InviteForm<V extends Record<string, string>> = ReturnType<typeof useInviteForm<V>>
