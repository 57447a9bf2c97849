export const messages = {
  title: 'Who opened my scans and files',
  lead: 'Everything that was opened or changed in your record, by whom and when.',
  own: 'Show what I did myself, too',
  columns: { at: 'When', who: 'Who', what: 'What' },
  times: (times: number) => `${times} times within an hour`,
  empty: 'Nobody has opened your record yet',
  emptyHint: 'As soon as somebody of your care team opens or changes something, you will see it here.',
  fetchFailed: 'The list could not be loaded.',
  note: 'Lists in which your name stands among others, and searches, are not shown here: they open nobody’s record.',
  question: 'Something here looks wrong? ',
  ask: 'Write to us',
} as const
