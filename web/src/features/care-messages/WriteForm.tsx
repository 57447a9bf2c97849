import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { FormButtons } from '../../ui/form/FormButtons.tsx'
import { LongText } from '../../ui/form/LongText.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import styles from './care-messages.module.css'
import { messages } from './messages.ts'
import type { Writing } from './use-writing.ts'

const { write: texts, patient } = messages
/** Few messages need it, and it is as large as the rest of the page. */
const Attachments = lazyPart(async () => (await import('./Attachments.tsx')).Attachments)

/** Stands wherever a patient writes. */
export const Emergency = () => (
  <Alert color="red" variant="light" role="note" icon={<IconAlertTriangle aria-hidden />}>
    <Text fw={600}>{patient.emergency}</Text>
  </Alert>
)

const Files = ({
  writing: { patientKey, form, draft, attachments, onFiles, isAttaching, setAttaching, isSending },
}: {
  writing: Writing
}) => {
  if (!isAttaching)
    return (
      <Button
        variant="default"
        leftSection={<IconPaperclip size={18} aria-hidden />}
        onClick={() => setAttaching(true)}
        disabled={isSending}
        style={{ alignSelf: 'flex-start' }}
      >
        {texts.attach}
      </Button>
    )
  return (
    <Suspense fallback={<LoadingState rows={1} height={120} />}>
      <Attachments
        patientKey={patientKey}
        chosen={attachments}
        keyOf={draft.sendKey}
        onChange={onFiles}
        disabled={isSending}
      />
      {form.errors['files'] && <ErrorAlert>{form.errors['files']}</ErrorAlert>}
    </Suspense>
  )
}

type Props = {
  writing: Writing
  label: string
  /** What is said where one writes. */
  above?: ReactNode
  onCancel?: (() => void) | undefined
}

/** A new conversation, or an answer in one. */
export const WriteForm = ({ writing, label, above, onCancel }: Props) => {
  const { form, draft, submit, problem, isSent, isWithoutFiles } = writing
  const isReply = writing.kind === 'reply'
  return (
    <form onSubmit={submit} noValidate aria-label={label} className={styles.write}>
      <DraftNote draft={draft} busy={form.submitting} files={isWithoutFiles} />
      <Stack gap="sm">
        {above}
        {!isReply && (
          <TextInput label={texts.subject} required withAsterisk={false} {...form.getInputProps('subject')} />
        )}
        <LongText label={isReply ? texts.reply : texts.text} rows={[3, 14]} {...form.getInputProps('text')} />
        <Files writing={writing} />
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        {isSent && <SuccessAlert>{messages.sent}</SuccessAlert>}
        <FormButtons submit={texts.send} busy={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
