import { Checkbox, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../messages.ts'
import styles from '../viewer.module.css'
import { type Segmentation, segmentsOf } from './segments.ts'
import type { Segmentations } from './use-segmentations.ts'

type Props = {
  segmentations: Segmentations
  /** Those that lie on what is shown. */
  drawn: readonly Segmentation[]
  /** Those of another place. */
  elsewhere: readonly Segmentation[]
  /** How many are too large for what is shown. */
  tooLarge?: number
  isError?: boolean
  /** The series that is open, and what the others of the scan are called. */
  series: string
  nameOf: (series: string) => string | undefined
  children?: ReactNode
}

/** Where it was outlined, unless it was in the series that is open. */
const sourceText = ({ title, sources }: Segmentation, { series, nameOf }: Pick<Props, 'series' | 'nameOf'>) => {
  if (sources.length === 0 || sources.includes(series)) return ''
  const names = sources.flatMap((uid) => nameOf(uid) ?? [])
  const name = title || messages.documents.segmentation
  return names.length > 0 ? messages.segments.outlinedOn(name, names.join(', ')) : messages.segments.sourceMissing(name)
}

const Legend = ({ segmentations: { isShown, hidden, toggle }, drawn }: Pick<Props, 'segmentations' | 'drawn'>) => (
  <ul className={styles.legend} aria-label={messages.segments.legend}>
    {segmentsOf(drawn).map(({ key, label, color }) => (
      <li key={key}>
        <Checkbox
          label={
            <>
              <span className={styles.swatch} style={{ background: color }} aria-hidden />
              {label}
            </>
          }
          checked={!hidden.includes(key)}
          disabled={!isShown}
          onChange={() => toggle(key)}
        />
      </li>
    ))}
  </ul>
)

/** What was outlined in the pictures: its legend, how strongly it is drawn, or why it is not. */
export const SegmentControls = (props: Props) => {
  const { segmentations, drawn, elsewhere, children } = props
  const { all, isShown, setShown, percent, setPercent } = segmentations
  const isError = segmentations.isError || props.isError
  const tooLarge = segmentations.tooLarge + (props.tooLarge ?? 0)
  if (all.length === 0 && tooLarge === 0 && !isError) return null
  const notes = [
    isError && messages.segments.failed,
    tooLarge > 0 && messages.segments.tooLarge(tooLarge),
    // A segmentation that is itself looked at lies on no picture.
    ...elsewhere
      .filter((one) => one.series !== props.series)
      .map(({ title }) => messages.segments.elsewhere(title || messages.documents.segmentation)),
    ...all.map((one) => sourceText(one, props)),
  ].filter((note) => note !== false && note !== '')
  return (
    <fieldset className={styles.group}>
      <legend>{messages.segments.title}</legend>
      {drawn.length > 0 && (
        <>
          <Checkbox
            label={messages.segments.show}
            checked={isShown}
            onChange={({ currentTarget }) => setShown(currentTarget.checked)}
          />
          <label>
            <Text span size="sm">
              {messages.segments.strength}
            </Text>
            <input
              className={styles.slider}
              type="range"
              min={10}
              max={100}
              step={10}
              value={percent}
              disabled={!isShown}
              aria-valuetext={`${percent}%`}
              onChange={({ currentTarget }) => setPercent(Number(currentTarget.value))}
            />
          </label>
          <Legend segmentations={segmentations} drawn={drawn} />
        </>
      )}
      {children}
      {notes.map((note) => (
        <Text key={String(note)} size="sm">
          {note}
        </Text>
      ))}
    </fieldset>
  )
}
