import { Button, Container } from '@mantine/core'
import { IconAlertTriangle, IconRefresh, IconWifiOff } from '@tabler/icons-react'
import { useRouteError } from 'react-router'
import { messages } from '../../platform/base/messages.ts'
import { isMissingPart, OutdatedProgram } from '../../platform/http/program.ts'
import { EmptyState } from '../state/EmptyState.tsx'

const factsOf = (error: unknown) => {
  if (error instanceof OutdatedProgram) return { text: messages.error.chunk, icon: IconRefresh }
  return isMissingPart(error)
    ? { text: messages.failure.unreachable, icon: IconWifiOff }
    : { text: messages.error.page, icon: IconAlertTriangle }
}

/**
 * A page that could not be loaded or drawn, in the frame that stays. After an update of the server its old parts are gone: reloading brings
 * the new ones.
 */
export const PageError = () => (
  <EmptyState title={messages.error.title} {...factsOf(useRouteError())}>
    <Button onClick={() => location.reload()}>{messages.error.reload}</Button>
  </EmptyState>
)

/** The same where the frame itself is missing. */
export const RouteError = () => (
  <Container component="main" py={96}>
    <PageError />
  </Container>
)
