import { experiences, feedbackTypes } from '@fornix/contract'
import { Select, Stack, Text } from '@mantine/core'
import { IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import { FailureModal } from '../../ui/dialog/FailureModal.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { FormButtons } from '../../ui/form/FormButtons.tsx'
import { LongText } from '../../ui/form/LongText.tsx'
import { RadioCards } from '../../ui/form/RadioCards.tsx'
import { messages } from './messages.ts'
import { useFeedback } from './use-feedback.ts'

const icons = { happy: IconMoodSmile, sad: IconMoodSad }
const choices = experiences.map((value) => ({ value, label: messages.experiences[value], icon: icons[value] }))

/** Type, comments, and happy or sad. */
export const FeedbackForm = ({ onSent, onCancel }: { onSent: () => void; onCancel?: () => void }) => {
  const { form, draft, submit, failure, stopped, dismiss } = useFeedback(onSent)
  return (
    <form onSubmit={submit} noValidate aria-label={messages.title}>
      <Stack>
        <Stack gap="sm">
          <Text c="dimmed" size="sm">
            {messages.lead}
          </Text>
          <DraftNote draft={draft} busy={form.submitting} />
        </Stack>
        <Select
          label={messages.fields.feedback_type}
          placeholder={messages.choose}
          data={[...feedbackTypes]}
          required
          withAsterisk={false}
          allowDeselect={false}
          {...form.getInputProps('feedback_type')}
          value={form.values.feedback_type || null}
          onChange={(value) => form.setFieldValue('feedback_type', value ?? '')}
        />
        <LongText
          label={messages.fields.feedback_comments}
          rows={[4, 12]}
          {...form.getInputProps('feedback_comments')}
        />
        <RadioCards label={messages.fields.experience} options={choices} {...form.getInputProps('experience')} />
        {stopped && <ErrorAlert>{stopped}</ErrorAlert>}
        <FormButtons submit={messages.submit} busy={form.submitting} onCancel={onCancel} mt="xs" />
      </Stack>
      <FailureModal failure={failure} button={messages.ok} onClose={dismiss} />
    </form>
  )
}
