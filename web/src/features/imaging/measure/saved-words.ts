import { ApiFailure } from '../../../platform/calls/api.ts'

const counted = (count: number) => (count === 1 ? '1 measurement' : `${count} measurements`)

/** Texts about saved measurements; only staff measure. */
export const savedWords = {
  title: 'Saved measurements',
  notLoaded: 'Your saved measurements of this scan could not be loaded. What you measure now is not kept.',
  notKept: 'Your last change is not saved yet.',
  retry: 'Try again',
  keeping: 'Saving…',
  kept: (count: number) =>
    `${counted(count)} of yours in this scan, saved. Only you see ${count === 1 ? 'it' : 'them'}.`,
  most: (count: number) => `You have ${counted(count)} in this scan, which is the most.`,
  tooMany: (count: number, most: number) =>
    `You have ${counted(count)} in this scan, with those of another window. Your last change is not saved, because ${most} is the most. Remove ${count - most}, please.`,
  reported: 'Saved as a report. It is among the documents of this scan.',
  report: 'Save as report',
  aboutReport: (count: number) =>
    `${counted(count)} will be saved in this scan as a report under your name, marked as not verified. Staff can read it. The patient cannot, unless a physician lets them. It cannot be changed or deleted.`,
  replaces: (when: string, isReleased: boolean) =>
    `It replaces your report of ${when}${isReleased ? ', which the patient can still read until it is withdrawn' : ''}.`,
  confirmReport: 'Save report',
  reportFailed: (error: unknown) =>
    (error instanceof ApiFailure && error.body?.error) || 'The report could not be saved. Please try again.',
  release: 'Let the patient read it',
  aboutReleasing: (patient: string | undefined, author: string | undefined, when: string) =>
    `${patient || 'The patient'} will be able to read ${author ? `the report of ${author}` : 'your report'} of ${when} as “Measurements”, once this scan is open to them. Nothing else of the measurements is shown. You can take it back.`,
  confirmReleasing: 'Let them read it',
  released: 'The patient can read this report once the scan is open to them.',
  withdraw: 'Take it back',
  releaseFailed: (error: unknown) =>
    (error instanceof ApiFailure && error.body?.error) || 'That could not be saved. Please try again.',
  removeAll: 'Delete mine',
  aboutRemoving: (count: number) => `Delete ${counted(count)} of yours in this scan? Saved reports stay.`,
  keep: 'Keep',
  confirmRemoving: 'Delete',
  showOf: (author: string | undefined, when: string, count: number) =>
    `Show ${author ? `the report of ${author}` : 'your report'}, ${when} (${counted(count)})`,
  inSlices: (count: number) => `${counted(count)} of yours ${count === 1 ? 'is' : 'are'} drawn in single slices.`,
}
