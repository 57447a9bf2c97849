import { getOperatorNumber } from '@fornix/contract'
import { Card, Group, SimpleGrid, Text, ThemeIcon } from '@mantine/core'
import { IconMailForward, IconUsersGroup, type TablerIcon } from '@tabler/icons-react'
import { useCall } from '../../platform/api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { messages } from './messages.ts'

type FigureProps = { icon: TablerIcon; name: string; value: number; hint: string }
const Figure = ({ icon: Icon, name, value, hint }: FigureProps) => (
  <Card withBorder radius="lg" p="lg">
    <Group wrap="nowrap" gap="lg">
      <ThemeIcon size={56} radius="md" variant="light">
        <Icon size={30} aria-hidden />
      </ThemeIcon>
      <div>
        <Text c="dimmed">{name}</Text>
        <Text fz={40} fw={700} lh={1.1} className="tabular">
          {value.toLocaleString('en-US')}
        </Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
    </Group>
  </Card>
)

/** The first tab of the admin area. */
export const Dashboard = () => {
  const query = useCall(getOperatorNumber, {})
  if (query.isPending) return <LoadingState />
  if (query.isError && !query.data) return <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />
  const { operator_number, invited } = query.data
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Figure icon={IconUsersGroup} name={messages.operators} value={operator_number} hint={messages.hint} />
      <Figure icon={IconMailForward} name={messages.invited} value={invited} hint={messages.invitedHint} />
    </SimpleGrid>
  )
}
