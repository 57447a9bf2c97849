import { Anchor, Card, Group, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { messages } from './messages.ts'
import { ScanCourse } from './ScanCourse.tsx'
import { courseOf, courseOfVisit } from './scan-progress.ts'
import { useMyScans } from './use-my-scans.ts'

export const useNewestScanReady = () => useMyScans().isReady

/** On a patient's home: the state of the newest scan; before the first one, what follows the visit. */
export const NewestScan = () => {
  const { query, isReady, wasBooked, nextVisit } = useMyScans()
  const { firstName } = useCared()
  if (!isReady) return null
  if (query.isLoadingError) return <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />
  const newest = query.data?.scans[0]
  if (!newest && !nextVisit) return null
  return (
    <Card component="section" aria-labelledby="newest-scan">
      <Group justify="space-between" gap="xs" mb="md">
        <Title order={2} size="h3" id="newest-scan">
          {newest ? messages.newest(dayInWords(newest.study_date), firstName) : messages.first(firstName)}
        </Title>
        {newest && (
          <Anchor component={Link} to={paths.scan} fw={600} td="underline" py={4} className="touch-link">
            {messages.toScans(firstName)}
          </Anchor>
        )}
      </Group>
      <ScanCourse course={newest ? courseOf(newest, wasBooked(newest)) : courseOfVisit(nextVisit)} />
    </Card>
  )
}
