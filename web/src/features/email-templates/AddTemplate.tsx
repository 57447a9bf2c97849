import {
  addEmailTemplate,
  type EditableTemplate,
  listEditableTemplates,
  listEmailTemplates,
  TemplateForm,
} from '@fornix/contract'
import { Button, Select, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { NameField } from '../../ui/form/NameField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'

const texts = messages.add
type Props = { templates: readonly EditableTemplate[]; onAdded: (added: EditableTemplate) => void }

const AddForm = ({ templates, onAdded, onClose }: Props & { onClose: () => void }) => {
  const sending = useSend(addEmailTemplate, { refreshes: [listEditableTemplates, listEmailTemplates] })
  const form = useForm({
    initialValues: { name: '', from: templates[0]?.template_id ?? '' },
    validate: schemaResolver(TemplateForm.pick({ name: true })),
  })
  const { submit, problem, fields } = useSubmit(
    form,
    ({ name, from }) => {
      const { subject = '', message = '' } = templates.find(({ template_id }) => template_id === from) ?? {}
      return sending.mutateAsync({ body: { name, subject, message } })
    },
    { onDone: onAdded, sentence: (error) => failureSentence(error, texts.failed) },
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <NameField {...fields.getInputProps('name')} label={messages.labels.name} />
        <Select
          {...fields.getInputProps('from')}
          label={texts.from}
          data={templates.map(({ template_id, name }) => ({ value: template_id, label: name }))}
          allowDeselect={false}
        />
        <DialogButtons confirm={texts.confirm} onCancel={onClose} busy={form.submitting} />
      </Stack>
    </form>
  )
}

/** A project's own template starts as a copy of another. */
export const AddTemplate = (props: Props) => {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {texts.button}
      </Button>
      <Modal opened={opened} onClose={close} title={texts.title}>
        <AddForm
          {...props}
          onClose={close}
          onAdded={(added) => {
            close()
            props.onAdded(added)
          }}
        />
      </Modal>
    </>
  )
}
