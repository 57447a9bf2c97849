import type { AuditWords } from '../../platform/audit/audit.ts'

/**
 * Rows that the log leaves out: refusals, because nothing was seen and they would reveal who tried what elsewhere; the choice of a record,
 * because its opening has its own row; and the reading of this log.
 */
export const leftOut = ['refused', 'patient.focus', 'access_log.read']

/** How a person becomes this patient: nobody is signed in yet. */
export const byThemselves = ['account.register', 'account.verify_email']

/** What was seen if the clinic withholds medical information from the reader. */
const withoutMedicalWords: AuditWords = {
  'patient.read': 'Opened your profile',
  'day_sheet.read': 'Saw your appointment on the day sheet',
}

export const wordsFor = (words: AuditWords, action: string, isPartial: boolean) =>
  (isPartial ? withoutMedicalWords[action] : undefined) ?? words[action] ?? 'Worked with your record'
export const hasWords = (words: AuditWords, action: string) => action in words || leftOut.includes(action)
