export const messages = {
  title: 'Who opened my scans and files',
  lead: 'Everything that was opened or changed in your record, by whom and when.',
  normal: 'Opening your record is part of your care',
  normalText:
    'Your care team opens your record to plan your visit, read your scans, and answer your questions. The portal records this every time, and no one can change or delete these entries. You do not need to do anything here.',
  own: 'Also show what I did',
  columns: { day: 'Day', who: 'Who', what: 'What' },
  times: (times: number) => `${times} times within an hour`,
  empty: 'No one has opened your record yet',
  emptyHint: 'When someone on your care team opens or changes something, you will see it here.',
  fetchFailed: 'The list could not be loaded.',
  note: 'Searches and lists that include your name are not shown here, because they do not open your record.',
  question: 'Is there a name you do not know, or does something look wrong? ',
  ask: 'Write to us, and we will look into it',
} as const
