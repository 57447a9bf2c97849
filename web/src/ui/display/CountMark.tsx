import { Indicator } from '@mantine/core'
import type { ReactNode } from 'react'

const most = 99

/** How many are new, on the button that leads to them. */
export const CountMark = ({ count, children }: { count: number; children: ReactNode }) => (
  <Indicator
    label={count > most ? `${most}+` : count}
    disabled={count === 0}
    size={20}
    offset={6}
    color="red"
    zIndex={1}
  >
    {children}
  </Indicator>
)
