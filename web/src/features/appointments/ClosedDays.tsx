import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import classes from './scheduling.module.css'
import { messages } from './scheduling-messages.ts'
import type { SchedulingForm } from './use-scheduling.ts'

export const ClosedDays = ({ form }: { form: SchedulingForm }) => (
  <Stack gap="sm" align="flex-start">
    {form.values.closed_days.length === 0 && <Text c="dimmed">{messages.noClosed}</Text>}
    {form.values.closed_days.map(({ date }, n) => (
      <div key={form.key(`closed_days.${n}`)} className={classes.closed}>
        <TextInput type="date" label={messages.day} {...form.getInputProps(`closed_days.${n}.date`)} />
        <TextInput label={messages.note} maxLength={100} {...form.getInputProps(`closed_days.${n}.note`)} />
        <ActionIcon
          variant="subtle"
          color="red"
          size={36}
          mt={25}
          aria-label={messages.removeDay(date)}
          onClick={() => form.removeListItem('closed_days', n)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
    ))}
    <Button
      variant="subtle"
      ml={-12}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => form.insertListItem('closed_days', { date: '', note: '' })}
    >
      {messages.addDay}
    </Button>
  </Stack>
)
