import type { attentionFields, medicalNeeds, ScreeningState, VisitStatus } from '@fornix/contract'
import { visitWords } from '../../clinic/visits/visit-words.ts'

type Need = (typeof medicalNeeds)[number]
type Attention = (typeof attentionFields)[number]

export const messages = {
  title: 'Day sheet',
  view: 'View',
  dayBar: { view: 'Day view', date: 'Day', today: 'Today', previous: 'Previous day', next: 'Next day' },
  weekBar: {
    view: 'Week view',
    date: 'Week of',
    today: 'This week',
    previous: 'Previous week',
    next: 'Next week',
  },
  allScanners: 'All scanners',
  print: 'Print',
  count: (count: number) => `${count} ${count === 1 ? 'appointment' : 'appointments'}`,
  zone: (name: string) => `Times are ${name}`,
  fetchFailed: 'The day sheet could not be loaded. Please try again.',
  empty: 'No appointments on this day',
  closed: (note: string) => (note ? `Closed: ${note}` : 'Closed on this day'),
  nextDay: (day: string) => `Go to ${day}`,
  emptyScanner: 'No appointments on this scanner',
  week: {
    of: (from: string, to: string) => `${from} to ${to}`,
    fetchFailed: 'The week could not be loaded. Please try again.',
    empty: 'No hours or appointments this week',
    emptyHint: 'Opening hours come from Scheduling, which an admin can change.',
    today: 'Today',
    closed: 'Closed',
    nothing: 'No appointments',
    openDay: (day: string) => `Day sheet of ${day}`,
  },
  freeTimes: 'Available times',
  noFreeTimes: 'No times are available on this day.',
  book: {
    button: (time: string) => `Book ${time}`,
    named: (time: string, day: string) => `Book ${time}, ${day}`,
    title: (day: string) => `Book an appointment on ${day}`,
    patient: 'Patient',
    patientMissing: 'Please choose a patient',
    time: 'Time',
    timeMissing: 'Please choose a time',
    scanner: (free: number) =>
      free === 1
        ? 'One scanner is available and will be used.'
        : `${free} scanners are available. The first one will be used.`,
    length: 'The appointment takes 30 minutes.',
    confirm: 'Book appointment',
    anyway: 'Book anyway',
    failed: 'The appointment could not be booked. Please try again.',
    done: (name: string, when: string) => `${name} is booked for ${when}`,
  },
  move: {
    more: (name: string) => `Change the scanner of ${name}`,
    to: (scanner: string, room: string) => `Move to ${scanner}${room ? ` (${room})` : ''}`,
    none: 'No other scanner is available at this time',
    done: (name: string, scanner: string) => `${name} was moved to ${scanner}`,
    mailed: 'The patient gets an email with the new room.',
    failed: 'The visit could not be moved. Please try again.',
  },
  columns: {
    time: 'Time',
    patient: 'Patient',
    safety: 'MRI safety',
    papers: 'Form and medical information',
    visit: 'Visit',
    scanner: 'Scanner',
  },
  signed: (day: string) => `Form signed ${day}`,
  unsigned: 'No valid form',
  withheld: 'Medical information is not shown to your role',
  complete: 'Medical info complete',
  incomplete: 'Medical info incomplete',
  missing: (fields: string[]) => `Missing: ${fields.join(', ')}`,
  unasked: (field: string) => `${field}: not asked yet`,
  needs: {
    neck_length: 'neck length',
    head_circumference: 'head circumference',
    pregnant_or_nursing: 'pregnant or nursing',
    birth_control_pills: 'birth control pills',
    previous_history: 'previous history',
    age: 'age',
    gender: 'gender',
  } satisfies Record<Need, string>,
  attention: {
    pregnant_or_nursing: 'Pregnant or nursing',
    previous_history: 'Previous history',
    travel_restrictions: 'Travel restrictions',
    participating_in_research: 'Other research',
  } satisfies Record<Attention, string>,
  yes: 'Yes',
  safetyOf: (name: string, words: string) => `MRI safety of ${name}: ${words}`,
  call: (name: string) => `Call ${name}`,
  visit: {
    status: {
      expected: () => 'Expected',
      arrived: (at) => `Arrived ${at}`,
      started: (at) => `In the scanner since ${at}`,
      done: (at) => `Done ${at}`,
      no_show: () => 'No-show',
    } satisfies Record<VisitStatus, (at: string) => string>,
    plain: visitWords,
    steps: {
      arrived: 'Arrived',
      started: 'Start scan',
      done: 'Done',
      no_show: 'No-show',
    } satisfies Record<Exclude<VisitStatus, 'expected'>, string>,
    undo: 'Undo',
    named: (action: string, name: string) => `${action}: ${name}`,
    uncleared: (who: string, reason: string) => `Started without clearance by ${who}: ${reason}`,
    failed: 'This could not be saved. Please try again.',
    askTitle: 'Start without clearance?',
    ask: (name: string, words: string) => `${name}: ${words}.`,
    screening: (state: ScreeningState) =>
      state === 'cleared'
        ? 'This patient is now cleared for the scanner. No reason is needed.'
        : state === 'not_cleared'
          ? 'A reviewer decided that this patient is not cleared. Read the review before you start.'
          : 'No one has cleared this patient for the scanner.',
    changed: 'This patient’s MRI safety has just changed. Please check it again.',
    reason: 'Reason',
    reasonHint: 'It is saved and shown on the day sheet.',
    reasonMissing: 'Please say why the scan is starting without a clearance',
    start: 'Start without clearance',
  },
} as const
