import { maxSavedViews } from '@fornix/contract'

export const messages = {
  views: 'Views',
  manage: 'Save or delete views…',
  title: 'Saved views',
  hint: 'A view keeps the status, type, and order of this list for you. Your search is not saved.',
  name: 'Name',
  save: 'Save this view',
  full: `You can keep ${maxSavedViews} views. Please delete one first.`,
  saved: (name: string) => `“${name}” was saved.`,
  saveFailed: 'The view was not saved. Please try again.',
  deleteNamed: (name: string) => `Delete the view ${name}`,
  deleted: (name: string) => `“${name}” was deleted.`,
  deleteFailed: 'The view was not deleted. Please try again.',
  failed: 'Your views could not be loaded.',
  close: 'Close',
} as const
