import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'

/** Stands where something would be that the project withholds from the caller's role, and says so. */
export const WithheldNote = ({ children }: { children: string }) => (
  <Alert color="gray" icon={<IconLock aria-hidden />} role="note">
    {children}
  </Alert>
)
