import type { UnusualState } from '@fornix/contract'
import { grouped } from '../../platform/base/grouped.ts'

const states: Record<UnusualState, string> = { new: 'New', follow_up: 'Follow up', explained: 'Explained' }
const records = (count: number) => `${grouped(count)} ${count === 1 ? 'record' : 'records'}`

export const messages = {
  title: 'Unusual access',
  lead: 'Access that stands out in the log. Most has a good reason, which an admin records here.',
  states,
  emergencies: (count: number) =>
    count === 1
      ? 'One record was opened with emergency access and needs a review.'
      : `${grouped(count)} records were opened with emergency access and need a review.`,
  toEmergencies: 'Open emergency access',
  all: 'All',
  state: 'State',
  count: (total: number) => `${grouped(total)} ${total === 1 ? 'case' : 'cases'}`,
  loading: 'Loading cases…',
  zone: (name: string) => `Times are in ${name}, the time zone of the site.`,
  checked: (at: string) => `Access log checked through ${at}.`,
  openStay: 'Cases marked New or Follow up are listed whatever their date.',
  unchecked: 'The access log has not been checked yet. This starts within a minute.',
  filters: {
    label: 'Filters',
    rule: 'Why',
    anyRule: 'Any reason',
    person: 'Who',
    everyone: 'Everyone',
    hasLeft: (name: string) => `${name} (has left)`,
    days: 'When',
    lastDays: (days: string) => `Last ${days} days`,
    clear: 'Clear filters',
  },
  columns: { at: 'When', who: 'Who', record: 'Record', why: 'Why', state: 'State', tools: 'What to do' },
  opened: (times: number) => (times === 1 ? 'Opened once' : `Opened ${grouped(times)} times`),
  manyRecords: (count: number) => `Up to ${records(count)} in one hour`,
  log: 'Access log',
  logOf: (who: string, day: string) => `Access log of ${who}, ${day}`,
  decide: 'Decide',
  change: 'Change',
  decideOf: (who: string, day: string) => `Decide: ${who}, ${day}`,
  changeOf: (who: string, day: string) => `Change: ${who}, ${day}`,
  own: 'This is about you. Another admin decides.',
  decided: (by: string, at: string) => `${by}, ${at}`,
  assigned: (name: string) => `Assigned to ${name}`,
  empty: 'Nothing unusual',
  emptyHint: 'No access to records stood out during this period.',
  noneMatch: 'No cases match these filters.',
  fetchFailed: 'Unusual access could not be loaded.',
  dialog: {
    title: 'Decide about this case',
    result: 'Result',
    reason: 'Why was the record opened?',
    reasonHint: 'Admins read this. 5 to 500 characters.',
    note: 'Note (optional)',
    assignee: 'Who follows up?',
    peopleFailed: 'The list of admins could not be loaded.',
    failed: 'The decision could not be saved. Please try again.',
    save: 'Save',
  },
} as const
