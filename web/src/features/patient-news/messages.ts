import type { News } from '@fornix/contract'
import { dayInWords } from '../../ui/display/study-dates.ts'

const day = (digits: string) => (dayInWords(digits) ? ` of ${dayInWords(digits)}` : '')
const decisions: Record<string, (scan: string) => string> = {
  approved: (scan) => `You can now open your scan${scan}`,
  declined: (scan) => `Your request for the scan${scan} was declined`,
  revoked: (scan) => `Your access to the scan${scan} has ended`,
}

export const messages = {
  title: 'Notifications',
  label: (count: number) => (count === 0 ? 'Notifications' : `Notifications: ${count} new`),
  lead: 'What your care team sent and decided in the last 90 days',
  isNew: 'New',
  empty: 'Nothing new',
  emptyHint: 'Messages, files, and decisions from your care team will appear here.',
  failed: 'Your notifications could not be loaded.',
  text: {
    message: ({ about }) => `Your care team wrote to you: ${about}`,
    file: ({ about }) => `The clinic added a file: ${about}`,
    access: ({ about, status }) => (decisions[status] ?? decisions['declined'])?.(day(about)) ?? '',
    images: ({ about }) => `The images of your scan${day(about)} have arrived`,
    claim: ({ about, status }) => `Your claim “${about}” is now: ${status}`,
  } satisfies Record<News['kind'], (news: News) => string>,
}
