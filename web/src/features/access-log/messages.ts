import { t } from '../../platform/language/t.ts'

export const messages = {
  title: t('Who opened my record'),
  lead: t('What your care team and people you chose opened or changed in your record, and when.'),
  normal: t('Opening your record is part of your care'),
  normalText: t(
    'Your care team opens your record to plan your visit, read your scans, and answer your questions. The portal records this, and any change to these entries would be noticed. You do not need to do anything here.',
  ),
  own: t('Also show what I did'),
  columns: { day: t('Day'), who: t('Who'), what: t('What') },
  times: (times: number) => t('recorded {times} times within an hour', { times }),
  inEmergency: t('during emergency access'),
  empty: t('No one has opened your record yet'),
  emptyHint: t('When someone on your care team opens or changes something, you will see it here.'),
  fetchFailed: t('The list could not be loaded.'),
  note: t(
    'Searches and lists of patients, and files made from those lists, can include your name and other details. They are not shown here, because no one opens your record for them. When someone looks at the same images or messages again soon after, it may be one entry.',
  ),
  question: t('Is there a name you do not know, or does something look wrong? '),
  ask: t('Write to us, and we will look into it'),
} as const
