import { t } from '../../platform/language/t.ts'

export const messages = {
  title: t('MRI safety questions'),
  lead: t(
    'The scanner’s magnet is small, but it can still move or heat metal. These answers help us keep the scan safe.',
  ),
  fetchFailed: t('The MRI safety questions could not be loaded.'),
  answers: { yes: t('Yes'), no: t('No'), unsure: t('Not sure') } satisfies Record<string, string>,
  optional: t(' (optional)'),
  inKilograms: (pounds: string, kilograms: number) => t('{pounds} lb is {kilograms} kg', { pounds, kilograms }),
  otherUnit: (typed: string, same: string, number: string) =>
    t('{typed} is {same}. Please type {number}.', { typed, same, number }),
  part: (title: string, part: number, of: number) => t('{title} ({part} of {of})', { title, part, of }),
  step: (step: number, of: number) => t('Step {step} of {of}', { step, of }),
  next: t('Next'),
  back: t('Back'),
  toReview: t('Check my answers'),
  checkTitle: t('Check your answers'),
  checkLead: t('Nothing has been sent yet.'),
  change: t('Change'),
  changeNamed: (title: string) => t('Change: {title}', { title }),
  noAnswer: t('No answer'),
  send: t('Send my answers'),
  sendFor: t('Save the answers'),
  cancel: t('Cancel'),
  failed: t('The answers could not be sent. Please try again.'),
  thanks: t('Thank you. Your answers have been sent.'),
  unneeded: t('You do not need to answer these questions right now. You can still send your answers.'),
  forVisit: (day: string) =>
    t('Please answer these questions before the visit on {day}. It takes about 5 minutes.', { day }),
  answerNow: t('Answer the questions'),
  answered: (when: string, who: string) => t('Answered {when} by {who}', { when, who }),
  youAnswered: (when: string) => t('You answered on {when}', { when }),
  staffMember: (name: string) => t('{name}, for you', { name }),
  yours: (cared: string) => (cared ? t('Answers for {name}', { name: cared }) : t('Your answers')),
  again: t('Something changed? Answer again'),
  states: {
    waiting: t(
      'What happens next: your care team will read your answers before your visit and call you with any questions.',
    ),
    cleared: t(
      'Your care team has read your answers. You are cleared for your scan. Tell us if anything changes before your visit.',
    ),
    to_be_clarified: t('Your care team has a question about your answers. They will talk with you before your scan.'),
    not_cleared: t(
      'Your care team needs to talk with you before you can have your scan. Please call us before your visit.',
    ),
  },
  statesForCaregiver: {
    waiting: () =>
      t('What happens next: the care team will read the answers before the visit and call with any questions.'),
    cleared: (name: string) =>
      t(
        'The care team has read the answers. {name} is cleared for the scan. Tell us if anything changes before the visit.',
        { name },
      ),
    to_be_clarified: (name: string) =>
      t('The care team has a question about the answers. They will talk with {name} or you before the scan.', { name }),
    not_cleared: (name: string) =>
      t('The care team needs to talk with {name} or you before the scan. Please call us before the visit.', { name }),
  },
  todo: {
    title: t('Answer the MRI safety questions'),
    text: (day: string) => t('Before the visit on {day}. It takes about 5 minutes.', { day }),
  },
} as const
