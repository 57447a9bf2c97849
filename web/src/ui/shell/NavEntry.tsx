import { NavLink } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = {
  to: string
  label: string
  icon: TablerIcon
  'aria-current': 'page' | undefined
  rightSection?: ReactNode
  onClick?: (() => void) | undefined
}

/** A link to a page in the navigation. */
export const NavEntry = ({ icon: Icon, ...entry }: Props) => (
  <NavLink component={Link} leftSection={<Icon size={18} aria-hidden />} {...entry} />
)
