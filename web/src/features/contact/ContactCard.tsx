import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import { IconMail, IconMapPin, IconPhone, IconShare, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { phoneLink } from '../../platform/base/phone-link.ts'
import { useConfig } from '../../platform/calls/config.ts'
import { Email } from '../../ui/display/Email.tsx'
import styles from './contact.module.css'
import { messages } from './messages.ts'

const Way = ({ icon: Icon, name, children }: { icon: TablerIcon; name: string; children: ReactNode }) => (
  <div className={styles.way}>
    <Icon size={20} aria-hidden />
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Other ways to reach the project. */
export const ContactCard = () => {
  const contact = useConfig()?.contact
  if (!contact) return null
  const { address, email, phone, social } = contact
  if (!address && !email && !phone && social.length === 0) return null
  return (
    <Card component="section" aria-labelledby="other-ways">
      <Title order={2} size="h3" mb="md" id="other-ways">
        {messages.card.title}
      </Title>
      <Stack component="dl" gap="md" m={0}>
        {address && (
          <Way icon={IconMapPin} name={messages.card.address}>
            <Text className={styles.address}>{address}</Text>
          </Way>
        )}
        {email && (
          <Way icon={IconMail} name={messages.card.email}>
            <Anchor href={`mailto:${email}`} className="touch-link">
              <Email address={email} />
            </Anchor>
          </Way>
        )}
        {phone && (
          <Way icon={IconPhone} name={messages.card.phone}>
            <Anchor href={phoneLink(phone)} className="touch-link">
              {phone}
            </Anchor>
          </Way>
        )}
        {social.length > 0 && (
          <Way icon={IconShare} name={messages.card.follow}>
            <ul className={styles.social}>
              {social.map(({ name, url }) => (
                <li key={url}>
                  <Anchor href={url} className="touch-link">
                    {name}
                  </Anchor>
                </li>
              ))}
            </ul>
          </Way>
        )}
      </Stack>
    </Card>
  )
}
