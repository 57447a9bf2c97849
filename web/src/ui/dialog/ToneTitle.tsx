import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Tone, ToneIcon } from '../state/tones.tsx'

type Props = { tone: Tone; children: ReactNode }

/** A dialog's title with the icon of what it is. */
export const ToneTitle = ({ tone, children }: Props) => (
  <Group component="span" gap="sm" wrap="nowrap">
    <ToneIcon tone={tone} size={32} />
    <span>{children}</span>
  </Group>
)
