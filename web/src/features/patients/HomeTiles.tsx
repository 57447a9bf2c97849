import { Card, Text, ThemeIcon } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { messages } from './messages.ts'
import classes from './patients.module.css'

/** A link on a patient's home added by another feature; see patient-home.tsx. `Figure` is its line of text. */
export type HomeTile = { to: string; title: string; icon: TablerIcon; Figure: ComponentType }

export const HomeTiles = ({ tiles }: { tiles: HomeTile[] }) => (
  <nav aria-label={messages.home.shortcuts} className={classes.tiles}>
    {tiles.map(({ to, title, icon: Icon, Figure }) => (
      <Card key={to} component={Link} to={to} p="md" className={classes.tile}>
        <ThemeIcon size={40} radius="md" variant="light" flex="none">
          <Icon size={22} aria-hidden />
        </ThemeIcon>
        <div>
          <Text fw={600}>{title}</Text>
          {/* Reserves a line until it is known, so that nothing moves. */}
          <Text size="sm" c="dimmed" mih="1.55em">
            <Figure />
          </Text>
        </div>
      </Card>
    ))}
  </nav>
)
