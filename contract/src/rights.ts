import { z } from 'zod'
import { byAdmins, byStaff, callsOf } from './call.ts'
import { dollars } from './fields.ts'
import { type OperatorRole, type Right, rights } from './roles.ts'

const defineCall = callsOf('rights')

/** Each right: its name, what it covers, and how a refusal ends: "does not let nurses export patients". */
export const rightTexts: Record<Right, { title: string; text: string; verb: string }> = {
  export: { title: 'Export', text: 'Download the patient list as a file.', verb: 'export patients' },
  delete_patients: { title: 'Delete patients', text: 'Delete patient records.', verb: 'delete patients' },
  decide_money: {
    title: 'Decide on reimbursements',
    text: 'Change, approve, pay, or delete reimbursement requests, and see the report about them.',
    verb: 'decide on reimbursements',
  },
  send_email: { title: 'Email', text: 'Send emails to patients.', verb: 'send emails' },
  upload_scans: { title: 'Upload scans', text: 'Add MRI scans to the portal.', verb: 'upload scans' },
  see_medical: {
    title: 'See medical information',
    text: 'The medical section, the indication, the answers about MRI safety, and messages with patients. Notes, files, and scans stay visible.',
    verb: 'see medical information',
  },
  emergency_access: {
    title: 'Emergency access',
    text: 'Without “See medical information”: open the medical information of one patient for one hour, with a reason. Admins are notified right away, the patient can see it, and an admin reviews it.',
    verb: 'use emergency access',
  },
  confirm_identity: {
    title: 'Confirm identity',
    text: 'Confirm the identity of a person who has lost every second step for signing in. It takes two people.',
    verb: 'confirm who someone is',
  },
}
export const operatorNames: Record<OperatorRole, string> = {
  Physician: 'physicians',
  'MRI-Tech': 'MRI technologists',
  Nurse: 'nurses',
}
export const withheldSentence = (role: OperatorRole, right: Right) =>
  `Your clinic does not let ${operatorNames[role]} ${rightTexts[right].verb}. Ask an admin.`

/** What each role may not do; a role left out may do everything. */
const some = z.array(z.enum(rights)).optional()
const byRole = { Physician: some, 'MRI-Tech': some, Nurse: some } satisfies Record<OperatorRole, typeof some>
const Withheld = z.object(byRole)
export type Withheld = z.output<typeof Withheld>

/** The input of the rights form: empty, or an amount. */
export const RightsForm = z.looseObject({
  two_person_amount: z
    .string()
    .trim()
    .refine(
      (text) => text === '' || dollars.safeParse(text).success,
      'Please enter an amount in dollars, such as 48.00',
    ),
})

const ProjectRights = z.object({
  withheld: Withheld,
  /** Amount in dollars above which a decision needs two people; null: never. */
  two_person_amount: dollars.nullable(),
})
const Saved = ProjectRights.extend({
  version: z.number().int(),
  /** Null until the first change. */
  changed: z.object({ name: z.string(), at: z.string() }).nullable(),
})
export type ProjectRights = z.output<typeof Saved>

export const getRights = defineCall({
  method: 'GET',
  path: '/admin/rights/',
  summary: 'Open the rights of the roles',
  ...byAdmins,
  audit: { none: 'holds nothing of a person' },
  response: Saved,
})
export const saveRights = defineCall({
  method: 'POST',
  path: '/admin/rights/',
  summary: 'Change the rights of the roles',
  ...byAdmins,
  proof: 'fresh',
  idempotent: true,
  audit: 'project.change_rights',
  body: ProjectRights.extend({ withheld: z.strictObject(byRole), version: z.number().int().nullish() }),
  response: Saved,
})
export const getMyRights = defineCall({
  method: 'GET',
  path: '/operator/my_rights/',
  summary: 'Look up one’s own rights',
  ...byStaff,
  audit: { none: 'tells the caller only their own rights' },
  userInitiated: false,
  response: z.object({ withheld: z.array(z.enum(rights)), two_person_amount: z.string().nullable() }),
})
