import { z } from 'zod'
import { byAdmins, callsOf } from './call.ts'
import { line, reason } from './fields.ts'
import { keysOf } from './objects.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { PatientIdentity } from './patient-identity.ts'

const defineCall = callsOf('unusual-access')

export const manyRecords = 100
/** Work with a patient within this many days explains why the record was opened. */
export const taskDays = 14
export const nightHours = { from: 22, to: 6 }
/** Within this many hours of the opening hours, no time is night: some sites scan late. */
export const hoursAroundOpening = 2

/**
 * What makes reading records unusual: its name, and why in a sentence.
 * The queries are in `server/src/features/unusual-access/rules.ts`.
 */
export const unusualRules = {
  same_last_name: {
    name: 'Same last name',
    sentence: 'The reader and the patient have the same last name.',
  },
  many_records: {
    name: 'Many records',
    sentence: `More than ${manyRecords} different records were opened, or seen in the inbox, within one hour.`,
  },
  no_task: {
    name: 'No task',
    sentence: `No visit, request, assignment, or work within ${taskDays} days explains why the record was opened.`,
  },
  night: {
    name: 'At night',
    sentence: 'The record was opened between 10 PM and 6 AM, outside the hours of the site.',
  },
} as const
export type UnusualRule = keyof typeof unusualRules
export const unusualRuleNames = keysOf(unusualRules)

export const unusualStates = ['new', 'follow_up', 'explained'] as const
export type UnusualState = (typeof unusualStates)[number]
export const unusualDays = ['7', '30', '90'] as const

const number = z.number().int()
const Colleague = z.object({ provider_id: z.string(), name: z.string() })

export const UnusualAccess = z.object({
  finding_id: z.uuid(),
  rule: z.enum(unusualRuleNames),
  state: z.enum(unusualStates),
  reader: Colleague.extend({ role: z.string() }),
  /** Null if it is about many records; their number is `records`. */
  record: PatientIdentity.extend({ is_deleted: z.boolean() }).nullable(),
  /** The day at the site, YYYY-MM-DD. */
  day: z.string(),
  first_at: z.string(),
  last_at: z.string(),
  reads: number,
  records: number,
  decision: z.object({ by: z.string(), at: z.string(), reason: z.string(), assignee: Colleague.nullable() }).nullable(),
  /** Nobody decides about their own reading. */
  may_decide: z.boolean(),
  version: number,
})
export type UnusualAccess = z.output<typeof UnusualAccess>

export const unusualFilters = z.object({
  rule: z.enum(unusualRuleNames).optional(),
  state: z.enum(unusualStates).optional(),
  /** The id of a provider or admin. */
  person: z.string().max(100).optional(),
  days: z.enum(unusualDays).default('30'),
})
export type UnusualFilters = z.output<typeof unusualFilters>

export const listUnusualAccess = defineCall({
  method: 'GET',
  path: '/admin/unusual_access/',
  summary: 'Open the list of unusual access',
  ...byAdmins,
  audit: 'unusual_access.list',
  query: pageQuery.extend(unusualFilters.shape),
  response: z.object({
    findings: z.array(UnusualAccess),
    /** Per state, whichever state was requested. */
    counts: z.object({ new: number, follow_up: number, explained: number }),
    time_zone: z.string(),
    /** Up to when the access log has been checked; null before the first time. */
    looked_through: z.string().nullable(),
    /** Records opened in an emergency, waiting for a review on their own page. */
    emergencies: number.default(0),
    ...pageTotals,
  }),
})

/** "Explained" needs a reason, "Follow up" an admin who does. */
export const UnusualDecision = z
  .object({
    state: z.enum(['explained', 'follow_up']),
    reason: line(500).default(''),
    assignee: z.string().max(254).nullish(),
    version: number,
  })
  .superRefine((decision, context) => {
    const isExplained = decision.state === 'explained'
    const problem = isExplained ? reason.safeParse(decision.reason).error?.issues[0]?.message : undefined
    if (problem) context.addIssue({ code: 'custom', path: ['reason'], message: problem })
    if (!isExplained && !decision.assignee)
      context.addIssue({ code: 'custom', path: ['assignee'], message: 'Please choose an admin' })
  })

export const decideUnusualAccess = defineCall({
  method: 'POST',
  path: '/admin/unusual_access/:finding_id/',
  summary: 'Decide about unusual access',
  ...byAdmins,
  idempotent: true,
  audit: 'unusual_access.decide',
  params: z.object({ finding_id: z.string() }),
  body: UnusualDecision,
  response: z.object({ finding: UnusualAccess }),
})
