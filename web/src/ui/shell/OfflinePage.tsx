import { Container } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import { OfflinePart } from '../state/OfflinePart.tsx'
import { PageTitle } from './PageTitle.tsx'

/** What stands in place of a page that is not loaded yet, while it cannot be. */
export const OfflinePage = () => (
  <Container px={0} py="md">
    <PageTitle title={messages.offline.title} />
    <OfflinePart />
  </Container>
)
