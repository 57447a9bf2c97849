import { Button, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { messages } from './messages.ts'
import type { InviteProblem } from './use-invite.ts'

/** A link that no longer works says why, and how to continue. */
export const BrokenInvite = ({ problem, entrance }: { problem: InviteProblem; entrance: string }) => (
  <NarrowCard title={messages.broken}>
    <Stack mt="md">
      <ErrorAlert>{problem.sentence}</ErrorAlert>
      <Button size="md" component={Link} to={entrance} variant={problem.used ? 'filled' : 'default'}>
        {messages.toSignIn}
      </Button>
      <Button size="md" component={Link} to={paths.contactLanding} variant={problem.used ? 'default' : 'filled'}>
        {messages.contact}
      </Button>
    </Stack>
  </NarrowCard>
)
