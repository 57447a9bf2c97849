import { Button, Container, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { messages } from './messages.ts'

export function ForbiddenPage() {
  return (
    <Container size="sm" py={96}>
      <Stack align="center" ta="center">
        <IconLock size={48} aria-hidden color="var(--mantine-color-anchor)" />
        <PageTitle title="No access" />
        <Text size="lg">{messages.forbidden}</Text>
        <Button size="md" component={Link} to={paths.home}>
          {messages.goHome}
        </Button>
      </Stack>
    </Container>
  )
}
