import { getAdminProfile, getOperatorNumber } from '@fornix/contract'
import { Anchor, Card, Group, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconMailForward, IconScanEye, IconUsersGroup, type TablerIcon } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { grouped } from '../../platform/base/grouped.ts'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { unseen } from '../../ui/state/absence.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { messages } from './messages.ts'

const FirstSteps = lazyPart(async () => (await import('./FirstSteps.tsx')).FirstSteps, unseen)

type FigureProps = { icon: TablerIcon; name: string; value: number | undefined; hint: string; to: string }
const Figure = ({ icon: Icon, name, value, hint, to }: FigureProps) => (
  <Card>
    <Group wrap="nowrap" gap="lg" align="flex-start">
      <ThemeIcon size={56} radius="md" variant="light">
        <Icon size={30} aria-hidden />
      </ThemeIcon>
      <div>
        <Anchor component={Link} to={to}>
          {name}
        </Anchor>
        <Text fz={40} fw={700} lh={1.1} className="tabular">
          {value === undefined ? '–' : grouped(value)}
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
  const profile = useCall(getAdminProfile, { body: {} })
  if (query.isPending) return <LoadingState />
  if (query.isLoadingError) return <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />
  const { operator_number, invited } = query.data
  return (
    <>
      <Suspense>
        <FirstSteps />
      </Suspense>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
        <Figure
          icon={IconUsersGroup}
          name={messages.operators}
          value={operator_number}
          hint={messages.hint(invited ?? 0)}
          to={paths.operatorList}
        />
        <Figure
          icon={IconScanEye}
          name={messages.requests}
          value={profile.data?.admin.pending_requests.length}
          hint={profile.isError ? messages.requestsFailed : messages.requestsHint}
          to={paths.adminScanRequests}
        />
        <Figure
          icon={IconMailForward}
          name={messages.invited}
          value={invited}
          hint={messages.invitedHint}
          to={paths.operatorList}
        />
      </SimpleGrid>
      <Stack gap="xs" mt="lg" align="flex-start">
        <Anchor component={Link} to={paths.workQueue}>
          {messages.today}
        </Anchor>
        <Anchor component={Link} to={paths.reports}>
          {messages.reports}
        </Anchor>
      </Stack>
    </>
  )
}
