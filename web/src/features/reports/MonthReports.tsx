import { getAccessReport, getMyRights, getReimbursementsReport, type ResponseOf } from '@fornix/contract'
import { useCall } from '../../platform/calls/api.ts'
import { ColumnChart } from './chart/ColumnChart.tsx'
import { compactUsd, monthLabel, usd } from './labels.ts'
import { messages } from './messages.ts'
import { ReportCard, type ReportView } from './ReportCard.tsx'
import type { PeriodQuery } from './use-period.ts'

type Props = { period: PeriodQuery }

/** Longer waits are shown in days. */
const dayAndHalf = 36

const accessOf = ({ rows, totals, waiting }: ResponseOf<typeof getAccessReport>): ReportView => {
  const texts = messages.access
  const [total] = totals
  const longest = Math.max(...rows.map(({ p90_hours }) => p90_hours ?? 0))
  const [unit, name] = longest > dayAndHalf ? [24, texts.days] : [1, texts.hours]
  const inUnit = (hours: number | null) => (hours === null ? null : Math.max(0.1, Math.round((hours / unit) * 10) / 10))
  const lasted =
    total?.median_hours == null || total.p90_hours == null
      ? []
      : [texts.text(total.approved, texts.lasting(total.median_hours), texts.lasting(total.p90_hours))]
  return {
    rows,
    totals,
    isEmpty: lasted.length === 0,
    sentence: `${[...lasted, texts.waiting(waiting)].join('; ')}.`,
    chart: (
      <ColumnChart
        rows={rows.map(({ month, median_hours, p90_hours }) => ({
          label: monthLabel(month ?? ''),
          median: inUnit(median_hours),
          p90: inUnit(p90_hours),
        }))}
        series={[
          { name: 'median', label: `${texts.median} (${name})`, look: 'solid' },
          { name: 'p90', label: `${texts.p90} (${name})`, look: 'outline' },
        ]}
      />
    ),
  }
}

export const AccessReport = ({ period }: Props) => {
  const query = useCall(getAccessReport, { query: period }, { keepPrevious: true })
  return <ReportCard name="access" {...{ period, query }} view={query.data && accessOf(query.data)} />
}

const looks = { paid: 'solid', open: 'dots', rejected: 'stripes' } as const

const reimbursementsOf = ({ rows, totals }: ResponseOf<typeof getReimbursementsReport>): ReportView => {
  const texts = messages.reimbursements
  const [total = { requests: 0, submitted: '0', paid: '0', open: '0', rejected: '0' }] = totals
  const series = (['paid', 'open', 'rejected'] as const).map((name) => ({
    name,
    label: texts[name],
    look: looks[name],
    total: usd(total[name]),
  }))
  return {
    rows,
    totals,
    isEmpty: total.requests === 0,
    sentence: total.requests === 0 ? '' : texts.text(usd(total.submitted), usd(total.paid), usd(total.open)),
    chart: (
      <ColumnChart
        stacked
        rows={rows.map(({ month, paid, open, rejected }) => ({
          label: monthLabel(month ?? ''),
          paid: Number(paid),
          open: Number(open),
          rejected: Number(rejected),
        }))}
        series={series}
        format={usd}
        tick={compactUsd}
      />
    ),
  }
}

const Money = ({ period }: Props) => {
  const query = useCall(getReimbursementsReport, { query: period }, { keepPrevious: true })
  return <ReportCard name="reimbursements" {...{ period, query }} view={query.data && reimbursementsOf(query.data)} />
}

/** Users who may not decide on payments do not see them either; nothing is requested until that is known, because a refusal is logged. */
export const ReimbursementsReport = ({ period }: Props) => {
  const { isPending, data } = useCall(getMyRights, {})
  return isPending || data?.withheld.includes('decide_money') ? null : <Money period={period} />
}
