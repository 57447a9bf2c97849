import { z } from 'zod'
import { byStaff, callsOf } from './call.ts'
import { keysOf } from './objects.ts'
import { PatientIdentity } from './patient-identity.ts'
import { admins, operators, type Right, type Role, staff } from './roles.ts'
import { ScreeningState } from './screening.ts'

const defineCall = callsOf('work-queue')

/** What waits for staff, in the page's order, and which role's work it is. */
export const queueRoles = {
  /** Today's, until they are done. */
  visit: staff,
  /** A thread in which a patient wrote last. */
  message: staff,
  screening: operators,
  /** A visit within `formDays` for whose day its patient has signed no valid authorization form. */
  form: staff,
  /** A valid authorization form signed by its patient that the project also wants signed by staff. */
  countersign: staff,
  request: admins,
  unmatched: admins,
  reimbursement: staff,
  /**
   * An email to a patient that did not reach all its recipients, until a later one that staff wrote, or with its subject, does, or for
   * `failedMailDays`.
   */
  mail: staff,
  /** A patient who registered without an invitation, until staff change the status, or for `newRegistrationDays`. */
  registration: staff,
  invitation: admins,
  /** A patient who wants the account to be closed. */
  closure: admins,
  /** A record that was opened in an emergency, until an admin gives a finding. */
  emergency: admins,
  /** A user who has lost every second step, until the recovery is over. */
  recovery: admins,
} as const satisfies Record<string, readonly Role[]>
export type QueueKind = keyof typeof queueRoles
/** The right that the work takes: not listed for a role from which the project withholds it. */
export const queueRights: Partial<Record<QueueKind, Right>> = {
  message: 'see_medical',
  screening: 'see_medical',
  reimbursement: 'decide_money',
  mail: 'send_email',
}
export const queueKinds = keysOf(queueRoles)
export const isWorkOf = (kind: QueueKind, { role, withheld }: { role: Role; withheld: readonly Right[] }) =>
  queueRoles[kind].some((one) => one === role) && !withheld.some((right) => right === queueRights[kind])

export const formDays = 14
export const failedMailDays = 30
export const newRegistrationDays = 30
/** Per section, unless one is requested in full. */
export const queueItemsShown = 5
export const maxQueueItems = 100

/** A visit has its own plan: who scans whom is on the day sheet. A recovery is watched by all admins. */
export type AssignableKind = Exclude<QueueKind, 'visit' | 'recovery'>
export const isAssignable = (kind: string): kind is AssignableKind =>
  kind !== 'visit' && kind !== 'recovery' && queueKinds.some((one) => one === kind)

const Colleague = z.object({ provider_id: z.string(), name: z.string() })
const assignment = {
  assignee: Colleague.nullable(),
  /** YYYY-MM-DD */
  due_on: z.string().nullable(),
  /** 0 until somebody takes it. */
  version: z.number().int(),
}

const QueueItem = z.object({
  id: z.uuid(),
  /** Since when it has been waiting; for a visit, and for a form missing for one, when the visit begins. */
  since: z.string(),
  /**
   * Whom it concerns: for an unmatched scan DICOM's data, for an invited provider the name alone; `patient_id` is empty if there is no
   * record.
   */
  ...PatientIdentity.shape,
  dob: z.string().nullable(),
  /**
   * Its state, in its feature's word: the status of a visit or a reimbursement (`Answered` by its patient), an invited provider's role,
   * a recovery's state; `moved` for a request whose scan is no longer its patient's, `in_part` for an email that reached some recipients.
   */
  state: z.string(),
  /** For a visit and for pending answers. */
  screening: ScreeningState.nullable(),
  /** An amount, a subject, an address, a role, the digits of a study's date. */
  note: z.string(),
  /** Until when the answers or the invitation are valid, or a request is due; from when on a recovery can be finished. */
  until: z.string().nullable(),
  ...assignment,
})
export type QueueItem = z.output<typeof QueueItem>

const QueueSection = z.object({
  kind: z.enum(queueKinds),
  /** Null if this section could not be read; the others are still valid. */
  count: z.number().int().nullable(),
  items: z.array(QueueItem),
})
export type QueueSection = z.output<typeof QueueSection>

export const getWorkQueue = defineCall({
  method: 'GET',
  path: '/operator/work_queue/',
  summary: 'Open the work list',
  ...byStaff,
  userInitiated: false,
  audit: 'work_queue.read',
  query: z.object({
    /** The section requested in full. */
    all: z.enum(queueKinds).optional(),
    /** Only what the caller has taken. */
    mine: z.enum(['true', 'false']).default('false'),
  }),
  response: z.object({ today: z.string(), time_zone: z.string(), sections: z.array(QueueSection) }),
})

export const listColleagues = defineCall({
  method: 'GET',
  path: '/operator/work_queue_colleagues/',
  summary: 'List the colleagues who can be assigned a work item',
  ...byStaff,
  audit: { none: 'names and roles of colleagues' },
  /** With the kinds of work that each may take. */
  response: z.object({
    colleagues: z.array(Colleague.extend({ role: z.enum(staff), kinds: z.array(z.enum(queueKinds)) })),
  }),
})

/** Empty form fields mean nobody and no day. */
export const WorkAssignment = z.object({
  assignee: z
    .string()
    .max(254)
    .nullish()
    .transform((key) => key || null),
  due_on: z
    .union([z.literal(''), z.iso.date('Please give a day as YYYY-MM-DD')])
    .nullish()
    .transform((day) => day || null),
  version: z.number().int(),
})

export const assignWork = defineCall({
  method: 'POST',
  path: '/operator/work_queue/:kind/:item_id/',
  summary: 'Assign a work item or set its due date',
  allow: staff,
  idempotent: true,
  limit: 'session',
  audit: 'work_queue.assign',
  params: z.object({ kind: z.string(), item_id: z.string() }),
  body: WorkAssignment,
  response: z.object(assignment),
})
