import { SimpleGrid } from '@mantine/core'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { SummaryList } from '../../ui/SummaryList.tsx'

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
