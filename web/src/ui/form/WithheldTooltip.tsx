import { Tooltip } from '@mantine/core'
import type { MouseEvent, ReactElement } from 'react'

/** What a button takes on that may not be used: it can still be reached, so that its reason is read. */
export const withheldProps = (reason: string) =>
  reason !== '' && {
    'data-disabled': true,
    'aria-disabled': true,
    onClick: (event: MouseEvent) => event.preventDefault(),
  }

type Props = { reason: string; children: ReactElement }

/** Says of a button, to mouse, keyboard, finger and screen reader, why it may not be used. */
export const WithheldTooltip = ({ reason, children }: Props) => (
  <Tooltip
    label={reason}
    disabled={reason === ''}
    multiline
    maw={280}
    events={{ hover: true, focus: true, touch: true }}
  >
    {children}
  </Tooltip>
)
