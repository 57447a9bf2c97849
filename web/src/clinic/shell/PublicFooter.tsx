import { Anchor, Container, Divider, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { phoneLink } from '../../platform/base/phone-link.ts'
import { useConfig } from '../../platform/calls/config.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { Email } from '../../ui/display/Email.tsx'
import { LanguageSwitch } from '../../ui/shell/LanguageSwitch.tsx'
import { Brand } from './Brand.tsx'
import { messages } from './messages.ts'
import styles from './public-footer.module.css'

const Column = ({
  title,
  className,
  children,
}: {
  title: string
  className?: string | undefined
  children: ReactNode
}) => (
  <div className={className}>
    <Text fw={600} size="sm" mb={6} component="h2">
      {title}
    </Text>
    <ul>{children}</ul>
  </div>
)

const Item = ({ to, children }: { to: string; children: ReactNode }) => (
  <li>
    {to.startsWith('/') ? (
      <Anchor size="sm" component={Link} to={to}>
        {children}
      </Anchor>
    ) : (
      <Anchor size="sm" href={to}>
        {children}
      </Anchor>
    )}
  </li>
)

/** The project's contact details, and what the law requires to be reachable from everywhere. */
export const PublicFooter = () => {
  const config = useConfig()
  const contact = config?.contact
  return (
    <footer className={styles.footer}>
      <Container size="lg" py={{ base: 'md', sm: 'xl' }}>
        <SimpleGrid className={styles.footerColumns} cols={{ base: 2, md: 4 }} spacing={{ base: 'md', sm: 'xl' }}>
          <Stack gap="xs" className={styles.footerBrand}>
            <Brand to={paths.home} />
            <Text size="sm" c="dimmed" className={styles.address} component="address">
              {contact?.address}
            </Text>
          </Stack>
          <Column title={messages.footer.portal}>
            <Item to={paths.patients}>{messages.nav.patients}</Item>
            <Item to={paths.physicians}>{messages.nav.physicians}</Item>
            <Item to={paths.adminPage}>{messages.nav.admin}</Item>
            <Item to={paths.about}>{messages.nav.about}</Item>
          </Column>
          <Column title={messages.footer.contact}>
            <Item to={paths.contactLanding}>{messages.nav.contact}</Item>
            {contact?.email && (
              <Item to={`mailto:${contact.email}`}>
                <Email address={contact.email} />
              </Item>
            )}
            {contact?.phone && <Item to={phoneLink(contact.phone)}>{contact.phone}</Item>}
          </Column>
          {contact && contact.social.length > 0 && (
            <Column title={messages.footer.follow} className={styles.footerRow}>
              {contact.social.map(({ name, url }) => (
                <Item key={url} to={url}>
                  {name}
                </Item>
              ))}
            </Column>
          )}
        </SimpleGrid>
        <Divider my={{ base: 'sm', sm: 'lg' }} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {config && messages.footer.copyright(String(new Date(serverNow()).getFullYear()), config.project_name)}
          </Text>
          <Group gap="lg" style={{ rowGap: 4 }}>
            <Anchor component={Link} to={paths.privacy} size="sm">
              {messages.nav.privacy}
            </Anchor>
            <Anchor component={Link} to={paths.terms} size="sm">
              {messages.nav.terms}
            </Anchor>
            <Anchor component={Link} to={paths.status} size="sm">
              {messages.nav.status}
            </Anchor>
            <LanguageSwitch />
          </Group>
        </Group>
      </Container>
    </footer>
  )
}
