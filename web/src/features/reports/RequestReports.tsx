import {
  getRefusalsReport,
  getRequestsReport,
  isDenial,
  type RefusalGround,
  type ResponseOf,
  reportColumns,
} from '@fornix/contract'
import { grouped } from '../../platform/base/grouped.ts'
import { useCall } from '../../platform/calls/api.ts'
import { BarChart } from './chart/BarChart.tsx'
import { ColumnChart } from './chart/ColumnChart.tsx'
import { monthLabel } from './labels.ts'
import { messages } from './messages.ts'
import { ReportCard, type ReportView } from './ReportCard.tsx'
import type { PeriodQuery } from './use-period.ts'

type Props = { period: PeriodQuery }

const looks = { in_time: 'solid', late: 'stripes', returned: 'outline', open: 'dots' } as const
const outcomes = ['in_time', 'late', 'returned', 'open'] as const

const requestsOf = ({ rows, totals, overdue }: ResponseOf<typeof getRequestsReport>): ReportView => {
  const texts = messages.requests
  const [total = { received: 0, in_time: 0, late: 0, returned: 0, open: 0, median_days: null }] = totals
  const median = total.median_days === null ? '' : ` ${texts.median(total.median_days)}`
  const sentence = [
    texts.text(total.received, total.in_time, total.late),
    ...(total.returned > 0 ? [texts.returned(total.returned)] : []),
    texts.open(total.open, overdue),
  ].join('; ')
  return {
    rows,
    totals,
    isEmpty: total.received === 0,
    sentence: total.received === 0 ? '' : `${sentence}.${median}`,
    chart: (
      <ColumnChart
        stacked
        rows={rows.map(({ month, in_time, late, returned, open }) => ({
          label: monthLabel(month ?? ''),
          in_time,
          late,
          returned,
          open,
        }))}
        series={outcomes.map((name) => ({
          name,
          label: reportColumns.requests[name],
          look: looks[name],
          total: grouped(total[name]),
        }))}
      />
    ),
  }
}

export const RequestsReport = ({ period }: Props) => {
  const query = useCall(getRequestsReport, { query: period }, { keepPrevious: true })
  return <ReportCard name="requests" {...{ period, query }} view={query.data && requestsOf(query.data)} />
}

const isRefusal = (ground: RefusalGround | 'none' | null) => ground !== null && ground !== 'none' && isDenial(ground)

const refusalsOf = ({ rows, totals }: ResponseOf<typeof getRefusalsReport>): ReportView => {
  const texts = messages.refusals
  const declined = totals[0]?.declined ?? 0
  const refused = rows.reduce((sum, row) => sum + (isRefusal(row.ground) ? row.declined : 0), 0)
  return {
    rows,
    totals,
    isEmpty: declined === 0,
    sentence: declined === 0 ? '' : texts.text(declined, refused),
    chart: (
      <BarChart
        rows={rows.map((row) => ({ label: texts.short[row.ground ?? 'none'], value: row.declined }))}
        format={grouped}
      />
    ),
  }
}

export const RefusalsReport = ({ period }: Props) => {
  const query = useCall(getRefusalsReport, { query: period }, { keepPrevious: true })
  return <ReportCard name="refusals" {...{ period, query }} view={query.data && refusalsOf(query.data)} />
}
