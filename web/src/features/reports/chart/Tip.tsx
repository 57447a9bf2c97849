import { messages } from '../messages.ts'
import { type Row, type Series, Swatch } from './Series.tsx'
import classes from './tip.module.css'

type Props = {
  row: Row
  series: readonly Series[]
  format: (value: number) => string
  /** Which column of how many. */
  place: number
  count: number
}

/** The values of a column, beside it: behind it in the first half of the chart, before it in the second. */
export const Tip = ({ row, series, format, place, count }: Props) => {
  const isBehind = place < count / 2
  const before = isBehind ? place + 1 : count - place
  return (
    <div className={classes.tipPlace} data-behind={isBehind}>
      <div style={{ flexBasis: `${(100 * before) / count}%` }} />
      <div className={classes.tip}>
        <b>{row.label}</b>
        {series.map(({ name, label, look }) => (
          <div key={name}>
            <Swatch look={look} />
            <span>{label}</span>
            <span className="tabular">{row[name] === null ? messages.none : format(Number(row[name]))}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
