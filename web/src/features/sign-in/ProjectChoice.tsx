import type { Membership } from '@fornix/contract'
import { Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { messages } from '../../clinic/shell/messages.ts'
import { t } from '../../platform/language/t.ts'
import styles from './choice.module.css'

type Props = { memberships: readonly Membership[]; busy: boolean; onChoose: (membership: Membership) => void }

/** One button per project, the last used one first. */
export function ProjectChoice({ memberships, busy, onChoose }: Props) {
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {memberships.map((membership) => (
        <li key={`${membership.project} ${membership.role}`}>
          <UnstyledButton className={styles['choice'] ?? ''} disabled={busy} onClick={() => onChoose(membership)}>
            <span>
              <Text span fw={600} display="block">
                {membership.project_name}
              </Text>
              <Text span c="dimmed" size="sm">
                {t('as {role}', { role: messages.roles[membership.role] })}
              </Text>
            </span>
            <IconChevronRight size={20} aria-hidden />
          </UnstyledButton>
        </li>
      ))}
    </Stack>
  )
}
