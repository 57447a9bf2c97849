/** What the editing of a section of any record says. */
export const messages = {
  edit: {
    edit: 'Edit',
    save: 'Save',
    saving: 'Saving…',
    cancel: 'Cancel',
    saved: 'Saved',
    blocked: (sentences: string[]) => `To save: ${sentences.join(' · ')}`,
    unknown: 'Not provided',
    gone: 'Nothing was saved: this record was deleted in the meantime. An admin can restore it.',
  },
  conflict: {
    title: 'Someone else saved this in the meantime',
    explain: 'Nothing you typed is lost. Compare, then choose what stays.',
    field: 'Field',
    theirs: 'Saved in the meantime',
    yours: 'Yours',
    untouched: 'Not changed by you',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
    taken: 'Their values are in the form. Save what is left of your changes, or cancel.',
  },
  leave: {
    title: 'Unsaved changes',
    text: 'You have changes that are not saved. Leave this page and lose them?',
    stay: 'Keep editing',
    leave: 'Leave without saving',
  },
} as const
