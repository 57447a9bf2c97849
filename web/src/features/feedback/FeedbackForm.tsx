import { experiences, feedbackTypes } from '@fornix/contract'
import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
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
          <DraftNote draft={draft} />
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
        <Textarea
          label={messages.fields.feedback_comments}
          required
          withAsterisk={false}
          autosize
          minRows={4}
          maxRows={12}
          {...form.getInputProps('feedback_comments')}
        />
        <RadioCards label={messages.fields.experience} options={choices} {...form.getInputProps('experience')} />
        {stopped && <ErrorAlert>{stopped}</ErrorAlert>}
        <Group gap="sm" mt="xs">
          <Button type="submit" loading={form.submitting}>
            {messages.submit}
          </Button>
          {onCancel && (
            <Button variant="default" disabled={form.submitting} onClick={onCancel}>
              {messages.cancel}
            </Button>
          )}
        </Group>
      </Stack>
      <MessageModal opened={failure !== undefined} title={messages.problem} button={messages.ok} onClose={dismiss}>
        {failure}
      </MessageModal>
    </form>
  )
}
