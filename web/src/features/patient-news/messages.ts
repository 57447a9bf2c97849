import type { News } from '@fornix/contract'
import { t, translated } from '../../platform/language/t.ts'
import { dayInWords } from '../../ui/display/days.ts'

/** The day of a scan, for an ICU select in a message. */
const dayOf = (digits: string) => dayInWords(digits) || 'none'
const decisions: Record<string, (digits: string) => string> = {
  approved: (digits) => t('The scan{day, select, none {} other { of {day}}} can now be opened', { day: dayOf(digits) }),
  declined: (digits) =>
    t('The request for access to the scan{day, select, none {} other { of {day}}} was declined', {
      day: dayOf(digits),
    }),
  extended: (digits) =>
    t('We need more time to answer the request for access to the scan{day, select, none {} other { of {day}}}', {
      day: dayOf(digits),
    }),
  revoked: (digits) =>
    t('Access to the scan{day, select, none {} other { of {day}}} has ended', { day: dayOf(digits) }),
}

export const messages = {
  title: t('Notifications'),
  label: (count: number) => (count === 0 ? t('Notifications') : t('Notifications: {count} new', { count })),
  lead: t('What the care team sent and decided in the last 90 days.'),
  isNew: t('New'),
  empty: t('Nothing new'),
  emptyHint: t('Messages, files, and decisions from the care team will appear here.'),
  failed: t('The notifications could not be loaded.'),
  text: {
    message: ({ about }, cared) =>
      cared
        ? t('The care team wrote to {name}: {about}', { name: cared, about })
        : t('Your care team wrote to you: {about}', { about }),
    file: ({ about }) => t('The clinic added a file: {about}', { about }),
    access: ({ about, status }) => (decisions[status] ?? decisions['declined'])?.(about) ?? '',
    images: ({ about }) =>
      t('The images of the scan{day, select, none {} other { of {day}}} have arrived', { day: dayOf(about) }),
    report: ({ about }) =>
      t('You can read a report about the scan{day, select, none {} other { of {day}}}', { day: dayOf(about) }),
    visit: ({ about, status }) =>
      status === 'cancelled'
        ? t('The appointment on {day} was canceled', { day: dayInWords(about) })
        : t('The appointment on {day} was booked or changed', { day: dayInWords(about) }),
    reminder: ({ about }) => t('Reminder: appointment on {day}', { day: dayInWords(about) }),
    claim: ({ about, status }) => {
      if (status === 'Deleted') return t('A reimbursement request was deleted')
      if (status === 'question') return t('New question about the reimbursement request “{about}”', { about })
      if (status === 'amount') return t('The amount of the reimbursement request “{about}” has changed', { about })
      return t('The reimbursement request “{about}” is now: {status}', { about, status: translated(status) })
    },
  } satisfies Record<News['kind'], (news: News, cared: string) => string>,
}
