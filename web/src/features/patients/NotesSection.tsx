import { type StaffPatient, staffRules } from '@fornix/contract'
import { Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useId, useRef, useState } from 'react'
import { sendOnNewest } from '../../platform/calls/on-newest.ts'
import { usePersistedDraft } from '../../platform/drafts/draft.ts'
import { failureSentence, isForReader, statusOf } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { formatDateTime } from '../../ui/display/dates.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { messages as editMessages } from '../../ui/edit/messages.ts'
import { sentencesOf } from '../../ui/edit/schema.ts'
import { useUnsaved } from '../../ui/edit/use-unsaved.ts'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'
import type { PatientRecord } from './use-patient-record.ts'

type Props = { record: PatientRecord<StaffPatient> }

/** Notes are only ever added: a note added meanwhile is kept, and ours follows it. */
const appendNote = (
  { patient, savePatient, latest }: Props['record'],
  note: string,
  { begun, author }: { begun: number; author: string },
) =>
  sendOnNewest(
    patient,
    async ({ notes, version }) => {
      // It was saved but the response was lost: notes are never removed, so a duplicate would stay.
      if (notes.slice(begun).some((one) => one.text === note && one.author === author)) return
      await savePatient({ notes: [...notes, note] }, version)
    },
    async (error, { version }) => {
      const now = statusOf(error) === 409 ? (await latest()).patient : undefined
      return now?.version === version ? undefined : now
    },
  )

const problemOf = (text: string) =>
  text.trim() === '' ? messages.sections.emptyNote : sentencesOf(staffRules.notes, [text])[0]

const failureOf = (error: unknown) =>
  statusOf(error) === 404 ? editMessages.edit.gone : failureSentence(error, messages.details.saveFailed, isForReader)

/** Adds a note. Its field stays open while one is on its way, so that the next may be started. */
const NewNote = ({ record }: Props) => {
  const form = useForm({ initialValues: { text: '' }, validate: { text: problemOf } })
  const { text } = form.values
  const typed = text.trim() !== ''
  const [sent, setSent] = useState('')
  const user = useSession()?.user
  const author = user ? nameOf(user) : ''
  // How many notes there were when this one was begun.
  const begun = useRef<number>(undefined)
  if (!typed) begun.current = undefined
  begun.current ??= record.patient.notes.length
  const draft = usePersistedDraft(`note.${record.patient.patient_id}`, {
    values: typed ? { text, begun: begun.current } : null,
    restore: (kept) => {
      begun.current = Number(kept['begun'] ?? begun.current)
      form.setFieldValue('text', String(kept['text']))
    },
    reset: form.reset,
  })
  const add = async (note: { text: string }) => {
    setSent(note.text)
    await appendNote(record, note.text.trim(), { begun: begun.current ?? 0, author })
    begun.current = undefined
    if (form.getValues().text !== note.text) return
    draft.sent()
    form.reset()
  }
  const { submit, isSending, problem, busy } = useSubmit(form, add, {
    onDone: () => {},
    sentence: failureOf,
    onFaults: (faults) => 'text' in faults,
  })
  useUnsaved(typed, { isSending: isSending && text === sent })
  const { error, ...field } = form.getInputProps('text')
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <DraftNote draft={draft} />
        <Textarea
          label={messages.sections.newNote}
          description={messages.sections.newNoteHint}
          autosize
          minRows={2}
          {...field}
        />
        {(error || problem) && <ErrorAlert>{error || problem}</ErrorAlert>}
        <Group>
          <Button type="submit" variant="light" loading={busy}>
            {messages.sections.addNote}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Notes = ({ notes }: Pick<StaffPatient, 'notes'>) => (
  <>
    {notes.length === 0 && (
      <Text c="dimmed" mt="md">
        {messages.sections.noNotes}
      </Text>
    )}
    <Stack component="ul" gap="md" mt="md" p={0} m={0} style={{ listStyle: 'none' }}>
      {notes.toReversed().map((note) => (
        <li key={`${note.timestamp} ${note.text}`}>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Text>
          <Text size="sm" c="dimmed">
            <WholeFacts>
              {[
                note.author,
                <time key="at" dateTime={note.timestamp}>
                  {formatDateTime(note.timestamp)}
                </time>,
              ]}
            </WholeFacts>
          </Text>
        </li>
      ))}
    </Stack>
  </>
)

/** The staff's notes on a patient, newest first. */
export const NotesSection = ({ record }: Props) => {
  const heading = useId()
  return (
    <Card component="section" aria-labelledby={heading}>
      <Title order={2} size="h3" id={heading} mb="sm">
        {messages.sections.notes}
      </Title>
      <NewNote record={record} />
      <Notes notes={record.patient.notes} />
    </Card>
  )
}
