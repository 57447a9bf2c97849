import { Button, Container, Stack, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { messages } from './messages.ts'

/** An address that shows nothing: why, and a link home. */
export const DeadEnd = ({ icon: Icon, title, text }: { icon: TablerIcon; title: string; text: string }) => (
  <Container size="sm" py={96}>
    <Stack align="center" ta="center">
      <Icon size={48} aria-hidden color="var(--mantine-color-anchor)" />
      <PageTitle title={title} />
      <Text size="lg" style={{ textWrap: 'balance' }}>
        {text}
      </Text>
      <Button size="md" component={Link} to={paths.home}>
        {messages.goHome}
      </Button>
    </Stack>
  </Container>
)
