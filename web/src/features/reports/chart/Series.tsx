import classes from './chart.module.css'

/** Patterns are told apart in black and white, too. */
export type Look = 'solid' | 'dots' | 'stripes' | 'outline'
/** `total` is shown in the legend. */
export type Series = { name: string; label: string; look: Look; total?: string }

/** The values of all series in one place, which `label` names. */
export type Row = { label: string } & Record<string, string | number | null>

export const Swatch = ({ look }: { look: Look }) => <span className={classes.swatch} data-look={look} />

export const Legend = ({ series }: { series: readonly Series[] }) => (
  <div className={classes.legend}>
    {series.map(({ name, label, look, total }) => (
      <span key={name}>
        <Swatch look={look} />
        {label}
        {total !== undefined && <b className="tabular">{total}</b>}
      </span>
    ))}
  </div>
)
