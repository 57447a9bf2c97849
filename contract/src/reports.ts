import { z } from 'zod'
import { callsOf } from './call.ts'
import { countedGrounds } from './ground-labels.ts'
import { keysOf } from './objects.ts'
import type { patientStatuses } from './patient-fields.ts'
import { type Right, staff } from './roles.ts'
import { dayMs } from './site-time.ts'
import { ratedNames } from './surveys.ts'

const defineCall = callsOf('reports')

/** Whole months, the last being the current one. */
export const reportMonths = [3, 6, 12] as const
export const maxReportDays = 731
/** With fewer answers, neither their average nor their number is reported: somebody could be recognized. */
export const minAnswers = 5

/** The steps that a patient passes after the record was added. */
export const enrollmentSteps = ['Accepted', 'Screened', 'Scanned'] as const

/** In order, from the invitation to the scan; then those who left. */
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

const day = z.iso.date('Please give a day as YYYY-MM-DD')
/** Days at the site, both included, take precedence over months. */
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
    error: 'Please choose at most two years at once',
    path: ['to'],
  })
export type ReportPeriod = z.output<typeof ReportPeriod>

/** What each report counts, with its column title: on the page and in the file. The first column is the category. */
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

/** Twin calls: the numbers, and the same as a CSV file. Neither names anybody. */
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
    response: z.object({ ...period, rows: z.array(row), totals: z.array(row), ...more }),
  })
  const file = defineCall({
    ...shared,
    path: `/operator/reports/${name}/csv/`,
    summary: `${summary}; as a CSV file`,
    proof: 'fresh',
    limit: 'export',
    audit: 'report.export',
    response: 'file',
  })
  return [read, file] as const
}

export const [getEnrollmentReport, exportEnrollmentReport] = reportOf(
  'enrollment',
  'How far the patients got who were added in a period, and which status they have',
  /** `reached`: how many have had this step's status or a later one; null if the status is not a step. */
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
    /** Declined in time, and not a denial: the request is made again, and counts anew. */
    returned: count.default(0),
    open: count,
    extended: count,
    declined: count,
    /** Null: nothing was answered. */
    median_days: z.number().nullable(),
  }),
  /** How many of the open ones are overdue. */
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
/** Null answers: there are some, but too few to report. */
export const [getSurveysReport, exportSurveysReport] = reportOf(
  'surveys',
  'How each question of the survey was answered in each month',
  z.object({ month, question: z.enum(ratedNames), answers: count.nullable(), average: z.number().nullable() }),
  { more: {} },
)

/** For each report, the call for its numbers and the call for its file. */
export const reportCalls = {
  enrollment: [getEnrollmentReport, exportEnrollmentReport],
  visits: [getVisitsReport, exportVisitsReport],
  access: [getAccessReport, exportAccessReport],
  requests: [getRequestsReport, exportRequestsReport],
  refusals: [getRefusalsReport, exportRefusalsReport],
  reimbursements: [getReimbursementsReport, exportReimbursementsReport],
  surveys: [getSurveysReport, exportSurveysReport],
} as const satisfies Record<ReportName, unknown>
