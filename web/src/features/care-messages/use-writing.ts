import { NewMessage, NewThread } from '@fornix/contract'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { useDraft } from '../../platform/drafts/draft.ts'
import { refusalOf } from '../../platform/http/failure.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'
import { useSendId } from './use-send-id.ts'

const schemas = {
  reply: NewMessage.omit({ id: true }),
  start: NewThread.omit({ id: true }),
}
type Values = { subject: string; text: string }
type Options<R> = {
  kind: keyof typeof schemas
  /** What the draft is called. */
  name: string
  send: (body: Values & { id: string }) => Promise<R>
  onSent?: (reply: R) => unknown
}

/** What somebody writes: kept while it is not sent, also when sending fails, and sent once however often one presses. */
export const useWriting = <R>({ kind, name, send, onSent }: Options<R>) => {
  const [isSent, setIsSent] = useState(false)
  const form = useForm<Values>({
    initialValues: { subject: '', text: '' },
    validate: schemaResolver(schemas[kind], { sync: true }),
    onValuesChange: ({ text }) => text !== '' && setIsSent(false),
  })
  const draft = useDraft(name, form)
  const { idOf, done } = useSendId()
  const { submit, problem } = useSubmit(form, (values) => send({ ...values, id: idOf(values) }), {
    onDone: async (reply) => {
      done()
      form.reset()
      draft.sent()
      setIsSent(true)
      await onSent?.(reply)
    },
    sentence: (error) => refusalOf(error)?.error ?? messages.sendFailed,
    focus: 'text',
  })
  return { kind, form, draft, submit, problem, isSent }
}
export type Writing = Pick<ReturnType<typeof useWriting>, 'kind' | 'form' | 'draft' | 'submit' | 'problem' | 'isSent'>
