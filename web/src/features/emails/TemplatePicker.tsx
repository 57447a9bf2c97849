import {
  type EmailTemplate,
  fillTemplate,
  listEmailTemplates,
  type Placeholder,
  placeholdersIn,
} from '@fornix/contract'
import { Alert, Button, Group, Modal, Paper, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../platform/calls/api.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import classes from './emails.module.css'
import { messages } from './messages.ts'
import { useNextAppointment } from './use-next-appointment.ts'

type Filled = { subject: string; message: string }
type Values = Partial<Record<Placeholder, string>>
type Props = {
  opened: boolean
  onClose: () => void
  patientKey: string
  known: Values
  replaces: boolean
  onUse: (letter: Filled) => void
}

const texts = messages.templates
const times: Placeholder[] = ['appointment_date', 'appointment_time']

const Preview = ({
  template,
  patientKey,
  known,
  replaces,
  onUse,
  onClose,
}: Omit<Props, 'opened'> & { template: EmailTemplate }) => {
  const [typed, setTyped] = useState<Values>({})
  const wanted = placeholdersIn(template.subject + template.message)
  const wantsTime = wanted.some((name) => times.includes(name))
  const next = useNextAppointment(patientKey, wantsTime)
  // Fields that fill themselves late would do so under the hands of who types.
  if (!next) return <LoadingState rows={4} />
  const values = { ...known, ...next, ...typed }
  const toFill = wanted.filter((name) => !known[name])
  const subject = fillTemplate(template.subject, values)
  const message = fillTemplate(template.message, values)
  return (
    <Stack>
      {toFill.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} component="fieldset" className={classes.plain}>
          {toFill.map((name) => (
            <TextInput
              key={name}
              label={texts.labels[name]}
              description={next[name] && typed[name] === undefined ? texts.fromAppointment : undefined}
              value={values[name] ?? ''}
              onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
              maxLength={60}
            />
          ))}
        </SimpleGrid>
      )}
      <Paper component="section" aria-label={texts.preview} withBorder p="md" className={classes.preview} tabIndex={0}>
        <Text fw={600} mb="xs">
          {subject}
        </Text>
        <Text size="sm" className={classes.text}>
          {message}
        </Text>
      </Paper>
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
  const query = useCall(listEmailTemplates, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [name, setName] = useState<string | null>(null)
  if (query.isPending) return <LoadingState rows={4} />
  if (query.isLoadingError) return <ErrorState message={texts.failed} onRetry={() => void query.refetch()} />
  const { templates } = query.data
  const template = templates.find((one) => one.name === name) ?? templates[0]
  if (!template) return null
  return (
    <Stack>
      <Select
        label={texts.choose}
        data={templates.map((one) => one.name)}
        value={template.name}
        onChange={setName}
        allowDeselect={false}
        data-autofocus
      />
      <Preview key={template.name} {...props} template={template} />
    </Stack>
  )
}

/** One of nine texts, filled with names and times and shown as it will be, before it goes into the email. */
export const TemplatePicker = ({ opened, ...props }: Props) => (
  <Modal opened={opened} onClose={props.onClose} title={texts.title} size="lg">
    <Choice {...props} />
  </Modal>
)
