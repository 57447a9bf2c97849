import { z } from 'zod'
import { byAdmins, callsOf } from './call.ts'
import { reason } from './fields.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { PatientIdentity } from './patient-identity.ts'
import { admins } from './roles.ts'

const defineCall = callsOf('audit-log')

/** What an admin filters by; every action belongs to one of them. */
export const auditKinds = [
  'scans',
  'records',
  'files',
  'emails',
  'money',
  'exports',
  'deletions',
  'failed-sign-ins',
  'rights',
  'refusals',
  'settings',
  'other',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** Actors who are not providers. */
export const auditGroups = ['patients', 'visitors', 'portal'] as const
export type AuditGroup = (typeof auditGroups)[number]
export const auditResults = ['done', 'refused'] as const

/** Above this number, the total only says that there are more. */
export const maxAuditRows = 10_000

const day = z.iso
  .date('Please give a day as YYYY-MM-DD')
  .refine((text) => text >= '2000-01-01', 'Please choose a day since the year 2000')

export const auditFilters = z.object({
  /** A patient's readable id, also of a deleted patient. */
  patient: z.string().max(100).optional(),
  /** The UID of a study. */
  study: z.string().max(64).optional(),
  /** The id of a provider or admin, or one of `auditGroups`. */
  person: z.string().max(100).optional(),
  kind: z.enum(auditKinds).optional(),
  /** Days at the site, both included. */
  from: day.optional(),
  to: day.optional(),
  result: z.enum(auditResults).optional(),
})
export type AuditFilters = z.output<typeof auditFilters>

export const AuditEntry = z.object({
  event_id: z.uuid(),
  at: z.string(),
  who: z.string(),
  /** The id of the provider or patient, which stays when the name changes; empty for anyone else. */
  who_id: z.string().default(''),
  role: z.string(),
  /** A sentence without its subject: "Opened a file". */
  what: z.string(),
  /** Which one: a file's name, a scan's day, a provider, an export's reason. */
  item: z.string(),
  /** Whose record; `patient_id` is empty if the record no longer exists. */
  record: PatientIdentity.pick({ patient_id: true, name: true, dob: true })
    .extend({ is_deleted: z.boolean() })
    .nullable(),
  result: z.enum(auditResults),
  /** Why it was refused, or how it ended. */
  detail: z.string(),
  request_id: z.string(),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const getAuditLog = defineCall({
  method: 'GET',
  path: '/admin/audit_log/',
  summary: 'Open the access log',
  ...byAdmins,
  audit: 'audit_log.read',
  query: pageQuery.extend({
    ...auditFilters.shape,
    /** The newest event of the first page: later pages continue from it, whatever happens meanwhile. */
    through: z.uuid().optional(),
  }),
  response: z.object({
    entries: z.array(AuditEntry),
    time_zone: z.string(),
    /** There are more than `total`, which stops counting at `maxAuditRows`. */
    is_capped: z.boolean(),
    ...pageTotals,
  }),
})

export const listAuditPeople = defineCall({
  method: 'GET',
  path: '/admin/audit_log_people/',
  summary: 'List the staff for the access log',
  ...byAdmins,
  audit: { none: 'names who works here, to those who do' },
  response: z.object({
    people: z.array(z.object({ provider_id: z.string(), name: z.string(), role: z.string(), has_left: z.boolean() })),
  }),
})

export const exportAuditLog = defineCall({
  method: 'GET',
  path: '/admin/export_audit_log/',
  summary: 'Export the access log',
  allow: admins,
  proof: 'fresh',
  limit: 'export',
  audit: 'audit_log.export',
  query: auditFilters.extend({ reason }),
  response: 'file',
})
