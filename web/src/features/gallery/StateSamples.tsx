import { SimpleGrid } from '@mantine/core'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'

export const StateSamples = () => (
  <SimpleGrid cols={{ base: 1, sm: 2 }}>
    <SummaryList
      rows={[
        ['Mobile', '(555) 010-2345'],
        ['Address', '12 Harbor St, Boston, MA 02110'],
        ['Race', ''],
      ]}
    />
    <EmptyState title="No file data available .." text="Uploaded files will stand here." />
    <LoadingState rows={3} />
    <ErrorState message="Failed to fetch patients. Please try again." onRetry={() => undefined} />
  </SimpleGrid>
)
