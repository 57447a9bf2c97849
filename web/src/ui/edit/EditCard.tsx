import { Box, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconEdit } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
import { SummaryColumns } from '../display/SummaryList.tsx'
import { DraftNote } from '../form/DraftNote.tsx'
import { LoadingState } from '../state/LoadingState.tsx'
import { lazyPart } from '../state/lazy-part.tsx'
import classes from './edit.module.css'
import { messages } from './messages.ts'
import type { RecordEdit, Values } from './use-record-edit.ts'
import { useUnsaved } from './use-unsaved.ts'

const ConflictPanel = lazyPart(async () => (await import('./ConflictPanel.tsx')).ConflictPanel)

type Props<V extends Values> = {
  /** What the hash of a link names that leads here. */
  anchor?: string
  title: string
  /** The accessible name of the Edit button: "Edit contact details". */
  editLabel: string
  edit: RecordEdit<V>
  summary: ReactNode
  /** Above the fields. */
  note?: ReactNode
  fields: (form: UseFormReturnType<V>) => ReactNode
  labels: Record<keyof V, string>
}

/** Once its fields are there, which may come after the press. */
const beginAt = (form: HTMLFormElement | null) => {
  form?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea')?.focus({ preventScroll: true })
  form?.closest('section')?.scrollIntoView({ block: 'nearest' })
}

type FormProps<V extends Values> = Pick<Props<V>, 'edit' | 'note' | 'fields' | 'labels'> & { heading: string }

const CardForm = <V extends Values>({ heading, edit, note, fields, labels }: FormProps<V>) => {
  const reason = useId()
  return (
    <form
      ref={beginAt}
      noValidate
      aria-labelledby={heading}
      onSubmit={(event) => {
        event.preventDefault()
        if (edit.blocked.length === 0 && !edit.busy) void edit.submit()
      }}
    >
      <Stack gap="md">
        {note}
        <DraftNote draft={edit.draft} busy={edit.busy} />
        {fields(edit.fields)}
        {edit.clashes.length > 0 && (
          <Suspense fallback={<LoadingState rows={2} />}>
            <ConflictPanel
              clashes={edit.clashes.map(({ name, ...clash }) => ({ ...clash, label: labels[name] }))}
              busy={edit.busy}
              onKeepMine={() => void edit.keepMine()}
              onTakeTheirs={edit.takeTheirs}
            />
          </Suspense>
        )}
        <div className={classes.actions}>
          {/* With the buttons, which stay in view: above them it would lie under the bar, or below the window. */}
          {edit.failure && <ErrorAlert mb="sm">{edit.failure}</ErrorAlert>}
          <Group gap="min(0.75rem, 5vw)" className={classes.buttons}>
            <Button
              type="submit"
              loading={edit.busy}
              disabled={edit.blocked.length > 0 || edit.clashes.length > 0}
              aria-describedby={reason}
            >
              {messages.edit.save}
            </Button>
            <Button variant="default" onClick={edit.cancel} disabled={edit.busy}>
              {messages.edit.cancel}
            </Button>
            <Text id={reason} role="status" className={classes.reason} c="dimmed" flex={1} miw="min(200px, 100%)">
              {edit.blocked.length > 0 ? messages.edit.blocked(edit.blocked) : edit.notice}
            </Text>
          </Group>
        </div>
      </Stack>
    </form>
  )
}

/** A card that shows a section of a record, and becomes its form. */
export const EditCard = <V extends Values>({
  anchor,
  title,
  editLabel,
  edit,
  summary,
  note,
  fields,
  labels,
}: Props<V>) => {
  const { hash } = useLocation()
  const heading = useId()
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const top = useRef<HTMLHeadingElement>(null)
  useUnsaved(edit.dirty, { isSending: edit.isSending })
  // Of the form it is said beside its buttons, where the choice was made.
  const notice = edit.editing ? '' : edit.notice
  useEffect(() => {
    if (!edit.editing && wasEditing.current) editButton.current?.focus()
    wasEditing.current = edit.editing
  }, [edit.editing])
  // The record may come after the page, when the browser has looked for the place already.
  useEffect(() => {
    if (!anchor || hash !== `#${anchor}`) return
    top.current?.closest('section')?.scrollIntoView()
    top.current?.focus({ preventScroll: true })
  }, [anchor, hash])

  return (
    <Card id={anchor} component="section" className={classes.card} aria-labelledby={heading}>
      <Group justify="space-between" mb="sm" mih={36}>
        <Title order={2} size="h3" id={heading} ref={top} {...(anchor && { tabIndex: -1 })}>
          {title}
        </Title>
        {!edit.editing && !edit.draft.resume && (
          <Button
            ref={editButton}
            variant="light"
            leftSection={<IconEdit size={16} aria-hidden />}
            aria-label={editLabel}
            onClick={edit.open}
          >
            {messages.edit.edit}
          </Button>
        )}
      </Group>
      <Text role="status" size="sm" c="dimmed" mb={notice ? 'xs' : 0}>
        {notice}
      </Text>
      {!edit.editing && edit.draft.resume && (
        <Box mb="sm">
          <DraftNote draft={edit.draft} />
        </Box>
      )}
      {!edit.editing && <SummaryColumns>{summary}</SummaryColumns>}
      {edit.editing && (
        <Suspense fallback={<LoadingState rows={4} />}>
          <CardForm heading={heading} edit={edit} note={note} fields={fields} labels={labels} />
        </Suspense>
      )}
    </Card>
  )
}
