import { Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useConfig } from '../../platform/calls/config.ts'
import styles from './brand.module.css'

/** An axial slice in a few lines. */
const Mark = ({ size = 30 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 32 32"
    aria-hidden
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
  >
    <ellipse cx="16" cy="16" rx="12" ry="14" />
    <path d="M16 3v26M16 9c-4-2-8 1-8 5 0 3 2 4 2 7M16 9c4-2 8 1 8 5 0 3-2 4-2 7M16 16c-2-1-4 0-5 2M16 16c2-1 4 0 5 2" />
  </svg>
)

// The server writes the name into the page, and the build into what it renders, so that nothing moves when the rest of the configuration
// arrives.
const nameInPage =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? '__NAME__'

/** The project's logo and name. */
export const BrandSign = () => {
  const config = useConfig()
  return (
    <Group gap="xs" wrap="nowrap">
      {config?.logo_url ? <img src={config.logo_url} alt="" className={styles.logo} /> : <Mark />}
      <Text component="span" fw={700} c="var(--mantine-color-text)" truncate>
        {config?.project_name ?? nameInPage}
      </Text>
    </Group>
  )
}

/** The logo, linked to where the person's work begins. `compact`: without the name on the narrowest phones. */
export const Brand = ({ to, compact = false }: { to: string; compact?: boolean }) => (
  <Link to={to} className={styles.brand} data-compact={compact || undefined}>
    <BrandSign />
  </Link>
)
