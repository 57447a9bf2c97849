export const messages = {
  button: 'Special care',
  title: 'Special care',
  lead: 'For records that may attract inappropriate access, such as those of public figures, staff, or people at risk. Admins are notified as soon as someone opens the record.',
  reason: 'Why does this record need special care?',
  reasonHint: 'Only admins read this.',
  since: (by: string, at: string) => `Marked by ${by}, ${at}.`,
  loadFailed: 'The mark could not be loaded.',
  failed: 'The mark could not be saved. Please try again.',
  mark: 'Mark record',
  save: 'Save reason',
  unmark: 'End special care',
} as const
