import { Anchor, Group, Text } from '@mantine/core'
import { IconChevronRight, type TablerIcon } from '@tabler/icons-react'
import { Link } from 'react-router'

/** One task that waits for the patient, and where it is done. */
export type Todo = { icon: TablerIcon; title: string; text: string; to: string }

export const TodoItem = ({ icon: Icon, title, text, to }: Todo) => (
  <li>
    <Group wrap="nowrap" gap="sm">
      <Icon size={22} aria-hidden style={{ flex: 'none' }} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Anchor component={Link} to={to} fw={600} td="underline" display="inline-block" mih={24}>
          {title}
        </Anchor>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      <IconChevronRight size={18} aria-hidden style={{ flex: 'none' }} />
    </Group>
  </li>
)
