import { Container } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import type { Absence } from '../state/absence.tsx'
import { OfflinePart } from '../state/OfflinePart.tsx'
import { PageTitle } from './PageTitle.tsx'

/** Replaces a page that is not loaded yet, while it cannot be. */
const OfflinePage = () => (
  <Container px={0} py="md">
    <PageTitle title={messages.offline.title} />
    <OfflinePart />
  </Container>
)

/** For a whole missing page. */
export const absentPage: Absence = { Waiting: OfflinePage, reloads: true }
