import {
  type EditableTemplate,
  listEditableTemplates,
  listEmailTemplates,
  pick,
  removeEmailTemplate,
  resetEmailTemplate,
  saveEmailTemplate,
  TemplateForm,
} from '@fornix/contract'
import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { refreshCalls, refreshIfFailed, send, useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DestructiveDialog } from '../../ui/dialog/DestructiveDialog.tsx'
import { formatDateTime } from '../../ui/display/dates.ts'
import { LetterPreview } from '../../ui/display/LetterPreview.tsx'
import { EditCard } from '../../ui/edit/EditCard.tsx'
import { useRecordEdit } from '../../ui/edit/use-record-edit.ts'
import classes from './email-templates.module.css'
import { messages } from './messages.ts'
import { PreviewPanel } from './PreviewPanel.tsx'
import { type TemplateValues, VariableFields } from './VariableFields.tsx'

const valuesOf = (template: EditableTemplate): TemplateValues => pick(template, ['name', 'subject', 'message'])

const refreshTemplates = () => refreshCalls(listEditableTemplates, listEmailTemplates)

const stateOf = ({ standard, changed_by, changed_at }: EditableTemplate) => {
  if (changed_at) return messages.changed(changed_by, formatDateTime(changed_at))
  return standard ? messages.asCame : messages.own
}

/** Resets a standard template, or removes a project's own; both show what would be lost. */
const Discard = ({ template, onDone }: { template: EditableTemplate; onDone: (sentence: string) => void }) => {
  const [discarded, setDiscarded] = useState<EditableTemplate>()
  const texts = template.standard ? messages.reset : messages.remove
  if (template.standard && !template.changed_at) return null
  return (
    <>
      <Button variant="default" onClick={() => setDiscarded(template)}>
        {texts.button}
      </Button>
      <DestructiveDialog
        subject={discarded}
        title={texts.title}
        text={({ name }) => texts.text(name)}
        details={(one) => <LetterPreview subject={one.subject} message={one.message} />}
        keepLabel={messages.keep}
        confirmLabel={texts.confirm}
        run={async ({ template_id, version, standard }) => {
          const args = { params: { template_id }, body: { version } }
          const discarding = standard ? send(resetEmailTemplate, args) : send(removeEmailTemplate, args)
          // If it was saved elsewhere, a different text would be lost now.
          await refreshIfFailed(discarding, refreshTemplates)
          await refreshTemplates()
        }}
        sentenceOf={(error) => failureSentence(error, texts.failed)}
        onClose={() => setDiscarded(undefined)}
        onDone={({ name }) => onDone(texts.done(name))}
      />
    </>
  )
}

type Props = {
  template: EditableTemplate
  latest: () => Promise<EditableTemplate[]>
  onDone: (sentence: string) => void
}

/** One template: read, edited beside its preview, reset or removed. */
export const TemplateCard = ({ template, latest, onDone }: Props) => {
  const { template_id, standard } = template
  const sending = useSend(saveEmailTemplate, { refreshes: [listEditableTemplates, listEmailTemplates] })
  const edit = useRecordEdit<TemplateValues>({
    name: `email-template.${template_id}`,
    values: valuesOf(template),
    version: template.version,
    schema: TemplateForm,
    failed: messages.saveFailed,
    save: async (changes, version = 0) => {
      await sending.mutateAsync({ params: { template_id }, body: { ...changes, version } })
    },
    latest: async () => {
      const now = (await latest()).find((one) => one.template_id === template_id)
      return now ? { values: valuesOf(now), version: now.version } : { values: valuesOf(template) }
    },
  })
  return (
    <div className={classes.columns}>
      <EditCard
        title={template.name}
        editLabel={messages.edit(template.name)}
        edit={edit}
        labels={messages.labels}
        fields={(form) => (
          <Stack gap="md">
            {standard ? (
              <Text size="sm" c="dimmed">
                {messages.standardName}
              </Text>
            ) : (
              <TextInput {...form.getInputProps('name')} label={messages.labels.name} withAsterisk maxLength={60} />
            )}
            <VariableFields form={form} />
          </Stack>
        )}
        summary={
          <Stack gap="sm">
            <Group justify="space-between" gap="sm">
              <Text size="sm" c="dimmed">
                {stateOf(template)}
              </Text>
              <Discard template={template} onDone={onDone} />
            </Group>
            <Text fw={600}>{template.subject}</Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {template.message}
            </Text>
          </Stack>
        }
      />
      <Card component="section" aria-label={messages.preview}>
        <Title order={2} size="h3" mb="sm">
          {messages.preview}
        </Title>
        <PreviewPanel texts={edit.editing ? edit.form.values : template} />
      </Card>
    </div>
  )
}
