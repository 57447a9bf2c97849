import {
  addSavedView,
  listSavedViews,
  maxSavedViews,
  removeSavedView,
  type SavedView,
  SavedViewForm,
  type ViewFilters,
} from '@fornix/contract'
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useSend } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'

type Props = { opened: boolean; views: SavedView[]; filters: ViewFilters; onClose: () => void }
type Said = (sentence: string) => void

const SaveForm = ({ filters, onSaved }: Pick<Props, 'filters'> & { onSaved: Said }) => {
  const form = useForm({
    initialValues: { name: '' },
    validate: schemaResolver(SavedViewForm.pick({ name: true })),
  })
  const saving = useSend(addSavedView, { refreshes: [listSavedViews] })
  const { submit, problem, fields } = useSubmit(form, ({ name }) => saving.mutateAsync({ body: { name, filters } }), {
    onDone: ({ name }) => {
      form.reset()
      onSaved(messages.saved(name))
    },
    sentence: (error) => failureSentence(error, messages.saveFailed, isForReader),
  })
  return (
    <form onSubmit={submit} noValidate aria-label={messages.save}>
      <Group align="flex-start" gap="sm">
        <TextInput label={messages.name} maxLength={40} flex={1} miw={180} {...fields.getInputProps('name')} />
        {/* Beside the field as far below as its label is high. */}
        <Button type="submit" loading={form.submitting} mt={{ base: 0, xs: 25 }}>
          {messages.save}
        </Button>
      </Group>
      {problem && <ErrorAlert mt="sm">{problem}</ErrorAlert>}
    </form>
  )
}

const ViewRow = ({ view, onDeleted }: { view: SavedView; onDeleted: Said }) => {
  const removing = useSend(removeSavedView, { refreshes: [listSavedViews] })
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <Text style={{ overflowWrap: 'anywhere' }}>{view.name}</Text>
        <ActionIcon
          variant="subtle"
          color="red"
          size={36}
          loading={removing.isPending}
          aria-label={messages.deleteNamed(view.name)}
          onClick={() =>
            removing.mutate(
              { params: { view_id: view.view_id } },
              {
                onSuccess: () => onDeleted(messages.deleted(view.name)),
                onError: (error) => onDeleted(failureSentence(error, messages.deleteFailed, isForReader)),
              },
            )
          }
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  )
}

/** Saves the list's filters under a name, and deletes saved ones. */
export const ManageViews = ({ opened, views, filters, onClose }: Props) => {
  const [doneSentence, setDoneSentence] = useState('')
  const close = () => {
    setDoneSentence('')
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={messages.title}>
      <Stack>
        <Text size="sm">{messages.hint}</Text>
        {views.length < maxSavedViews ? (
          <SaveForm filters={filters} onSaved={setDoneSentence} />
        ) : (
          <Text size="sm">{messages.full}</Text>
        )}
        <Text role="status" size="sm" mih={22}>
          {doneSentence}
        </Text>
        {views.length > 0 && (
          <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
            {views.map((view) => (
              <ViewRow key={view.view_id} view={view} onDeleted={setDoneSentence} />
            ))}
          </Stack>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {messages.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
