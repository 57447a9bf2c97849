import { Alert, Anchor, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { messages } from './messages.ts'
import type { Writing } from './use-writing.ts'

const { write: texts, patient } = messages

/** Stands wherever a patient writes. */
export const Emergency = () => (
  <Alert color="red" variant="light" role="note" icon={<IconAlertTriangle aria-hidden />}>
    <Text fw={600}>{patient.emergency}</Text>
  </Alert>
)
export const FilesHint = () => (
  <Text size="sm" c="dimmed">
    {patient.files}{' '}
    <Anchor component={Link} to={paths.patientTab('uploadfile')} inherit td="underline">
      {patient.upload}
    </Anchor>
    .
  </Text>
)

type Props = {
  writing: Writing
  label: string
  /** What is said where one writes, above the fields and below. */
  above?: ReactNode
  below?: ReactNode
  onCancel?: (() => void) | undefined
}

/** A new conversation, or an answer in one. */
export const WriteForm = ({ writing, label, above, below, onCancel }: Props) => {
  const { form, draft, submit, problem, isSent } = writing
  const isReply = writing.kind === 'reply'
  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <DraftNote draft={draft} />
      <Stack gap="sm">
        {above}
        {!isReply && (
          <TextInput label={texts.subject} required withAsterisk={false} {...form.getInputProps('subject')} />
        )}
        <Textarea
          label={isReply ? texts.reply : texts.text}
          required
          withAsterisk={false}
          autosize
          minRows={3}
          maxRows={14}
          {...form.getInputProps('text')}
        />
        {below}
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        {isSent && <SuccessAlert>{messages.sent}</SuccessAlert>}
        <Group gap="sm">
          <Button type="submit" loading={form.submitting}>
            {texts.send}
          </Button>
          {onCancel && (
            <Button variant="default" disabled={form.submitting} onClick={onCancel}>
              {texts.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
