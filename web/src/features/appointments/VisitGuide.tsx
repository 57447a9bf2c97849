import { dayMs, siteDay } from '@fornix/contract'
import { Anchor, List, Text } from '@mantine/core'
import { phoneLink } from '../../platform/base/phone-link.ts'
import { useConfig } from '../../platform/calls/config.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import classes from './booking.module.css'
import { messages } from './messages.ts'

/** "Today", "Tomorrow" or "In 5 days", by the site's calendar. */
export const daysAhead = (start: string, timeZone: string, now = new Date(serverNow())) =>
  messages.daysAhead(Math.round((Date.parse(siteDay(start, timeZone)) - Date.parse(siteDay(now, timeZone))) / dayMs))

/** Where a visit takes place: address, directions, and whom to call. */
export const VisitPlace = ({ room }: { room: string }) => {
  const contact = useConfig()?.contact
  return (
    <>
      {contact?.address && (
        <address className={classes.place}>
          <Text size="sm">{contact.address}</Text>
          <Anchor
            size="sm"
            className="touch-link"
            href={`https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: contact.address })}`}
            target="_blank"
            rel="noreferrer"
          >
            {messages.directions}
          </Anchor>
          {contact.phone && (
            <Anchor size="sm" className="touch-link" href={phoneLink(contact.phone)}>
              {messages.call(contact.phone)}
            </Anchor>
          )}
        </address>
      )}
      {room && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {messages.room(room)}
        </Text>
      )}
    </>
  )
}

/** What to do before a visit; collapsed until wanted. */
export const Preparation = () => (
  <details className={classes.preparation}>
    <summary>{messages.preparation.title}</summary>
    <List size="sm" mt="xs" spacing={4}>
      {messages.preparation.steps.map((step) => (
        <List.Item key={step}>{step}</List.Item>
      ))}
    </List>
  </details>
)
