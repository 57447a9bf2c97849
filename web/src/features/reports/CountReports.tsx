import { enrollmentSteps, getEnrollmentReport, getVisitsReport, type ResponseOf, reportColumns } from '@fornix/contract'
import { grouped } from '../../platform/base/grouped.ts'
import { useCall } from '../../platform/calls/api.ts'
import { BarChart } from './chart/BarChart.tsx'
import { ColumnChart } from './chart/ColumnChart.tsx'
import { shortDay } from './labels.ts'
import { messages } from './messages.ts'
import { ReportCard, type ReportView } from './ReportCard.tsx'
import type { PeriodQuery } from './use-period.ts'

type Props = { period: PeriodQuery }

const enrollmentOf = ({ rows, totals }: ResponseOf<typeof getEnrollmentReport>): ReportView => {
  const reachedBy = (step: string) => rows.find(({ status }) => status === step)?.reached ?? 0
  const all = totals[0]?.patients ?? 0
  const steps = [
    { label: messages.enrollment.added, value: all },
    ...enrollmentSteps.map((step) => ({ label: step, value: reachedBy(step) })),
  ]
  return {
    rows,
    totals,
    isEmpty: all === 0,
    sentence:
      all === 0
        ? ''
        : messages.enrollment.text(all, reachedBy('Accepted'), reachedBy('Screened'), reachedBy('Scanned')),
    chart: <BarChart rows={steps} format={(patients) => messages.enrollment.share(patients, all)} tick={grouped} />,
  }
}

export const EnrollmentReport = ({ period }: Props) => {
  const query = useCall(getEnrollmentReport, { query: period }, { keepPrevious: true })
  return <ReportCard name="enrollment" {...{ period, query }} view={query.data && enrollmentOf(query.data)} />
}

const looks = { done: 'solid', no_show: 'stripes', canceled: 'outline', booked: 'dots' } as const
const states = ['done', 'no_show', 'canceled', 'booked'] as const

const visitsOf = ({ rows, totals }: ResponseOf<typeof getVisitsReport>): ReportView => {
  const [total = { done: 0, no_show: 0, canceled: 0, booked: 0 }] = totals
  const all = states.reduce((sum, state) => sum + total[state], 0)
  const series = states.map((name) => ({
    name,
    label: reportColumns.visits[name],
    look: looks[name],
    total: grouped(total[name]),
  }))
  return {
    rows,
    totals,
    isEmpty: all === 0,
    sentence: all === 0 ? '' : messages.visits.text(total.done, all, total.no_show),
    chart: (
      <ColumnChart stacked rows={rows.map((row) => ({ ...row, label: shortDay(row.week ?? '') }))} series={series} />
    ),
  }
}

export const VisitsReport = ({ period }: Props) => {
  const query = useCall(getVisitsReport, { query: period }, { keepPrevious: true })
  return <ReportCard name="visits" {...{ period, query }} view={query.data && visitsOf(query.data)} />
}
