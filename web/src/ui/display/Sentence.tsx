import { Alert } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** What went wrong, spoken at once and kept on the page beside what was typed. */
export const Problem = ({ children }: { children: ReactNode }) => (
  <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
    {children}
  </Alert>
)

export const Success = ({ children }: { children: ReactNode }) => (
  <Alert role="status" color="green" variant="light" icon={<IconCircleCheck aria-hidden />}>
    {children}
  </Alert>
)
