import classes from './chart.module.css'

type Props = { ticks: readonly number[]; className: string | undefined }

export const Lines = ({ ticks, className }: Props) => (
  <div className={`${classes.lines} ${className}`}>
    {ticks.map((value) => (
      <span key={value} />
    ))}
  </div>
)

export const Numbers = ({ ticks, className, format }: Props & { format: (value: number) => string }) => (
  <div className={`${classes.numbers} ${className}`}>
    {ticks.map((value) => (
      <span key={value}>{format(value)}</span>
    ))}
  </div>
)
