import { Card, SimpleGrid, Text, ThemeIcon } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { messages } from './messages.ts'

/** A way on from a patient's home that another feature brings; see record-tabs.tsx. `Figure` is its line of text. */
export type HomeTile = { to: string; title: string; icon: TablerIcon; Figure: ComponentType }

export const HomeTiles = ({ tiles }: { tiles: HomeTile[] }) => (
  <SimpleGrid
    component="nav"
    aria-label={messages.home.shortcuts}
    cols={{ base: 2, sm: tiles.length % 3 === 0 ? 3 : 4 }}
    spacing="sm"
  >
    {tiles.map(({ to, title, icon: Icon, Figure }) => (
      <Card key={to} component={Link} to={to} withBorder radius="lg" p="md">
        <ThemeIcon size={40} radius="md" variant="light">
          <Icon size={22} aria-hidden />
        </ThemeIcon>
        <Text fw={600} mt="xs">
          {title}
        </Text>
        {/* A line of its height until it is known, so that nothing moves. */}
        <Text size="sm" c="dimmed" mih="1.55em">
          <Figure />
        </Text>
      </Card>
    ))}
  </SimpleGrid>
)
