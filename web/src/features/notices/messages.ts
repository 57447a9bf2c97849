import type { NoticeKind } from '@fornix/contract'
import { t } from '../../platform/language/t.ts'

type Names = Record<NoticeKind, { name: string; always?: string }>

export const messages = {
  title: t('Notification settings'),
  lead: t('Choose what we email you about, and what also shows up on your phone or computer.'),
  loadFailed: t('Your notification settings could not be loaded.'),
  saved: t('Saved'),
  saveFailed: t('Your choice could not be saved. Please try again.'),
  email: t('Email'),
  push: t('Push'),
  emailOf: (name: string) => t('Email: {name}', { name }),
  pushOf: (name: string) => t('Push: {name}', { name }),
  list: t('What we notify you about'),
  fromStaff: t('Emails that your care team writes to you are always sent.'),
  kinds: {
    messages: { name: t('New messages from your care team') },
    reminders: { name: t('Reminders the day before an appointment') },
    visits: {
      name: t('Appointments that your clinic or a caregiver books, reschedules, or cancels'),
      always: t('Always by email, so that you do not come at the wrong time.'),
    },
    own_visits: { name: t('Appointments that you book, reschedule, or cancel') },
    requests: { name: t('Answers to your requests for access to scans') },
    access_ended: {
      name: t('Scans that your clinic no longer lets you open'),
      always: t('Always by email, because it changes what you can see.'),
    },
    images: { name: t('New images of your scans'), always: t('Shown under the bell icon. No email is sent.') },
    reports: { name: t('Reports that your care team shares with you') },
    files: { name: t('New files from your clinic'), always: t('Shown under the bell icon. No email is sent.') },
    claims: { name: t('Changes to your reimbursement requests') },
    account: {
      name: t('Your account and how you sign in'),
      always: t('Always by email, to keep your account safe.'),
    },
  } satisfies Names as Names,
  device: {
    label: t('Push notifications on this device'),
    hint: t('They only say that something is new, never what it is. If you sign out on this device, they stop.'),
    failed: t('Push notifications could not be turned on. Please try again.'),
    stillOn: t('Push notifications could not be turned off. Please try again.'),
    notAllowed: t('Your browser was not allowed to show notifications, so they stay off. You can try again.'),
    first: t('To choose push, first turn on push notifications for this device below.'),
    obstacles: {
      unsupported: t('This browser cannot show push notifications.'),
      homeScreen: t(
        'On an iPhone or iPad, push notifications work once the portal is on your home screen. In Safari, tap Share and then “Add to Home Screen.” Open the portal from there, and come back to this page.',
      ),
      denied: t(
        'Your browser blocks notifications from this portal. To allow them, open the site settings next to the address, or the settings of your phone, and allow notifications. Then load this page again.',
      ),
    },
  },
} as const
