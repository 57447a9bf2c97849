import { Button, Group, Paper, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { messages } from './messages.ts'
import type { Sending } from './sending.ts'
import type { Progress as State } from './upload-state.ts'

/** The progress, in files and bytes, with buttons to pause or stop. */
export const Running = ({ progress, sending }: { progress: State; sending: Sending }) => {
  const { state, files, bytes, refused, trouble } = progress
  const percent = bytes.all === 0 ? 0 : Math.min(100, (100 * bytes.sent) / bytes.all)
  const isPaused = state === 'paused'
  const now = isPaused ? messages.paused : messages.sending
  return (
    <Paper withBorder radius="lg" p="lg" component="section" aria-labelledby="sending">
      <Stack gap="sm">
        <Title order={2} size="h4" id="sending">
          {now}
        </Title>
        <VisuallyHidden role="status">{now}</VisuallyHidden>
        <Progress value={percent} size="lg" animated={!isPaused} aria-label={messages.progress} />
        <Group justify="space-between" gap="xs">
          <Text fw={500}>{messages.filesDone(files.done, files.all)}</Text>
          <Text c="dimmed">{messages.bytesSent(bytes.sent, bytes.all)}</Text>
        </Group>
        {refused.length > 0 && <Text size="sm">{messages.refusedSoFar(refused.length)}</Text>}
        {trouble && <ErrorAlert>{trouble}</ErrorAlert>}
        <Group gap="sm">
          {isPaused ? (
            <Button onClick={sending.resume}>{messages.resume}</Button>
          ) : (
            <Button onClick={sending.pause}>{messages.pause}</Button>
          )}
          <Button variant="default" onClick={sending.cancel}>
            {messages.cancel}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {messages.stay}
        </Text>
      </Stack>
    </Paper>
  )
}
