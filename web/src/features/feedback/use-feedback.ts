import { getFeedback, NewFeedback, submitFeedback } from '@fornix/contract'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiFailure, useSend } from '../../platform/calls/api.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { messages } from './messages.ts'

export type FeedbackValues = Record<keyof typeof messages.fields, string>
const empty: FeedbackValues = { feedback_type: '', feedback_comments: '', experience: '' }

/** The staff's feedback form; in the modal and on /feedback it is the same, and so is its draft. */
export const useFeedback = (onSent: () => void) => {
  const submitting = useSend(submitFeedback, { refreshes: [getFeedback] })
  const [problem, setProblem] = useState('')
  const form = useForm<FeedbackValues>({ initialValues: empty, validate: schemaResolver(NewFeedback, { sync: true }) })
  const draft = useDraft('staff-feedback', form)
  const focusFirst = (errors: object) => {
    const first = (Object.keys(empty) as (keyof FeedbackValues)[]).find((name) => name in errors)
    if (first) form.getInputNode(first)?.focus()
  }
  const submit = form.onSubmit(async (values) => {
    setProblem('')
    try {
      await submitting.mutateAsync({ body: NewFeedback.parse(values) })
      draft.sent()
      form.reset()
      onSent()
    } catch (error) {
      const status = error instanceof ApiFailure ? error.status : 0
      setProblem(status > 0 ? messages.status(status) : messages.error)
    }
  }, focusFirst)
  return { form, draft, submit, busy: submitting.isPending, problem, dismiss: () => setProblem('') }
}
