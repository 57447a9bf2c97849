import { type CSSProperties, Fragment } from 'react'
import { Lines, Numbers } from './Axis.tsx'
import own from './bars.module.css'
import classes from './chart.module.css'
import { shareOf, ticksOf } from './ticks.ts'

type Props = {
  rows: readonly { label: string; value: number | null }[]
  format: (value: number) => string
  /** On the axis, where there is less room. */
  tick?: (value: number) => string
  /** The maximum of the axis, if it is always the same. */
  most?: number
}

/** Bars below each other, for long names: a chart of a table that screen readers get beside it. */
export const BarChart = ({ rows, format, tick = format, most }: Props) => {
  const bars = rows.map(({ label, value }) => ({ label, value: value ?? 0, text: value === null ? '' : format(value) }))
  const ticks = ticksOf(most ?? Math.max(...bars.map(({ value }) => value)))
  const layout = {
    '--text': `${Math.max(...bars.map(({ text }) => text.length)) + 1}ch`,
    gridTemplateRows: `repeat(${rows.length}, minmax(34px, auto))`,
  } as CSSProperties
  return (
    <div aria-hidden className={`${classes.chart} ${own.bars}`} style={layout}>
      <Lines ticks={ticks} className={own.lines} />
      {bars.map(({ label, value, text }, place) => (
        <Fragment key={label}>
          <span className={own.name} style={{ gridRow: place + 1 }}>
            {label}
          </span>
          <div className={own.track} data-row={label} style={{ gridRow: place + 1 }}>
            <div
              className={own.bar}
              data-look={value > 0 ? 'solid' : undefined}
              style={{ width: shareOf(value, ticks) }}
            />
            <span>{text}</span>
          </div>
        </Fragment>
      ))}
      <Numbers ticks={ticks} className={own.numbers} format={tick} />
    </div>
  )
}
