import { getSurveysReport, type RatedQuestion, type ResponseOf, ratedNames, ratedQuestions } from '@fornix/contract'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { oneOf } from '../../platform/base/one-of.ts'
import { useCall } from '../../platform/calls/api.ts'
import { BarChart } from './chart/BarChart.tsx'
import { ColumnChart } from './chart/ColumnChart.tsx'
import { monthLabel } from './labels.ts'
import { messages } from './messages.ts'
import { ReportCard, type ReportView } from './ReportCard.tsx'
import type { PeriodQuery } from './use-period.ts'

const texts = messages.surveys
const series = [{ name: 'value', label: texts.average, look: 'solid' }] as const
const scores = { most: 5, format: (value: number) => value.toFixed(1), tick: String }

/** All questions over the whole period, or one of them month by month. */
const surveysOf = (
  { rows, totals }: ResponseOf<typeof getSurveysReport>,
  chosen: RatedQuestion | undefined,
): ReportView => {
  const of = (question: RatedQuestion) => ({
    months: rows.filter((row) => row.question === question),
    total: totals.filter((row) => row.question === question),
  })
  const about = chosen && of(chosen)
  const [total] = of(chosen ?? ratedNames[0] ?? 'question1').total
  const sentence = total?.average == null ? texts.few : texts.text(total.average, total.answers ?? 0)
  const shown = about?.months ?? totals
  const bars = shown.map(({ month, question, average }) => ({
    label: month === null ? texts.short[question] : monthLabel(month),
    value: average,
  }))
  const isEmpty = rows.every(({ answers }) => answers === 0)
  return {
    rows: shown,
    totals: about?.total ?? [],
    isEmpty,
    sentence: isEmpty ? '' : sentence === texts.few ? sentence : chosen ? `${sentence}.` : texts.ofScan(sentence),
    chart:
      bars.some(({ value }) => value !== null) &&
      (chosen ? <ColumnChart {...scores} rows={bars} series={series} /> : <BarChart {...scores} rows={bars} />),
  }
}

const choices = [
  { value: 'all', label: texts.all },
  ...ratedNames.map((value) => ({ value, label: ratedQuestions[value].text })),
]

export const SurveysReport = ({ period }: { period: PeriodQuery }) => {
  const query = useCall(getSurveysReport, { query: period }, { keepPrevious: true })
  const [chosen, setChosen] = useState<RatedQuestion>()
  return (
    <ReportCard name="surveys" {...{ period, query }} view={query.data && surveysOf(query.data, chosen)}>
      <NativeSelect
        className="no-print"
        maw={480}
        mb="sm"
        label={texts.question}
        data={choices}
        value={chosen ?? 'all'}
        onChange={({ currentTarget }) => setChosen(oneOf(ratedNames, currentTarget.value))}
      />
    </ReportCard>
  )
}
