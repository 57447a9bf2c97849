import { Button, type ButtonProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'

type Props = ButtonProps & { href: string; icon: TablerIcon; 'aria-label': string }

/** Opens a page of the portal in a new tab, which keeps this session. */
export const NewTabButton = ({ icon: Icon, ...props }: Props) => (
  <Button
    component="a"
    target="_blank"
    rel="opener"
    variant="default"
    fz="sm"
    leftSection={<Icon size={16} aria-hidden />}
    {...props}
  />
)
