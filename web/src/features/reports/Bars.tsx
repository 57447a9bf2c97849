import { BarChart } from '@mantine/charts'
import { Box } from '@mantine/core'
import { useId } from 'react'
import '@mantine/charts/styles.css'
import { heightOf } from './chart-height.ts'
import classes from './reports.module.css'

const looks = ['solid', 'dots', 'stripes', 'outline'] as const
export type Look = (typeof looks)[number]
/** `total` is shown in the legend. */
type Series = { name: string; label: string; look: Look; total?: string }

const colorOf = (look: Look) => `var(--${look})`
const ground = 'var(--mantine-color-body)'
const inside: Record<Look, string> = {
  solid: 'M0 0h8v8h-8z',
  dots: 'M2 2h3v3h-3z',
  stripes: 'M0 0h3v8h-3z',
  outline: '',
}

/** A pattern is distinguishable in black and white, too, and its edge has the full color. */
const Patterns = ({ id }: { id: string }) => (
  <defs>
    {looks.map((look) => (
      <pattern
        key={look}
        id={`${id}${look}`}
        width={8}
        height={8}
        patternUnits="userSpaceOnUse"
        patternTransform={look === 'stripes' ? 'rotate(45)' : undefined}
      >
        <path d="M0 0h8v8h-8z" fill={ground} />
        <path d={inside[look]} fill={colorOf(look)} />
      </pattern>
    ))}
  </defs>
)

const Legend = ({ id, series }: { id: string; series: readonly Series[] }) => (
  <div className={classes.legend}>
    {series.map(({ name, label, look, total }) => (
      <span key={name}>
        <svg width={16} height={16} aria-hidden>
          <rect x={1} y={1} width={14} height={14} fill={`url(#${id}${look})`} stroke={colorOf(look)} />
        </svg>
        {label}
        {total !== undefined && <b className="tabular">{total}</b>}
      </span>
    ))}
  </div>
)

export type BarsProps = {
  /** `label` names the bar. */
  rows: readonly ({ label: string } & Record<string, string | number | null>)[]
  series: readonly Series[]
  /** Stacked, not side by side. */
  stacked?: boolean
  /** For long names: one below the other. */
  horizontal?: boolean
  format?: (value: number) => string
  /** The axis label, where there is little room. */
  tick?: (value: number) => string
  /** The maximum of the number axis, if it is always the same. */
  most?: number
}

/** A chart of a table that screen readers get beside it. */
export const Bars = ({ rows, series, stacked = false, horizontal = false, format, tick, most }: BarsProps) => {
  const id = useId()
  const numbers = {
    allowDecimals: false,
    ...(!horizontal && { width: 56 }),
    ...(tick && { tickFormatter: tick }),
    ...(most && { domain: [0, most], tickCount: most + 1 }),
  }
  const names = { width: 112, interval: 0, tickMargin: 4 }
  return (
    <Box aria-hidden className={classes.chart}>
      <BarChart
        h={heightOf({ rows, horizontal })}
        data={[...rows]}
        dataKey="label"
        series={series.map(({ name, label, look }) => ({ name, label, color: colorOf(look) }))}
        type={stacked ? 'stacked' : 'default'}
        orientation={horizontal ? 'vertical' : 'horizontal'}
        gridAxis={horizontal ? 'y' : 'x'}
        tickLine="none"
        accessibilityLayer={false}
        maxBarWidth={40}
        withBarValueLabel={series.length === 1}
        barProps={({ name }) => {
          const look = series.find((one) => one.name === name)?.look ?? 'solid'
          // A small value must not look like zero; in a stack this would push the others up.
          const minPointSize = (value: number | null | undefined) => (value && !stacked ? 3 : 0)
          return { fill: `url(#${id}${look})`, strokeOpacity: 1, strokeWidth: 1, minPointSize }
        }}
        barChartProps={{ margin: { top: 20, right: horizontal ? 64 : 8 } }}
        xAxisProps={horizontal ? { ...numbers } : {}}
        yAxisProps={horizontal ? names : numbers}
        {...(format && { valueFormatter: format })}
      >
        <Patterns id={id} />
      </BarChart>
      {series.length > 1 && <Legend id={id} series={series} />}
    </Box>
  )
}
