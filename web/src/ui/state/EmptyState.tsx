import { Stack, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Tone, ToneIcon } from './tones.tsx'

type Props = { title: string; text?: string | undefined; tone?: Tone; icon?: TablerIcon; children?: ReactNode }

/** Shown where there is nothing: why, and what to do next. */
export const EmptyState = ({ title, text, tone = 'empty', icon, children }: Props) => (
  <Stack align="center" gap="xs" py={48} px="md" ta="center">
    <ToneIcon tone={tone} size={56} icon={icon} />
    <Text fw={600}>{title}</Text>
    {text && (
      <Text size="sm" c="dimmed" maw={420} style={{ textWrap: 'balance' }}>
        {text}
      </Text>
    )}
    {children}
  </Stack>
)
