import { type SiteStatus, siteParts } from '@fornix/contract'
import { Divider, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useConfig } from '../../platform/calls/config.ts'
import { formatTime } from '../../ui/display/dates.ts'
import { SuccessAlert, WarningAlert } from '../../ui/display/ErrorAlert.tsx'
import { WordBadge } from '../../ui/display/WordBadge.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'
import { useStatus } from './use-status.ts'

const Part = ({ name, down, works }: { name: string; down: string; works: boolean }) => (
  <List.Item>
    <Group justify="space-between" gap="xs">
      <Text fw={600}>{name}</Text>
      <WordBadge icon={works ? IconCircleCheck : IconAlertTriangle} color={works ? 'green' : 'amber'}>
        {works ? messages.works : messages.isDown}
      </WordBadge>
    </Group>
    {!works && <Text size="sm">{down}</Text>}
    <Divider mt="sm" />
  </List.Item>
)

const Parts = ({ parts, checked_at }: SiteStatus) => (
  <Stack>
    {siteParts.every((part) => parts[part]) ? (
      <SuccessAlert>{messages.allWork}</SuccessAlert>
    ) : (
      <WarningAlert>{messages.someDown}</WarningAlert>
    )}
    <List listStyleType="none" spacing="sm" aria-label={messages.list} styles={{ itemWrapper: { display: 'block' } }}>
      {siteParts.map((part) => (
        <Part key={part} {...messages.parts[part]} works={parts[part]} />
      ))}
    </List>
    <Text size="sm" c="dimmed">
      {messages.checked(formatTime(checked_at))}
    </Text>
  </Stack>
)

/** /status: which parts of the portal work, for users who wonder whether the problem is on their side. */
export const StatusPage = () => {
  const { data, isPending, isError, refetch } = useStatus()
  const phone = useConfig()?.contact.phone
  const isDown = isError || (data && siteParts.some((part) => !data.parts[part]))
  return (
    <NarrowCard title={messages.title}>
      <Stack mt="md">
        {isPending ? (
          <LoadingState rows={4} height={32} />
        ) : isError ? (
          <ErrorState message={messages.unreachable} onRetry={() => void refetch()} />
        ) : (
          <Parts {...data} />
        )}
        {isDown && phone && <Text>{messages.call(phone)}</Text>}
      </Stack>
    </NarrowCard>
  )
}
