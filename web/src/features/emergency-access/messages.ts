import { type EmergencyFinding, type EmergencyView, emergencyMinutes } from '@fornix/contract'
import { grouped } from '../../platform/base/grouped.ts'

const findings: Record<EmergencyFinding, string> = {
  justified: 'Justified',
  not_justified: 'Not justified',
  follow_up: 'Needs follow-up',
}
const views: Record<EmergencyView, string> = { open: 'Open now', to_review: 'To review', reviewed: 'Reviewed' }

export const messages = {
  ask: {
    title: 'Emergency access',
    lead: 'Use this only if you need this information now to care for this patient.',
    opens: `For ${emergencyMinutes} minutes you can read this patient’s medical information and MRI safety answers. You cannot change them.`,
    told: 'Admins are notified right away, and one of them reviews your reason and what you read.',
    patient: 'The patient can see your name, the time, and your reason.',
    reason: 'Why do you need this record now?',
    reasonHint:
      'A sentence, 20 to 500 characters. The patient and the admins read it as you write it. Leave out health details that the reason does not need.',
    open: 'Open record',
    failed: 'The record could not be opened. Please try again.',
    loadFailed: 'The record could not be loaded.',
  },
  banner: {
    label: 'Emergency access',
    open: (name: string) => `Emergency access to ${name}`,
    left: (seconds: number) =>
      seconds < 60
        ? 'Less than a minute left'
        : `${Math.floor(seconds / 60)} ${seconds < 120 ? 'minute' : 'minutes'} left`,
    record: 'Open record',
    end: 'End now',
    endOf: (name: string) => `End now: emergency access to ${name}`,
    failed: 'It could not be ended. Please try again.',
  },
  title: 'Emergency access',
  lead: 'Records that were opened in an emergency. Each one stays in Today until an admin has reviewed it.',
  views,
  all: 'All',
  view: 'Show',
  count: (total: number) => `${grouped(total)} ${total === 1 ? 'entry' : 'entries'}`,
  loading: 'Loading…',
  zone: (name: string) => `Times are in ${name}, the time zone of the site.`,
  columns: { at: 'When', who: 'Who', record: 'Record', reason: 'Reason', state: 'State', tools: 'What to do' },
  span: (from: string, to: string) => `${from} – ${to}`,
  endedBy: (name: string) => `Ended by ${name}`,
  findings,
  reviewed: (by: string, at: string) => `${by}, ${at}`,
  own: 'This is about you. Another admin reviews it.',
  review: 'Review',
  change: 'Change finding',
  acts: 'What was done',
  end: 'End now',
  of: (what: string, who: string, day: string) => `${what}: ${who}, ${day}`,
  empty: 'No emergency access',
  emptyHint: 'No record has been opened in an emergency.',
  noneMatch: 'Nothing to show in this list.',
  fetchFailed: 'The list could not be loaded.',
  endFailed: 'It could not be ended. Please try again.',
  details: {
    title: 'What was done in this record',
    lead: 'Taken from the access log, from the opening to the end.',
    none: 'Nothing was opened yet.',
    opened: 'Shown only because of emergency access',
    failed: 'The list could not be loaded.',
    log: 'Open the access log',
    close: 'Close',
  },
  dialog: {
    title: 'Review emergency access',
    result: 'Finding',
    note: 'What did you find?',
    noteHint: 'Admins read this. 5 to 500 characters.',
    failed: 'The review could not be saved. Please try again.',
    save: 'Save review',
  },
} as const
