import { z } from 'zod'
import { callsOf } from './call.ts'
import { countedGrounds } from './ground-labels.ts'
import { keysOf } from './objects.ts'
import type { patientStatuses } from './patient-fields.ts'
import { type Right, staff } from './roles.ts'
import { ratedNames } from './surveys.ts'

const defineCall = callsOf('reports')

/** Whole months, of which the last one is the running one. */
export const reportMonths = [3, 6, 12] as const
export const maxReportDays = 731
/** Of fewer answers neither their average is said nor how many they are: somebody could be recognized. */
export const fewestAnswers = 5

/** The steps that a patient passes after the record was added. */
export const enrollmentSteps = ['Accepted', 'Screened', 'Scanned'] as const

/** As somebody passes it, from the invitation to the scan; behind it those who left it. */
export const enrollmentOrder = [
  'Pending Invite',
  'Accepted',
  'Screened',
  'Scanned',
  'On Hold',
  'Withdrawn',
  'Rejected',
  'Other',
] as const satisfies typeof patientStatuses extends readonly (infer Status)[] ? readonly Status[] : never

const dayMs = 86_400_000
const day = z.iso.date('Please give a day as YYYY-MM-DD')
/** Days of the site, both included, count before months. */
export const ReportPeriod = z
  .object({
    months: z.coerce.number().pipe(z.literal(reportMonths)).default(3),
    from: day.optional(),
    to: day.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: 'Please give both days',
    path: ['to'],
  })
  .refine(({ from = '', to = '' }) => from <= to, { error: 'The last day must not be before the first', path: ['to'] })
  .refine(({ from = '', to = '' }) => from === to || (Date.parse(to) - Date.parse(from)) / dayMs < maxReportDays, {
    error: 'At most two years at once, please',
    path: ['to'],
  })
export type ReportPeriod = z.output<typeof ReportPeriod>

/** What each report counts, with the title of its column: on the page and in the file. The first column says of what. */
export const reportColumns = {
  enrollment: { status: 'Status', patients: 'Patients today', reached: 'Got this far' },
  visits: { week: 'Week of', done: 'Took place', no_show: 'No-show', canceled: 'Canceled', booked: 'Still booked' },
  access: {
    month: 'Month',
    approved: 'Requests approved',
    median_hours: 'Median wait (hours)',
    p90_hours: '90th percentile (hours)',
  },
  requests: {
    month: 'Month',
    received: 'Received',
    in_time: 'Answered in time',
    late: 'Answered late',
    returned: 'Returned to the patient',
    open: 'Still open',
    extended: 'Extended',
    declined: 'Declined',
    median_days: 'Median days to an answer',
  },
  refusals: { ground: 'Ground', declined: 'Declined' },
  reimbursements: {
    month: 'Month',
    requests: 'Requests',
    submitted: 'Submitted ($)',
    paid: 'Paid ($)',
    open: 'Open ($)',
    rejected: 'Rejected ($)',
  },
  surveys: { month: 'Month', question: 'Question', answers: 'Answers', average: 'Average (1 to 5)' },
} as const
export type ReportName = keyof typeof reportColumns
export const reportNames = keysOf(reportColumns)

const count = z.number().int()
const money = z.string()
/** Null: nobody waited. */
const hours = z.number().nullable()
/** The first of its days; a week begins on Monday. Null in a total. */
const week = z.string().nullable()
/** `2026-11`; null in a total. */
const month = z.string().nullable()
const period = { from: z.string(), to: z.string(), time_zone: z.string() }

/** Twins: the numbers, and the same as a CSV file. Nobody is named in either. */
const reportOf = <Row extends z.ZodType, More extends z.ZodRawShape>(
  name: ReportName,
  summary: string,
  row: Row,
  { more, right }: { more: More; right?: Right },
) => {
  const shared = { method: 'GET', allow: staff, query: ReportPeriod, ...(right && { right }) } as const
  const read = defineCall({
    ...shared,
    path: `/operator/reports/${name}/`,
    summary,
    limit: 'session',
    audit: { none: 'numbers say nothing about anybody' },
    reply: z.object({ ...period, rows: z.array(row), totals: z.array(row), ...more }),
  })
  const file = defineCall({
    ...shared,
    path: `/operator/reports/${name}/csv/`,
    summary: `${summary}; as a CSV file`,
    proof: 'fresh',
    limit: 'export',
    audit: 'report.export',
    reply: 'file',
  })
  return [read, file] as const
}

export const [getEnrollmentReport, exportEnrollmentReport] = reportOf(
  'enrollment',
  'How far the patients got who were added in a period, and which status they have',
  /** `reached`: how many have had the status of this step or of a later one; null where the status is no step. */
  z.object({ status: z.enum(enrollmentOrder).nullable(), patients: count, reached: count.nullable() }),
  { more: {} },
)
export const [getVisitsReport, exportVisitsReport] = reportOf(
  'visits',
  'What became of the visits of each week',
  z.object({ week, done: count, no_show: count, canceled: count, booked: count }),
  { more: {} },
)
export const [getAccessReport, exportAccessReport] = reportOf(
  'access',
  'How long scan access requests waited that were approved in each month',
  z.object({ month, approved: count, median_hours: hours, p90_hours: hours }),
  { more: { waiting: count } },
)
export const [getRequestsReport, exportRequestsReport] = reportOf(
  'requests',
  'How the scan access requests of each month were answered, by the day on which the answer was due',
  z.object({
    month,
    received: count,
    in_time: count,
    late: count,
    /** Declined in time, and no denial: the request is made again, and counts anew. */
    returned: count.default(0),
    open: count,
    extended: count,
    declined: count,
    /** Null: nothing was answered. */
    median_days: z.number().nullable(),
  }),
  /** How many of those that are open are overdue. */
  { more: { overdue: count } },
)
export const [getRefusalsReport, exportRefusalsReport] = reportOf(
  'refusals',
  'On which grounds scan access requests were declined that were made in a period',
  z.object({ ground: z.enum(countedGrounds).nullable(), declined: count }),
  { more: {} },
)
export const [getReimbursementsReport, exportReimbursementsReport] = reportOf(
  'reimbursements',
  'What became of the reimbursements that were requested in each month',
  z.object({ month, requests: count, submitted: money, paid: money, open: money, rejected: money }),
  { more: {}, right: 'decide_money' },
)
/** Answers null: there are some, and fewer than are said. */
export const [getSurveysReport, exportSurveysReport] = reportOf(
  'surveys',
  'How each question of the survey was answered in each month',
  z.object({ month, question: z.enum(ratedNames), answers: count.nullable(), average: z.number().nullable() }),
  { more: {} },
)

/** Of each report the call of its numbers and the call of its file. */
export const reportCalls = {
  enrollment: [getEnrollmentReport, exportEnrollmentReport],
  visits: [getVisitsReport, exportVisitsReport],
  access: [getAccessReport, exportAccessReport],
  requests: [getRequestsReport, exportRequestsReport],
  refusals: [getRefusalsReport, exportRefusalsReport],
  reimbursements: [getReimbursementsReport, exportReimbursementsReport],
  surveys: [getSurveysReport, exportSurveysReport],
} as const satisfies Record<ReportName, unknown>
