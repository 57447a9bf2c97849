import { getOperatorNumber } from '@fornix/contract'
import { Card, Group, Text, ThemeIcon } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useCall } from '../../platform/api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { messages } from './messages.ts'

/** The first tab of the admin area. */
export const Dashboard = () => {
  const query = useCall(getOperatorNumber, {})
  if (query.isPending) return <LoadingState />
  if (query.isError && !query.data) return <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />
  return (
    <Card withBorder radius="lg" p="lg" maw={420}>
      <Group wrap="nowrap" gap="lg">
        <ThemeIcon size={56} radius="md" variant="light">
          <IconUsersGroup size={30} aria-hidden />
        </ThemeIcon>
        <div>
          <Text c="dimmed">{messages.operators}</Text>
          <Text fz={40} fw={700} lh={1.1}>
            {query.data.operator_number.toLocaleString('en-US')}
          </Text>
          <Text size="sm" c="dimmed">
            {messages.hint}
          </Text>
        </div>
      </Group>
    </Card>
  )
}
