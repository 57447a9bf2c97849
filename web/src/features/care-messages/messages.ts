import type { ThreadState } from '@fornix/contract'
import { t } from '../../platform/language/t.ts'

export const messages = {
  title: t('Messages'),
  list: t('Conversations'),
  unseen: (count: number) => t('{count, plural, one {# new} other {# new}}', { count }),
  states: { open: t('Waiting for an answer'), answered: t('Answered'), closed: t('Closed') } satisfies Record<
    ThreadState,
    string
  >,
  all: t('All conversations'),
  listFailed: t('The messages could not be loaded.'),
  threadFailed: t('This conversation could not be loaded.'),
  gone: t('This conversation was not found.'),
  goneHint: t('It may belong to another account.'),
  choose: t('Choose a conversation'),
  sent: t('Your message has been sent.'),
  sendFailed: t('Your message could not be sent. What you wrote is still here. Please try again.'),
  closed: (name: string) => t('Closed by {name}', { name }),
  write: {
    title: t('New message'),
    subject: t('Subject'),
    text: t('Message'),
    reply: t('Your message'),
    answer: t('Answer'),
    send: t('Send'),
    attach: t('Attach files'),
    attachHint: (most: number) =>
      t(
        'PDF or picture, up to 5 MB each. Photos are made smaller for you. At most {most} files. They are also kept under Files, where your whole care team can see them.',
        { most },
      ),
    notAttached: t('Your message was not sent, because a file did not arrive. Please try again, or remove the file.'),
  },
  viewFile: (name: string) => t('View {name}', { name }),
  picture: (name: string) => t('Picture of {name}', { name }),
  file: (name: string) => t('Download {name}', { name }),
  fileDeleted: (at: number, count: number) =>
    count === 1 ? t('This file was deleted.') : t('File {at} of {count} was deleted.', { at, count }),
  fileFailed: t('The file could not be downloaded. Please try again.'),
  patient: {
    lead: (count: number) =>
      t(
        'Write to the care team. We usually answer within {count, plural, one {# business day} other {# business days}}.',
        { count },
      ),
    usual: (count: number) =>
      t('We usually answer within {count, plural, one {# business day} other {# business days}}.', { count }),
    emergency: t('Not for emergencies. If this is an emergency, call 911.'),
    empty: t('No messages yet'),
    emptyHint: t('Ask the care team about visits, scans, or this portal.'),
    seen: t('Seen by the care team'),
    reopen: t('This conversation is closed. Write again to reopen it.'),
    todo: t('You have a new message'),
    todoText: (count: number) => (count === 1 ? t('From the care team') : t('{count} from the care team', { count })),
    tile: (count: number) =>
      count === 0 ? t('Write to the care team') : t('{count, plural, one {# new} other {# new}}', { count }),
  },
}
