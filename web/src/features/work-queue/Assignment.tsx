import { assignWork, getWorkQueue, type QueueItem, type QueueKind, siteShortDay } from '@fornix/contract'
import { ActionIcon, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconCalendarDue, IconUserEdit } from '@tabler/icons-react'
import { useRef } from 'react'
import { refreshCall, refreshIfFailed, useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { Hint } from '../../ui/display/Hint.tsx'
import { focusResult } from '../../ui/form/focus-result.ts'
import { messages } from './messages.ts'
import classes from './work-queue.module.css'

type Props = { kind: QueueKind; item: QueueItem; name: string; today: string; onChange: () => void }

const DueBadge = ({ day, today }: { day: string; today: string }) => {
  const shown = siteShortDay(`${day}T12:00:00Z`, 'UTC')
  const isLate = day < today
  return (
    <Badge
      variant="light"
      color={isLate ? 'red' : day === today ? 'amber' : 'gray'}
      miw="max-content"
      leftSection={<IconCalendarDue size={14} aria-hidden />}
    >
      {isLate ? messages.overdue(shown) : messages.due(shown)}
    </Badge>
  )
}

/** Takes it with one press. If a colleague was faster, it says so and shows who. */
const useTake = ({ kind, item }: Pick<Props, 'kind' | 'item'>) => {
  const provider = useSession()?.user.provider_id ?? ''
  const sending = useSend(assignWork, { refreshes: [getWorkQueue] })
  const { attempt, busy, problem } = useAttempt((error) => failureSentence(error, messages.failed))
  const place = useRef<HTMLDivElement>(null)
  const { id: item_id, due_on, version } = item
  const take = () => {
    const taking = { params: { kind, item_id }, body: { assignee: provider, due_on, version } }
    return attempt(
      () => refreshIfFailed(sending.mutateAsync(taking), () => refreshCall(getWorkQueue)),
      // The pressed button is gone.
      () => requestAnimationFrame(() => focusResult(place.current)),
    )
  }
  return { take, problem, busy, place, provider }
}

/** Who does a piece of work, and by when. */
export const Assignment = (props: Props) => {
  const { item, name, today, onChange } = props
  const { take, problem, busy, place, provider } = useTake(props)
  const { assignee, due_on } = item
  return (
    <Stack ref={place} tabIndex={-1} gap={6} className={classes.assignment}>
      <Group gap="4px 8px" justify="flex-end">
        {due_on && <DueBadge day={due_on} today={today} />}
        <Group gap="xs" wrap="nowrap">
          {assignee ? (
            <Text size="sm" fw={600} className={classes.assignee}>
              {assignee.provider_id === provider ? messages.you : assignee.name}
            </Text>
          ) : (
            <Button
              variant="default"
              size="compact-md"
              loading={busy}
              aria-label={messages.takeOf(name)}
              onClick={() => void take()}
            >
              {messages.take}
            </Button>
          )}
          <Hint label={messages.changeHint}>
            <ActionIcon variant="subtle" color="gray" size={36} aria-label={messages.change(name)} onClick={onChange}>
              <IconUserEdit size={18} aria-hidden />
            </ActionIcon>
          </Hint>
        </Group>
      </Group>
      {problem && <ErrorAlert p="xs">{problem}</ErrorAlert>}
    </Stack>
  )
}
