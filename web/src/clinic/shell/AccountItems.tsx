import { Menu, Text } from '@mantine/core'
import { IconCheck, IconLogout, IconSwitchHorizontal } from '@tabler/icons-react'
import { Link } from 'react-router'
import { requestLogout, type Session } from '../../platform/session/session.tsx'
import { changeProject } from '../../platform/sign-in/switch-project.ts'
import { ButtonTarget } from '../../ui/dialog/ButtonTarget.tsx'
import type { MenuOfButton } from '../../ui/dialog/use-menu-button.ts'
import type { AccountEntry } from '../../ui/shell/account-entry.ts'
import { DensityItems } from '../../ui/shell/DensityItems.tsx'
import { LanguageItems } from '../../ui/shell/LanguageItems.tsx'
import { ThemeItems } from '../../ui/shell/ThemeItems.tsx'
import { messages } from './messages.ts'
import { othersOf, PersonItems } from './PersonItems.tsx'

const EntryItem = ({ label, icon: Icon, onLeave, ...entry }: AccountEntry & { onLeave: () => void }) => {
  const icon = <Icon size={16} aria-hidden />
  if ('to' in entry)
    return (
      <Menu.Item component={Link} to={entry.to} leftSection={icon}>
        {label}
      </Menu.Item>
    )
  return (
    <Menu.Item
      leftSection={icon}
      onClick={() => {
        onLeave()
        entry.onChoose()
      }}
    >
      {label}
    </Menu.Item>
  )
}

type Props = MenuOfButton & {
  session: Session
  name: string
  logout: string
  entries: readonly AccountEntry[]
  tables: boolean
}

/** The contents of the account menu. */
export const AccountItems = ({ button, session, name, logout, entries, tables, ...menu }: Props) => {
  const own = session.memberships.filter(({ caregiver_id }) => caregiver_id === '')
  const several = own.length > 1
  return (
    <Menu width={260} position="bottom-end" shadow="md" radius="md" {...menu}>
      <Menu.Target>
        <ButtonTarget button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="div" fw={600} size="sm" c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          <Text component="div" size="xs">
            {session.acting ? messages.caregiver : messages.roles[session.role]}
          </Text>
        </Menu.Label>
        {several && (
          <>
            <Menu.Divider />
            <Menu.Label>{messages.project}</Menu.Label>
            {own.map(({ project, project_name, role }) => (
              <Menu.Item
                key={`${project} ${role}`}
                disabled={project === session.project}
                leftSection={
                  project === session.project ? (
                    <IconCheck size={16} aria-hidden />
                  ) : (
                    <IconSwitchHorizontal size={16} aria-hidden />
                  )
                }
                onClick={() => void changeProject(project)}
              >
                {project_name}
              </Menu.Item>
            ))}
          </>
        )}
        {session.audience === 'patient' && othersOf(session).length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{messages.person}</Menu.Label>
            <PersonItems session={session} />
          </>
        )}
        {entries.length > 0 && <Menu.Divider />}
        {entries.map((entry) => (
          // A dialog returns the focus to where it was: that must not be an item of a closed menu.
          <EntryItem key={entry.label} {...entry} onLeave={() => button.current?.focus()} />
        ))}
        <Menu.Divider />
        <Menu.Label>{messages.theme}</Menu.Label>
        <ThemeItems />
        {session.role === 'Patient' && (
          <>
            <Menu.Divider />
            <Menu.Label>{messages.language}</Menu.Label>
            <LanguageItems />
          </>
        )}
        {tables && (
          <>
            <Menu.Divider />
            <Menu.Label>{messages.tables}</Menu.Label>
            <DensityItems />
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={requestLogout}>
          {logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
