import type { AuditWords } from '../../platform/audit/audit.ts'

/**
 * Rows that the log leaves out: refusals, because nothing was seen and they would reveal who tried what elsewhere; the choice of a record,
 * because its opening has its own row; and the reading of this log.
 */
export const leftOut = ['refused', 'patient.focus', 'access_log.read']

/** How a person becomes this patient: nobody is signed in yet. */
export const byThemselves = ['account.register', 'account.verify_email']

/** Who did something, if it has no name here. */
export const you = 'You'
export const someoneOfStaff = 'A staff member'

/** What was seen if the clinic withholds medical information from the reader. */
const withoutMedicalWords: AuditWords = {
  'patient.read': 'Opened your profile',
  'day_sheet.read': 'Saw your appointment on the day sheet',
}

/** Roles whose names only the portal uses. */
const plainRoles: Record<string, string> = { 'MRI-Tech': 'MRI technologist', SuperAdmin: 'Admin' }
export const roleName = (role: string, isCaregiver = false) => (isCaregiver ? 'Caregiver' : (plainRoles[role] ?? role))

export const wordsFor = (words: AuditWords, action: string, isPartial: boolean) =>
  (isPartial ? withoutMedicalWords[action] : undefined) ?? words[action] ?? 'Worked with your record'
export const hasWords = (words: AuditWords, action: string) => action in words || leftOut.includes(action)
