import { Button, Container, Group, Menu, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { cared } from '../../platform/session/acted-for.ts'
import { useSession } from '../../platform/session/session.tsx'
import styles from './header.module.css'
import { messages } from './messages.ts'
import { othersOf, PersonItems } from './PersonItems.tsx'

/** Above every page and dialog of a caregiver: the person they act for. */
export const ActingBanner = () => {
  const session = useSession()
  if (!session?.acting) return null
  return (
    <section aria-label={messages.actingLabel} className={styles.acting}>
      <Container size="lg" h="100%">
        <Group justify="space-between" gap="xs" wrap="nowrap" h="100%">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <IconUsers size={20} aria-hidden className={styles.actingIcon} />
            <Text fw={600} size="sm" lh={1.3} lineClamp={2}>
              {messages.acting(cared(session))}
            </Text>
          </Group>
          {othersOf(session).length > 0 && (
            <Menu position="bottom-end" shadow="md" radius="md">
              <Menu.Target>
                <Button variant="default" size="compact-md" flex="none">
                  {messages.switchPerson}
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
