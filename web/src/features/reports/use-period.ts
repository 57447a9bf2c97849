import { type ReportPeriod, reportMonths, ReportPeriod as rules } from '@fornix/contract'
import { isDay } from '../../platform/base/is-day.ts'
import { oneOf } from '../../platform/base/one-of.ts'
import { useListParams } from '../../ui/list/use-list-params.ts'

export type PeriodQuery = { months: ReportPeriod['months'] } | { from: string; to: string }

/** The period in the address; `query` is undefined while its days are being chosen. */
export const usePeriod = () => {
  const { filter, set } = useListParams()
  const day = (name: 'from' | 'to') => [filter(name) ?? ''].find(isDay) ?? ''
  const [from, to] = [day('from'), day('to')]
  const byDays = filter('months') === 'days'
  const months = oneOf(reportMonths, Number(filter('months'))) ?? reportMonths[0]
  const { error } = rules.safeParse({ from, to })
  const isChosen = from !== '' && to !== ''
  const query: PeriodQuery | undefined = byDays ? (isChosen && !error ? { from, to } : undefined) : { months }
  return {
    from,
    to,
    chosen: byDays ? 'days' : String(months),
    query,
    problem: isChosen ? error?.issues[0]?.message : undefined,
    choose: (months: string) => set({ months: months === String(reportMonths[0]) ? '' : months, from: '', to: '' }),
    setDay: (days: { from?: string; to?: string }) => set(days),
  }
}
export type PeriodView = ReturnType<typeof usePeriod>
