import { t } from '../../platform/language/t.ts'

export const messages = {
  title: t('How was the scan?'),
  about: (day: string, cared: string) => {
    if (cared) return day ? t('Scan of {day}', { day }) : t('Scan')
    return day ? t('Your scan of {day}', { day }) : t('Your scan')
  },
  lead: t('These answers help us improve. The care team sees them, but they do not affect care.'),
  which: t('Which scan?'),
  groups: { scan: t('Your scan'), visit: t('Your visit'), enrollment: t('Your enrollment') },
  other: t('Anything else'),
  numbered: (number: number, text: string) => `${number}. ${text}`,
  question: (number: number) => t('Question {number}', { number }),
  notApplicable: t('Does not apply'),
  optional: t(' (optional)'),
  submit: t('Send my answers'),
  change: t('Change my answers'),
  changeable: (until: string) => t('Thank you for your answers. You can change them until {until}.', { until }),
  closed: t('Thank you for your answers. They can no longer be changed.'),
  sent: t('Your answers have been sent.'),
  failed: t('Your answers could not be sent. Please try again.'),
  fetchFailed: t('The survey could not be loaded.'),
  none: t('No scan yet'),
  noneHint: t('After the first scan we will ask here how it was.'),
  todo: t('Nine short questions about the visit.'),
  answered: (word: string, value: number) => t('{word} ({value} of 5)', { word, value }),
  nothing: t('No comments'),
  staff: {
    title: 'Survey responses',
    given: (day: string) => `Answered ${day}`,
    empty: 'No survey responses yet',
    emptyHint: 'Patients are asked on their home page after a scan.',
    fetchFailed: 'The survey responses could not be loaded.',
  },
} as const
