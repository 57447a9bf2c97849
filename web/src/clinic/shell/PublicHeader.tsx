import { pageAt } from '@fornix/contract'
import { Burger, Button, Container, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { messages as shared } from '../../platform/base/messages.ts'
import { paths } from '../../platform/base/paths.ts'
import { homeOf, useSession } from '../../platform/session/session.tsx'
import { LanguageSwitch } from '../../ui/shell/LanguageSwitch.tsx'
import nav from '../../ui/shell/nav.module.css'
import { pressed } from '../../ui/state/absence.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { Brand } from './Brand.tsx'
import styles from './header.module.css'
import { messages } from './messages.ts'

const SideDrawer = lazyPart(async () => (await import('../../ui/dialog/SideDrawer.tsx')).SideDrawer, pressed)

const links = [
  { to: paths.physicians, label: messages.nav.physicians },
  { to: paths.patients, label: messages.nav.patients },
  { to: paths.adminPage, label: messages.nav.admin },
  { to: paths.about, label: messages.nav.about },
]
/** In the drawer, which has room for it. */
const contactLink = { to: paths.contactLanding, label: messages.nav.contact }

const SignIn = ({ full = false }: { full?: boolean }) => {
  const session = useSession()
  const { pathname } = useLocation()
  // On that page it would lead nowhere.
  if (!session && pageAt(pathname)?.path === paths.patients) return null
  return (
    <Button component={Link} to={session ? homeOf(session.role) : paths.patients} fullWidth={full} flex="none">
      {session ? messages.toPortal : messages.signIn}
    </Button>
  )
}

/** The public site's links; a drawer below 1240 px. */
export const PublicHeader = () => {
  const [opened, drawer] = useDisclosure()
  const [wanted, setWanted] = useState(false)
  return (
    <header className={styles.header}>
      <Container size="lg">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Brand to={paths.home} />
          <Group component="nav" aria-label={shared.shell.mainNav} gap="lg" className={styles.wideOnly}>
            {links.map(({ to, label }) => (
              <NavLink key={to} to={to} className={nav.link}>
                {label}
              </NavLink>
            ))}
          </Group>
          <Group gap="sm" wrap="nowrap">
            <span className={styles.notPhone}>
              <Group gap="md" wrap="nowrap">
                <LanguageSwitch />
                <SignIn />
              </Group>
            </span>
            <Burger
              opened={opened}
              onClick={() => {
                setWanted(true)
                drawer.toggle()
              }}
              size="sm"
              className={styles.narrowOnly}
              aria-label={messages.openMenu}
              aria-expanded={opened}
            />
          </Group>
        </Group>
      </Container>
      {/* Most visitors never open it, and it is a tenth of the entry bundle. */}
      <Suspense>
        {wanted && (
          <SideDrawer opened={opened} onClose={drawer.close} position="right">
            <Stack gap="md" align="flex-start">
              {[...links, contactLink].map(({ to, label }) => (
                <NavLink key={to} to={to} className={nav.link} onClick={drawer.close}>
                  {label}
                </NavLink>
              ))}
              <LanguageSwitch size="md" className={nav.link} />
              <SignIn full />
            </Stack>
          </SideDrawer>
        )}
      </Suspense>
    </header>
  )
}
