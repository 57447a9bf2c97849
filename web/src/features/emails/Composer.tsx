import { parseAddressList, type StaffPatient } from '@fornix/contract'
import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconInfoCircle, IconSend, IconTemplate } from '@tabler/icons-react'
import { useState } from 'react'
import { useConfig } from '../../platform/calls/config.ts'
import { useSession } from '../../platform/session/session.tsx'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { Attachments } from './Attachments.tsx'
import classes from './emails.module.css'
import { messages } from './messages.ts'
import { RecipientField } from './RecipientField.tsx'
import { TemplatePicker } from './TemplatePicker.tsx'
import type { Composer as Composing } from './use-composer.ts'

const texts = messages.compose
const longest = 5000

/** Replies do not come into the portal: whoever writes should know where to look for them. */
const RepliesTo = () => {
  const user = useSession()?.user
  const config = useConfig()
  return (
    <Text size="sm" c="dimmed">
      {config && user && texts.replies(config.contact.email || user.email)}
    </Text>
  )
}

const NotThePatient = ({ composer, patient }: { composer: Composing; patient: StaffPatient }) => {
  const { to_email, cc, bcc } = composer.form.values
  const all = parseAddressList(`${to_email},${cc},${bcc}`)
  if (!all || all.length === 0 || all.some((one) => one.toLowerCase() === patient.email.toLowerCase())) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      <IconInfoCircle size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
      {texts.notThePatient(patient.first_name)}
    </Text>
  )
}

const ComposerNotes = ({ composer }: { composer: Composing }) => (
  <div className={classes.notes}>
    <DraftNote draft={composer.draft} busy={composer.form.submitting} files hasFiles={composer.files.length > 0} />
    <FormAlert errors={composer.form.errors} labels={texts.labels} onJump={composer.jump} />
    {composer.problem && <ErrorAlert>{composer.problem}</ErrorAlert>}
  </div>
)

const Recipients = ({ form }: Pick<Composing, 'form'>) => (
  <>
    <Stack gap={6}>
      <RecipientField form={form} name="to_email" />
      <Text size="xs" c="dimmed">
        {texts.recipientHint}
      </Text>
    </Stack>
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <RecipientField form={form} name="cc" />
      <RecipientField form={form} name="bcc" />
    </SimpleGrid>
  </>
)

const TemplateChoice = ({ form, patient }: Pick<Composing, 'form'> & { patient: StaffPatient }) => {
  const [choosing, setChoosing] = useState(false)
  const { subject, message } = form.values
  return (
    <>
      <div>
        <Button
          variant="default"
          leftSection={<IconTemplate size={18} aria-hidden />}
          onClick={() => setChoosing(true)}
        >
          {messages.templates.open}
        </Button>
      </div>
      <TemplatePicker
        opened={choosing}
        onClose={() => setChoosing(false)}
        patientKey={patient.patient_id}
        replaces={subject.trim() !== '' || message.trim() !== ''}
        onUse={(letter) => {
          form.setValues(letter)
          form.clearErrors()
          setChoosing(false)
        }}
      />
    </>
  )
}

const MessageFields = ({ form }: Pick<Composing, 'form'>) => (
  <>
    <TextInput
      {...form.getInputProps('subject')}
      label={texts.labels.subject}
      withAsterisk
      maxLength={200}
      autoComplete="off"
    />
    <Textarea
      {...form.getInputProps('message')}
      label={texts.labels.message}
      withAsterisk
      autosize
      minRows={9}
      maxRows={24}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={texts.length(form.values.message.length, longest)}
    />
  </>
)

const SendButtons = ({ composer: { form, isEmpty, clear, percent, isPreparing } }: { composer: Composing }) => {
  const busy = form.submitting
  return (
    <Group justify="flex-end" gap="sm">
      {!isEmpty && (
        <Button variant="default" onClick={clear} disabled={busy}>
          {texts.clear}
        </Button>
      )}
      <Button type="submit" disabled={busy || isPreparing} leftSection={<IconSend size={18} aria-hidden />}>
        {percent === undefined ? texts.send : texts.sending(percent)}
      </Button>
    </Group>
  )
}

/** To write an email. Nothing typed is lost by a failure: neither of the server, nor of the network, nor of the session. */
export const Composer = ({ composer, patient }: { composer: Composing; patient: StaffPatient }) => {
  const { form } = composer
  return (
    <form aria-label={texts.form} noValidate onSubmit={composer.submit}>
      <Stack gap="md">
        <ComposerNotes composer={composer} />
        <Recipients form={form} />
        <NotThePatient composer={composer} patient={patient} />
        <TemplateChoice form={form} patient={patient} />
        <MessageFields form={form} />
        <Attachments composer={composer} patientKey={patient.patient_id} name={nameOf(patient)} />
        <RepliesTo />
        <div role="status">{composer.done && <SuccessAlert role="note">{texts.done}</SuccessAlert>}</div>
        <SendButtons composer={composer} />
      </Stack>
    </form>
  )
}
