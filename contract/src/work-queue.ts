import { z } from 'zod'
import { callsOf } from './call.ts'
import { keysOf } from './objects.ts'
import { admins, operators, type Right, type Role, staff } from './roles.ts'
import { ScreeningState } from './screening.ts'

const defineCall = callsOf('work-queue')

/** What waits for staff, in the order of the page, and whose work it is. */
export const queueRoles = {
  /** Today's, until they are done. */
  visit: staff,
  /** A thread in which a patient wrote last. */
  message: staff,
  screening: operators,
  /** A visit within `formDays` for whose day its patient has signed no authorization form that stands. */
  form: staff,
  /** An authorization form that stands, which its patient has signed and the project wants signed by staff, too. */
  countersign: staff,
  request: admins,
  unmatched: admins,
  reimbursement: staff,
  /** An email to a patient that did not arrive, until a later one has, or for `failedMailDays`. */
  mail: staff,
  /** A patient who registered without an invitation, until staff change the status, or for `newRegistrationDays`. */
  registration: staff,
  invitation: admins,
  /** A patient who wants the account to be closed. */
  closure: admins,
  /** A record that was opened in an emergency, until an admin gives a finding. */
  emergency: admins,
  /** Somebody who has lost every second step, until the recovery is over. */
  recovery: admins,
} as const satisfies Record<string, readonly Role[]>
export type QueueKind = keyof typeof queueRoles
/** What doing it takes: from whose role the project withholds that, it is no work of theirs. */
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
/** Of a section, unless it is asked for whole. */
export const queueItemsShown = 5
export const mostQueueItems = 100

/** A visit has its own plan: who scans whom is on the day sheet. A recovery is watched by all admins. */
export type AssignableKind = Exclude<QueueKind, 'visit' | 'recovery'>
export const isAssignable = (kind: string): kind is AssignableKind =>
  kind !== 'visit' && kind !== 'recovery' && queueKinds.some((one) => one === kind)

const Colleague = z.object({ provider_id: z.string(), name: z.string() })
const assignment = {
  assignee: Colleague.nullable(),
  /** YYYY-MM-DD */
  due_on: z.string().nullable(),
  /** 0 as long as nobody has taken it. */
  version: z.number().int(),
}

const QueueItem = z.object({
  id: z.uuid(),
  /** Since when it waits; of a visit and of a form that is missing for it, when the visit begins. */
  since: z.string(),
  /** Whom it concerns: of an unmatched scan what DICOM says, of an invited provider the name alone. */
  name: z.string(),
  dob: z.string().nullable(),
  mrn_number: z.string(),
  /** Another living patient of the project has the same name. */
  has_namesake: z.boolean().default(false),
  /** Empty where there is no record. */
  patient_id: z.string(),
  /**
   * Where it stands, in the word of its own feature: the status of a visit or a reimbursement (`Answered` by its patient), the role of an
   * invited provider, the state of a recovery.
   */
  state: z.string(),
  /** Of a visit and of answers that wait. */
  screening: ScreeningState.nullable(),
  /** An amount, a subject, an address, a role, the digits of a study's date. */
  note: z.string(),
  /** Until when the answers or the invitation count, or a request is to be answered; from when on a recovery can be finished. */
  until: z.string().nullable(),
  ...assignment,
})
export type QueueItem = z.output<typeof QueueItem>

const QueueSection = z.object({
  kind: z.enum(queueKinds),
  /** Null when this section could not be read; the others stand all the same. */
  count: z.number().int().nullable(),
  items: z.array(QueueItem),
})
export type QueueSection = z.output<typeof QueueSection>

export const getWorkQueue = defineCall({
  method: 'GET',
  path: '/operator/work_queue/',
  summary: 'What waits for the caller’s role: how much of each kind, and the oldest of it',
  allow: staff,
  limit: 'session',
  userInitiated: false,
  audit: 'work_queue.read',
  query: z.object({
    /** The section of which all is asked for. */
    all: z.enum(queueKinds).optional(),
    /** Only what the caller has taken. */
    mine: z.enum(['true', 'false']).default('false'),
  }),
  reply: z.object({ today: z.string(), time_zone: z.string(), sections: z.array(QueueSection) }),
})

export const listColleagues = defineCall({
  method: 'GET',
  path: '/operator/work_queue_colleagues/',
  summary: 'Who may take a piece of work',
  allow: staff,
  limit: 'session',
  audit: { none: 'names and roles of colleagues' },
  /** With the kinds of work that each may take. */
  reply: z.object({
    colleagues: z.array(Colleague.extend({ role: z.enum(staff), kinds: z.array(z.enum(queueKinds)) })),
  }),
})

/** Empty fields of the form mean nobody and no day. */
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
  summary: 'Take a piece of work, give it to a colleague, say by when, or release it',
  allow: staff,
  limit: 'session',
  audit: 'work_queue.assign',
  params: z.object({ kind: z.string(), item_id: z.string() }),
  body: WorkAssignment,
  reply: z.object(assignment),
})
