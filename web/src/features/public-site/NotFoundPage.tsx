import { Button, Container, Stack, Text } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { messages } from './messages.ts'

export function NotFoundPage() {
  return (
    <Container size="sm" py={96}>
      <Stack align="center" ta="center">
        <IconMapSearch size={48} aria-hidden color="var(--mantine-color-anchor)" />
        <PageTitle title="Page not found" />
        <Text size="lg">There is no page at this address. It may have moved, or the link has a mistake in it.</Text>
        <Button size="md" component={Link} to={paths.home}>
          {messages.goHome}
        </Button>
      </Stack>
    </Container>
  )
}
