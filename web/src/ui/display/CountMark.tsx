import { Indicator } from '@mantine/core'
import type { ReactNode } from 'react'

const maxShown = 99

/** The number of new items, on the button that leads to them. */
export const CountMark = ({ count, children }: { count: number; children: ReactNode }) => (
  <Indicator
    label={count > maxShown ? `${maxShown}+` : count}
    disabled={count === 0}
    // Large text must not cover the button.
    size="clamp(20px, 1.25rem, 24px)"
    styles={{ indicator: { fontSize: 'min(var(--mantine-font-size-xs), 15px)' } }}
    offset={6}
    color="red"
    zIndex={1}
  >
    {children}
  </Indicator>
)
