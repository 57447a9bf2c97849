import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiFailure } from '../../platform/calls/api.ts'
import { messages } from './messages.ts'

type Options<V> = {
  initial: V
  schema: Parameters<typeof schemaResolver>[0]
  send: (values: V) => Promise<unknown>
  /** The sentence for a refusal with this status. */
  status: (status: number) => string
}
export type Failure = { sentence: string; why: string }

const failureOf = (error: unknown, status: (status: number) => string): Failure => {
  if (!(error instanceof ApiFailure) || error.status === 0) return { sentence: messages.notSent, why: '' }
  return { sentence: status(error.status), why: error.status < 500 ? (error.body?.error ?? '') : '' }
}

/** A form that invites somebody: what was typed stays until the invitation is on its way. */
export const useInviteForm = <V extends Record<string, string>>({ initial, schema, send, status }: Options<V>) => {
  const [outcome, setOutcome] = useState<'sent' | Failure>()
  const form: UseFormReturnType<V> = useForm<V>({
    initialValues: initial,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
  })
  const focusFirst = (errors: object) => {
    const first = Object.keys(initial).find((name) => name in errors)
    if (first) form.getInputNode(first)?.focus()
  }
  const submit = form.onSubmit(async (values) => {
    setOutcome(undefined)
    try {
      await send(values)
      form.reset()
      setOutcome('sent')
    } catch (error) {
      setOutcome(failureOf(error, status))
      if (error instanceof ApiFailure && error.body?.fields) form.setErrors(error.body.fields)
    }
  }, focusFirst)
  return { form, submit, outcome, close: () => setOutcome(undefined) }
}
