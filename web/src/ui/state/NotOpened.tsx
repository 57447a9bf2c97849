import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'
import { isMissingPart, OutdatedProgram } from '../../platform/http/program.ts'
import { EmptyState } from './EmptyState.tsx'

const factsOf = (error: unknown) => {
  if (error instanceof OutdatedProgram) return { text: messages.error.chunk, icon: IconRefresh }
  return isMissingPart(error)
    ? { text: messages.notice.missingPart, icon: IconRefresh }
    : { text: messages.error.page, icon: IconAlertTriangle }
}

/** A page, or a part of one, that could not be opened, loaded or drawn. Reloading also brings the parts of a new version. */
export const NotOpened = ({ error }: { error: unknown }) => (
  <EmptyState title={messages.error.title} {...factsOf(error)}>
    <Button onClick={() => location.reload()}>{messages.error.reload}</Button>
  </EmptyState>
)
