import { Container, Text } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import { PageTitle } from './PageTitle.tsx'

/** What stands in place of a part of a page that is not loaded yet, while it cannot be. */
export const OfflinePart = () => (
  <Text role="status" py="md">
    {messages.offline[navigator.onLine ? 'server' : 'device']} {messages.offline.page}
  </Text>
)

/** The same for a whole page. */
export const OfflinePage = () => (
  <Container px={0} py="md">
    <PageTitle title={messages.offline.title} />
    <OfflinePart />
  </Container>
)
