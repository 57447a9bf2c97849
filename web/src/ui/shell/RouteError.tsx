import { Button, Container } from '@mantine/core'
import { useRouteError } from 'react-router'
import { messages } from '../../platform/base/messages.ts'
import { EmptyState } from '../state/EmptyState.tsx'

/** A page that could not be loaded or drawn. After an update of the server its old parts are gone: reloading brings the new ones. */
export const RouteError = () => {
  const error = useRouteError()
  const gone = error instanceof TypeError && /import|module/i.test(error.message)
  return (
    <Container component="main" py={96}>
      <EmptyState title={messages.error.title} text={gone ? messages.error.chunk : messages.error.page}>
        <Button onClick={() => location.reload()}>{messages.error.reload}</Button>
      </EmptyState>
    </Container>
  )
}
