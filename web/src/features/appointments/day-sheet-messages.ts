import type { attentionFields, medicalNeeds } from '@fornix/contract'

type Need = (typeof medicalNeeds)[number]
type Attention = (typeof attentionFields)[number]

export const messages = {
  title: 'Day sheet',
  date: 'Day',
  today: 'Today',
  previous: 'Previous day',
  next: 'Next day',
  print: 'Print',
  count: (count: number) => `${count} ${count === 1 ? 'appointment' : 'appointments'}`,
  zone: (name: string) => `Times are ${name}`,
  fetchFailed: 'The day sheet could not be fetched. Please try again.',
  empty: 'No appointments on this day',
  closed: (note: string) => (note ? `Closed: ${note}` : 'Closed on this day'),
  nextDay: (day: string) => `Go to ${day}`,
  columns: {
    time: 'Time',
    patient: 'Patient',
    form: 'Authorization form',
    medical: 'Medical information',
    attention: 'To look at',
    scanner: 'Scanner',
  },
  mrn: (mrn: string) => (/^mrn/i.test(mrn) ? mrn : `MRN ${mrn}`),
  years: (age: number) => `${age} years`,
  signed: (day: string) => `Signed ${day}`,
  unsigned: 'Not signed',
  complete: 'Complete',
  incomplete: 'Incomplete',
  missing: (fields: string[]) => `Missing: ${fields.join(', ')}`,
  nothing: 'Nothing noted',
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
} as const
