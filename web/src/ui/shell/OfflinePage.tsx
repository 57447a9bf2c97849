import { Container } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import type { Absence } from '../state/absence.tsx'
import { OfflinePart } from '../state/OfflinePart.tsx'
import { PageTitle } from './PageTitle.tsx'

/** What stands in place of a page that is not loaded yet, while it cannot be. */
const OfflinePage = () => (
  <Container px={0} py="md">
    <PageTitle title={messages.offline.title} />
    <OfflinePart />
  </Container>
)

/** Where a whole page is missing. */
export const absentPage: Absence = { Waiting: OfflinePage, reloads: true }
