import { t } from '../../platform/language/t.ts'

/** What the editing of a section of any record says. */
export const messages = {
  edit: {
    edit: t('Edit'),
    save: t('Save'),
    saving: t('Saving…'),
    cancel: t('Cancel'),
    saved: t('Saved'),
    blocked: (sentences: string[]) => t('To save: {sentences}', { sentences: sentences.join(' · ') }),
    unknown: t('Not provided'),
    gone: t('Nothing was saved: this record was deleted while you were editing. An admin can restore it.'),
  },
  // Not “someone else”: it may have been the same person in another window.
  conflict: {
    title: t('This was changed while you were editing'),
    explain: t('Nothing you typed is lost. Compare, then choose what stays.'),
    field: t('Field'),
    theirs: t('Saved version'),
    yours: t('Yours'),
    untouched: t('Not changed by you'),
    keepMine: t('Keep mine'),
    takeTheirs: t('Keep the saved version'),
    taken: t('The saved version is now in the form. Save your remaining changes, or cancel.'),
  },
  leave: {
    title: t('Unsaved changes'),
    text: t('You have changes that are not saved. Leave this page and lose them?'),
    stay: t('Keep editing'),
    leave: t('Leave without saving'),
  },
} as const

/** How a form names what was saved meanwhile. */
export type ConflictWords = Record<'title' | 'theirs' | 'takeTheirs', string>
