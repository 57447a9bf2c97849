import { addScanner, getScheduling, type ManagedScanner, pick, ScannerForm, saveScanner } from '@fornix/contract'
import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { refreshCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { NewestPanel } from '../../ui/edit/NewestPanel.tsx'
import { useNewest } from '../../ui/edit/use-newest.ts'
import { NameField } from '../../ui/form/NameField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './scanner-messages.ts'

const texts = messages.form

/** The scanner being edited; a new one is `new`. */
export type Editing = ManagedScanner | 'new'
type Props = { onClose: () => void; onDone: (sentence: string) => void }

const Fields = ({ editing, onClose, onDone }: Props & { editing: Editing }) => {
  const scanner = editing === 'new' ? undefined : editing
  const add = useSend(addScanner, { refreshes: [getScheduling] })
  const save = useSend(saveScanner, { refreshes: [getScheduling] })
  const opened = { name: scanner?.name ?? '', room: scanner?.room ?? '' }
  const form = useForm({ initialValues: opened, validate: schemaResolver(ScannerForm) })
  const newest = useNewest({
    form,
    opened,
    send: async (body, from) => {
      if (scanner) await save.mutateAsync({ params: { scanner_id: scanner.id }, body: { ...body, from } })
      else await add.mutateAsync({ body })
      return scanner ? messages.done.saved(body.name) : messages.done.added(body.name)
    },
    valuesOf: (current) => pick(current as ScannerForm, ['name', 'room']),
    onTaken: onClose,
  })
  const { submit, again, problem, fields } = useSubmit(form, newest.send, {
    handled: (error) => {
      // The list behind the dialog is outdated, too.
      const isStale = newest.handled(error)
      if (isStale) void refreshCall(getScheduling)
      return isStale
    },
    onDone: (sentence) => {
      onClose()
      onDone(sentence)
    },
    sentence: (error) => failureSentence(error, messages.failed),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <NameField {...fields.getInputProps('name')} label={texts.name} />
        <TextInput
          {...fields.getInputProps('room')}
          label={texts.room}
          description={texts.roomHint}
          maxLength={100}
          autoComplete="off"
        />
        <NewestPanel newest={newest} labels={texts} again={again} />
        <DialogButtons confirm={scanner ? texts.save : texts.add} onCancel={onClose} busy={form.submitting} />
      </Stack>
    </form>
  )
}

/** The name and room of a scanner. */
export const ScannerDialog = ({ editing, ...props }: Props & { editing: Editing | undefined }) => (
  <Modal
    opened={editing !== undefined}
    onClose={props.onClose}
    title={editing === 'new' ? texts.addTitle : editing && texts.editTitle(editing.name)}
  >
    {editing && <Fields editing={editing} {...props} />}
  </Modal>
)
