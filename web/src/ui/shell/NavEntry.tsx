import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './nav.module.css'

type Props = {
  to: string
  label: string
  icon: TablerIcon
  'aria-current': 'page' | undefined
  rightSection?: ReactNode
  onClick?: (() => void) | undefined
}

/** A link to a page in the navigation. */
export const NavEntry = ({ label, icon: Icon, rightSection, ...link }: Props) => (
  <Link className={styles.entry} {...link}>
    <Icon size={18} aria-hidden />
    <span>{label}</span>
    {rightSection}
  </Link>
)
