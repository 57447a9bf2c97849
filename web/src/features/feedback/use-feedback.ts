import { getFeedback, NewFeedback, submitFeedback } from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useSend } from '../../platform/calls/api.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { statusSentence } from '../../platform/http/failure.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'

export type FeedbackValues = Record<keyof typeof messages.fields, string>
const empty: FeedbackValues = { feedback_type: '', feedback_comments: '', experience: '' }

/** The staff's feedback form; the modal and /feedback share it, and so its draft. */
export const useFeedback = (onSent: () => void) => {
  const form = useForm<FeedbackValues>({ initialValues: empty, validate: schemaResolver(NewFeedback) })
  const draft = useDraft('staff-feedback', form)
  const sending = useSend(submitFeedback, { refreshes: [getFeedback], sendKey: draft.sendKey })
  const { submit, fields, failure, stopped, dismiss } = useSubmit(
    form,
    (values) => sending.mutateAsync({ body: NewFeedback.parse(values) }),
    {
      onDone: () => {
        draft.sent()
        form.reset()
        onSent()
      },
      sentence: (error) => statusSentence(error, messages.error, messages.status),
    },
  )
  return { form: fields, draft, submit, failure, stopped, dismiss }
}
