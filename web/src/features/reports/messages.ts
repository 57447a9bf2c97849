import { type countedGrounds, minAnswers, type RatedQuestion, type ReportName } from '@fornix/contract'
import { grouped } from '../../platform/base/grouped.ts'

const counted = (count: number, one: string, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`

const titles: Record<ReportName, string> = {
  enrollment: 'Enrollment',
  visits: 'Visits and no-shows',
  access: 'Time from request to access',
  requests: 'Answers to scan requests',
  refusals: 'Declined scan requests by ground',
  reimbursements: 'Reimbursements',
  surveys: 'Survey scores',
}

export const messages = {
  title: 'Reports',
  lead: 'Totals for this project. No patient is named.',
  period: {
    label: 'Period',
    months: (count: number) => `Last ${count} months`,
    days: 'Custom dates',
    from: 'From',
    to: 'To',
    missing: 'Choose a first and a last day',
    missingHint: 'The reports appear once both days are chosen.',
    shown: (from: string, to: string, zone: string) =>
      `${from} to ${to}. Time zone: ${zone}. Weeks start on Monday. Deleted records are not counted.`,
  },
  titles,
  loadFailed: (name: ReportName) => `${titles[name]} could not be loaded.`,
  asTable: 'Show as table',
  asChart: 'Show as chart',
  asTableOf: (name: ReportName) => `Show as table: ${titles[name]}`,
  asChartOf: (name: ReportName) => `Show as chart: ${titles[name]}`,
  csv: 'Download CSV',
  csvOf: (name: ReportName) => `Download CSV: ${titles[name]}`,
  csvFailed: 'The file could not be downloaded. Please try again.',
  whole: 'Whole period',
  tooFew: `Fewer than ${minAnswers}`,
  none: '–',
  enrollment: {
    note: 'Patients added in this period: how many reached each step, including those who left later. The table also has their status today.',
    empty: 'No patients were added in this period.',
    added: 'Added',
    share: (patients: number, all: number) => `${grouped(patients)}\u00a0(${Math.round((100 * patients) / all)}%)`,
    text: (all: number, accepted: number, screened: number, scanned: number) =>
      `${counted(all, 'patient was', 'patients were')} added; ${grouped(accepted)} ${accepted === 1 ? 'was' : 'were'} accepted, ${grouped(screened)} screened, and ${grouped(scanned)} scanned.`,
  },
  visits: {
    note: 'Visits by week and how they ended.',
    empty: 'No visits in this period.',
    text: (done: number, all: number, missed: number) =>
      `${grouped(done)} of ${counted(all, 'visit')} took place; ${missed === 0 ? 'no visit was missed' : `${counted(missed, 'visit was', 'visits were')} missed`}.`,
  },
  access: {
    note: 'Scan access requests by month of approval, excluding those revoked later. Nine in ten were approved within the 90th percentile time.',
    empty: 'No requests were approved in this period.',
    median: 'Median',
    p90: '90th percentile',
    hours: 'hours',
    days: 'days',
    lasting: (hours: number) =>
      hours <= 1
        ? 'an hour'
        : hours < 48
          ? counted(Math.round(hours * 10) / 10, 'hour')
          : counted(Math.round(hours / 2.4) / 10, 'day'),
    text: (approved: number, median: string, p90: string) =>
      approved === 1
        ? `1 request was approved, within ${median}`
        : `${grouped(approved)} requests were approved, half of them within ${median} and nine of ten within ${p90}`,
    waiting: (count: number) => `${counted(count, 'request is', 'requests are')} waiting now`,
  },
  requests: {
    note: 'By month of request. In time means by the due day: within 30 days, or 60 if extended. A request is returned when its form must be signed again or we do not have the images. If it is sent again, it counts as new, with the days that were left.',
    empty: 'No scans were requested in this period.',
    text: (received: number, inTime: number, late: number) =>
      `${counted(received, 'request was', 'requests were')} received; ${grouped(inTime)} ${inTime === 1 ? 'was' : 'were'} answered in time and ${grouped(late)} late`,
    returned: (count: number) => `${grouped(count)} ${count === 1 ? 'was' : 'were'} returned to the patient`,
    open: (open: number, overdue: number) =>
      open === 0
        ? 'none is open'
        : `${grouped(open)} ${open === 1 ? 'is' : 'are'} open${overdue === 0 ? '' : `, ${grouped(overdue)} of them overdue`}`,
    median: (days: number) => `Half of the answers took ${counted(days, 'day')} or less.`,
  },
  refusals: {
    note: 'Of the requests made in this period. Asking for a new form, or not having the images, does not count as a refusal under the law.',
    empty: 'No requests from this period were declined.',
    text: (declined: number, refused: number) =>
      `${counted(declined, 'request was', 'requests were')} declined; ${grouped(refused)} of them refused on a ground of the law.`,
    short: {
      form_incomplete: 'Form incomplete',
      form_signer: 'Wrong signer',
      not_held: 'No such images',
      danger: 'Danger',
      harm_to_other: 'Harm to another',
      representative: 'Representative',
      legal_proceeding: 'Legal case',
      research: 'Research',
      confidential: 'In confidence',
      none: 'No ground given',
    } satisfies Record<(typeof countedGrounds)[number], string>,
  },
  reimbursements: {
    note: 'By the month in which a reimbursement was requested.',
    empty: 'No reimbursements were requested in this period.',
    paid: 'Paid',
    open: 'Open',
    rejected: 'Rejected',
    text: (submitted: string, paid: string, open: string) =>
      `Patients requested ${submitted}; ${paid} is paid and ${open} is open.`,
  },
  surveys: {
    note: `From 1 to 5, where 5 is best. To protect privacy, months with fewer than ${minAnswers} answers to a question show no score. They count toward the whole period only if together they have at least ${minAnswers} answers.`,
    empty: 'No survey answers in this period.',
    question: 'Question',
    all: 'All questions, whole period',
    average: 'Average',
    text: (average: number, answers: number) =>
      `Average: ${average.toFixed(1)} out of 5, from ${counted(answers, 'answer')}`,
    ofScan: (text: string) => `${text} to “How satisfied are you with your scan?”`,
    few: `Too few answers to show a score. At least ${minAnswers} are needed.`,
    short: {
      question1: 'The scan',
      question2: 'Accommodation',
      question3: 'Welcome kit',
      question4: 'Emails',
      question5: 'Transportation',
      question6: 'Staff comfort',
      question7: 'Scan duration',
      question8: 'Enrollment',
    } satisfies Record<RatedQuestion, string>,
  },
} as const
