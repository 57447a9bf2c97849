import { type AuditActions, actionsWith } from '../../platform/audit/action-rules.ts'
import type { AuditAction } from '../../platform/audit/audit.ts'

/** Actions declared with `words: null`. Refusals, for example: nothing was seen, and they would reveal who tried what elsewhere. */
export const leftOutOf = (actions: AuditActions) => actionsWith(actions, ({ words }) => words === null)

/** How a person becomes this patient: nobody is signed in yet. */
export const byThemselves: AuditAction[] = ['account.register', 'account.verify_email']

/** Who did something, if it has no name here. */
export const you = 'You'
export const someoneOfStaff = 'A staff member'

/** What was seen if the clinic withholds medical information from the reader. */
const withoutMedicalWords: Record<string, string> = {
  'patient.read': 'Opened your profile',
  'day_sheet.read': 'Saw your appointment on the day sheet',
}

/** Roles whose names only the portal uses. */
const plainRoles: Record<string, string> = { 'MRI-Tech': 'MRI technologist', SuperAdmin: 'Admin' }
export const roleName = (role: string, isCaregiver = false) => (isCaregiver ? 'Caregiver' : (plainRoles[role] ?? role))

export const wordsFor = (actions: AuditActions, action: string, isPartial: boolean) =>
  (isPartial ? withoutMedicalWords[action] : undefined) ?? actions[action]?.words ?? 'Worked with your record'
