import { Anchor, Container, Group } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { phoneLink } from '../../platform/base/phone-link.ts'
import { useConfig } from '../../platform/calls/config.ts'
import { messages } from './messages.ts'
import styles from './shell.module.css'

const links = [
  [paths.contact, messages.nav.contact],
  [paths.privacy, messages.nav.privacy],
  [paths.terms, messages.nav.terms],
] as const

/** Below every page of a patient: whom to call, and what the law requires to be reachable from everywhere. */
export const PatientFooter = () => {
  const phone = useConfig()?.contact.phone
  return (
    <footer className={styles.patientFooter}>
      <Container size="lg" py="sm">
        <Group gap={4} style={{ columnGap: 24 }}>
          {phone && (
            <Anchor href={phoneLink(phone)} size="sm">
              {messages.footer.call(phone)}
            </Anchor>
          )}
          {links.map(([to, words]) => (
            <Anchor key={to} component={Link} to={to} size="sm">
              {words}
            </Anchor>
          ))}
        </Group>
      </Container>
    </footer>
  )
}
