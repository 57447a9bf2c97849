import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './back-link.module.css'
import { listAddress } from './list-address.ts'

/** Above a page's title: the link back to its list, as it was left. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Anchor component={Link} to={listAddress(to)} size="sm" className={`touch-link ${classes.back}`}>
    <IconArrowLeft size={16} aria-hidden />
    {children}
  </Anchor>
)
