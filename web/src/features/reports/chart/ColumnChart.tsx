import type { CSSProperties } from 'react'
import { grouped } from '../../../platform/base/grouped.ts'
import { Lines, Numbers } from './Axis.tsx'
import classes from './chart.module.css'
import own from './columns.module.css'
import { Legend, type Row, type Series } from './Series.tsx'
import { Tip } from './Tip.tsx'
import { shareOf, ticksOf } from './ticks.ts'
import { usePointedAt } from './use-pointed-at.ts'

type Props = {
  rows: readonly Row[]
  series: readonly Series[]
  /** Stacked, not side by side. */
  stacked?: boolean
  format?: (value: number) => string
  /** On the axis, where there is less room. */
  tick?: (value: number) => string
  /** The maximum of the axis, if it is always the same. */
  most?: number
}

/** Columns beside each other: a chart of a table that screen readers get beside it. */
export const ColumnChart = ({ rows, series, stacked = false, format = grouped, tick = format, most }: Props) => {
  const { pointedAt, ...pointing } = usePointedAt(rows.length)
  const heights = rows.map((row) => {
    const values = series.map(({ name }) => Number(row[name]))
    return stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values)
  })
  const ticks = ticksOf(most ?? Math.max(...heights))
  const sizes = {
    '--bars': stacked ? 1 : series.length,
    '--letters': Math.max(...rows.map(({ label }) => label.length)),
  } as CSSProperties
  const pointed = pointedAt === undefined ? undefined : rows[pointedAt]
  return (
    <div aria-hidden className={classes.chart}>
      <div className={own.columns} style={sizes}>
        <Numbers ticks={ticks} className={own.numbers} format={tick} />
        <div className={own.plot} {...pointing}>
          <Lines ticks={ticks} className={own.lines} />
          <div className={own.cells} data-stacked={stacked}>
            {rows.map((row) => (
              <div key={row.label} className={own.cell} data-row={row.label} data-pointed-at={row === pointed}>
                {series.map(({ name, look }) => (
                  <div
                    key={name}
                    className={own.column}
                    data-look={Number(row[name]) > 0 ? look : undefined}
                    style={{ height: shareOf(Number(row[name]), ticks) }}
                  >
                    {series.length === 1 && row[name] !== null && (
                      <span className={`${own.value} ${own.roomy}`}>{format(Number(row[name]))}</span>
                    )}
                  </div>
                ))}
              </div>
            ))}
          </div>
          {pointed && <Tip row={pointed} {...{ series, format }} place={pointedAt ?? 0} count={rows.length} />}
        </div>
        <div className={own.names}>
          {rows.map(({ label }) => (
            <div key={label} className={own.cell}>
              <span className={own.roomy}>{label}</span>
            </div>
          ))}
        </div>
      </div>
      {series.length > 1 && <Legend series={series} />}
    </div>
  )
}
