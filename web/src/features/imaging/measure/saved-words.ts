import { bodyOf } from '../../../platform/http/failure.ts'

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
  most: (count: number) => `You have reached the limit of ${counted(count)} in this scan.`,
  tooMany: (count: number, most: number) =>
    `With the other window, you have ${counted(count)} in this scan. Your last change is not saved, because the limit is ${most}. Please remove ${count - most}.`,
  reported: 'Saved as a report. It is among the documents of this scan.',
  report: 'Save as report',
  aboutReport: (count: number) =>
    `${counted(count)} will be saved in this scan as a report under your name, marked as not verified. Staff can read it. The patient cannot, unless a physician lets them. It cannot be changed or deleted.`,
  replaces: (when: string, isReleased: boolean) =>
    `It replaces your report of ${when}${isReleased ? ', which the patient can still read until sharing is stopped' : ''}.`,
  confirmReport: 'Save report',
  reportFailed: (error: unknown) => bodyOf(error)?.error || 'The report could not be saved. Please try again.',
  release: 'Share with the patient',
  aboutReleasing: (patient: string | undefined, author: string | undefined, when: string) =>
    `${patient || 'The patient'} will be able to read ${author ? `the report of ${author}` : 'your report'} of ${when} as “Measurements”, once this scan is open to them. Nothing else of the measurements is shown. You can stop sharing it later.`,
  confirmReleasing: 'Share report',
  released: 'The patient can read this report once the scan is open to them.',
  withdraw: 'Stop sharing',
  releaseFailed: (error: unknown) => bodyOf(error)?.error || 'This could not be saved. Please try again.',
  removeAll: 'Delete mine',
  aboutRemoving: (count: number) => `Delete ${counted(count)} of yours in this scan? Saved reports stay.`,
  keep: 'Keep',
  confirmRemoving: 'Delete',
  showOf: (author: string | undefined, when: string, count: number) =>
    `Show ${author ? `the report of ${author}` : 'your report'}, ${when} (${counted(count)})`,
  inSlices: (count: number) => `${counted(count)} of yours ${count === 1 ? 'is' : 'are'} drawn in single slices.`,
}
