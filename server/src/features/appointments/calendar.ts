import { hourMs } from '@fornix/contract'
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Words } from '../../platform/language/words.ts'
import type { Booking, Site } from './queries.ts'

type Event = { booking: Booking; site: Site; portal: string; words: Words }
type Invitation = Event & { organizer: string; attendee: { name: string; email: string } }

const calendar = ({ booking, site, portal, words: { t, locale } }: Event, method: ICalCalendarMethod) => {
  const made = ical({
    method,
    prodId: { company: 'Fornix', product: 'Portal', language: locale.slice(0, 2).toUpperCase() },
  })
  const event = made.createEvent({
    // The appointment's own id at every change: a calendar replaces its copy instead of adding one.
    id: booking.id,
    sequence: booking.sequence,
    // A moment, not a local time: every calendar shows it right without knowing the site's zone.
    start: new Date(booking.start),
    end: new Date(booking.end),
    summary: t('Appointment at {site}', { site: site.name }),
    location: [booking.room, site.contact.address.replaceAll('\n', ', ')].filter(Boolean).join(', '),
    url: `${portal}/patient/appointment`,
    status: method === ICalCalendarMethod.CANCEL ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return { made, event }
}

/** Time to get ready and to travel. */
const alarmSeconds = (2 * hourMs) / 1000

/** For a download: the user's own entry, which reminds. */
export const calendarFile = (about: Event) => {
  const { made, event } = calendar(about, ICalCalendarMethod.PUBLISH)
  event.createAlarm({ type: ICalAlarmType.display, triggerBefore: alarmSeconds, description: event.summary() })
  return made.toString()
}

/** For a mail: the invitation, its change, or its withdrawal. */
export const invitation = ({ organizer, attendee, ...about }: Invitation) => {
  const cancelled = about.booking.status === 'cancelled'
  const { made, event } = calendar(about, cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST)
  event.organizer({ name: about.site.name, email: organizer })
  event.createAttendee({ ...attendee, rsvp: false })
  return made.toString()
}
