import { Stack, Text, ThemeIcon } from '@mantine/core'
import { IconInbox, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = { title: string; text?: string | undefined; icon?: TablerIcon; children?: ReactNode }

/** Shown where there is nothing: why, and what to do next. */
export const EmptyState = ({ title, text, icon: Icon = IconInbox, children }: Props) => (
  <Stack align="center" gap="xs" py={48} px="md" ta="center">
    <ThemeIcon size={56} radius="xl" variant="light" color="gray">
      <Icon size={28} aria-hidden />
    </ThemeIcon>
    <Text fw={600}>{title}</Text>
    {text && (
      <Text size="sm" c="dimmed" maw={420} style={{ textWrap: 'balance' }}>
        {text}
      </Text>
    )}
    {children}
  </Stack>
)
