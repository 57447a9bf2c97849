import { type StaffPatient, staffRules } from '@fornix/contract'
import { Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { sendOnNewest } from '../../platform/calls/on-newest.ts'
import { StoppedWaiting, useOnlineWait } from '../../platform/calls/waiting.ts'
import { usePersistedDraft } from '../../platform/drafts/draft.ts'
import { failureSentence, isForReader, statusOf } from '../../platform/http/failure.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { messages as editMessages } from '../../ui/edit/messages.ts'
import { sentencesOf } from '../../ui/edit/schema.ts'
import { useUnsaved } from '../../ui/edit/UnsavedGuard.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { messages } from './messages.ts'
import type { PatientRecord } from './use-patient-record.ts'

type Props = { record: PatientRecord<StaffPatient> }

/** Notes are only ever added: a note added meanwhile is kept, and ours follows it. */
const appendNote = ({ patient, savePatient, latest }: Props['record'], note: string) =>
  sendOnNewest(
    patient,
    async ({ notes, version }) => {
      // It was saved but the reply was lost: notes are never removed, so a duplicate would stay.
      if (notes.slice(patient.notes.length).some(({ text }) => text === note)) return
      await savePatient({ notes: [...notes, note] }, version)
    },
    async (error, { version }) => {
      const now = statusOf(error) === 409 ? (await latest()).patient : undefined
      return now?.version === version ? undefined : now
    },
  )

const problemOf = (text: string) =>
  text.trim() === '' ? messages.sections.emptyNote : sentencesOf(staffRules.notes, [text])[0]

const failureOf = (error: unknown) => {
  if (error instanceof StoppedWaiting) return error.message
  return statusOf(error) === 404
    ? editMessages.edit.gone
    : failureSentence(error, messages.details.saveFailed, isForReader)
}

/** The note being typed. */
const useNewNote = (record: Props['record'], guard: string) => {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const { waitOnline } = useOnlineWait()
  const now = useRef(text)
  now.current = text
  const typed = text.trim() !== ''
  useUnsaved(guard, typed)
  const draft = usePersistedDraft(`note.${record.patient.patient_id}`, {
    values: typed ? { text } : null,
    restore: (kept) => setText(String(kept['text'])),
    reset: () => setText(''),
  })
  const add = async () => {
    const sentence = problemOf(text)
    setProblem(sentence ?? '')
    if (sentence) return
    setBusy(true)
    try {
      await waitOnline(() => now.current)
      await appendNote(record, text.trim())
      // The next note may be started while this one is on its way.
      setText((now) => (now === text ? '' : now))
    } catch (error) {
      setProblem(failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { text, setText, problem, busy, draft, add }
}

const NewNote = ({ text, setText, problem, busy, draft, add }: ReturnType<typeof useNewNote>) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      if (!busy) void add()
    }}
  >
    <Stack gap="sm">
      <DraftNote draft={draft} />
      <Textarea
        label={messages.sections.newNote}
        description={messages.sections.newNoteHint}
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {problem && <ErrorAlert>{problem}</ErrorAlert>}
      <Group>
        <Button type="submit" variant="light" loading={busy}>
          {messages.sections.addNote}
        </Button>
      </Group>
    </Stack>
  </form>
)

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
            {note.author} · <time dateTime={note.timestamp}>{formatDateTime(note.timestamp)}</time>
          </Text>
        </li>
      ))}
    </Stack>
  </>
)

/** The staff's notes on a patient, newest first. */
export const NotesSection = ({ record }: Props) => {
  const heading = useId()
  const newNote = useNewNote(record, heading)
  return (
    <Card component="section" aria-labelledby={heading} withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Title order={2} size="h3" id={heading} mb="sm">
        {messages.sections.notes}
      </Title>
      <NewNote {...newNote} />
      <Notes notes={record.patient.notes} />
    </Card>
  )
}
