import { Button, Container, Group, Menu, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'
import { type Session, useSession } from '../../platform/session/session.tsx'
import { othersOf, PersonItems } from './PersonItems.tsx'
import styles from './shell.module.css'

/** Whom a caregiver acts for. */
export const cared = ({ user }: Session) => `${user.first_name} ${user.last_name}`.trim()

/** Above every page of a caregiver: for whom all of it is. */
export const ActingBanner = () => {
  const session = useSession()
  if (!session?.acting) return null
  return (
    <section aria-label={messages.shell.actingLabel} className={styles.acting}>
      <Container size="lg">
        <Group justify="space-between" gap="xs" mih={44}>
          <Group gap="xs" wrap="nowrap" miw={0}>
            <IconUsers size={20} aria-hidden className={styles.actingIcon} />
            <Text fw={600} size="sm">
              {messages.shell.acting(cared(session))}
            </Text>
          </Group>
          {othersOf(session).length > 0 && (
            <Menu position="bottom-end" shadow="md" radius="md">
              <Menu.Target>
                <Button variant="default" size="compact-md">
                  {messages.shell.switchPerson}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <PersonItems session={session} />
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      </Container>
    </section>
  )
}
