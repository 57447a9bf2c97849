import {
  fillEmailTemplate,
  gapsOf,
  letterText,
  listEmailTemplates,
  type VariableValues,
  variables,
} from '@fornix/contract'
import { Alert, Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../platform/calls/api.ts'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { LetterPreview } from '../../ui/display/LetterPreview.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import classes from './emails.module.css'
import { messages } from './messages.ts'

type Filled = { subject: string; message: string }
type Props = {
  opened: boolean
  onClose: () => void
  patientKey: string
  replaces: boolean
  onUse: (letter: Filled) => void
}

const texts = messages.templates

/** As the server fills it in for this patient; what nobody knows yet is asked for. */
const Preview = ({
  templateId,
  patientKey,
  replaces,
  onUse,
  onClose,
}: Omit<Props, 'opened'> & { templateId: string }) => {
  const [typed, setTyped] = useState<VariableValues>({})
  const query = useCall(
    fillEmailTemplate,
    { params: { key: patientKey }, body: { template_id: templateId } },
    { staleTime: 0 },
  )
  if (query.isPending) return <LoadingState rows={4} />
  if (query.isLoadingError) return <ErrorState message={texts.failed} onRetry={() => void query.refetch()} />
  const toFill = gapsOf([...query.data.subject, ...query.data.message])
  const subject = letterText(query.data.subject, typed)
  const message = letterText(query.data.message, typed)
  return (
    <Stack>
      {toFill.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} component="fieldset" className={classes.plain}>
          {toFill.map((name) => (
            <TextInput
              key={name}
              label={variables[name].label}
              value={typed[name] ?? ''}
              onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
              maxLength={60}
            />
          ))}
        </SimpleGrid>
      )}
      <LetterPreview subject={subject} message={message} />
      {replaces && (
        <Alert color="amber" py="xs">
          {texts.replaces}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button onClick={() => onUse({ subject, message })}>{texts.use}</Button>
      </Group>
    </Stack>
  )
}

const Choice = (props: Omit<Props, 'opened'>) => {
  const query = useCall(listEmailTemplates, {})
  const [id, setId] = useState<string | null>(null)
  if (query.isPending) return <LoadingState rows={4} />
  if (query.isLoadingError) return <ErrorState message={texts.failed} onRetry={() => void query.refetch()} />
  const { templates } = query.data
  const template = templates.find(({ template_id }) => template_id === id) ?? templates[0]
  if (!template) return null
  return (
    <Stack>
      <Select
        label={texts.choose}
        data={templates.map(({ template_id, name }) => ({ value: template_id, label: name }))}
        value={template.template_id}
        onChange={setId}
        allowDeselect={false}
        data-autofocus
        data-view-only
      />
      <Preview key={template.template_id} {...props} templateId={template.template_id} />
    </Stack>
  )
}

/** One of the project's texts, filled in for the patient and shown as it will be, before it goes into the email. */
export const TemplatePicker = ({ opened, ...props }: Props) => (
  <Modal opened={opened} onClose={props.onClose} title={texts.title} size="lg">
    <Choice {...props} />
  </Modal>
)
