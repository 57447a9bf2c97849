import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { messages } from './messages.ts'

/** A link that can no longer undo what somebody else may have done; the clinic can. */
export const DeadLinkNote = ({ children }: { children: ReactNode }) => (
  <Stack mt="md">
    <ErrorAlert>{children}</ErrorAlert>
    <Button size="md" variant="default" component={Link} to={paths.contactLanding}>
      {messages.nav.contact}
    </Button>
  </Stack>
)
