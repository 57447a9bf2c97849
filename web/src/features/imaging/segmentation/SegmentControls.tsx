import { Checkbox, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '../controls.module.css'
import { messages } from '../messages.ts'
import { type Segmentation, segmentsOf } from './segments.ts'
import type { Segmentations } from './use-segmentations.ts'

type Props = {
  segmentations: Segmentations
  /** Those on what is shown. */
  drawn: readonly Segmentation[]
  /** Those located elsewhere. */
  elsewhere: readonly Segmentation[]
  /** How many are too large for what is shown. */
  tooLarge?: number
  isError?: boolean
  /** The open series, and the names of the scan's others. */
  series: string
  nameOf: (series: string) => string | undefined
  children?: ReactNode
}

/** The series in which it was outlined, unless that is the open one. */
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

/** The segments outlined in the pictures: legend and opacity, or why they are not drawn. */
export const SegmentControls = (props: Props) => {
  const { segmentations, drawn, elsewhere, children } = props
  const { all, isShown, setShown, percent, setPercent } = segmentations
  const isError = segmentations.isError || props.isError
  const tooLarge = segmentations.tooLarge + (props.tooLarge ?? 0)
  if (all.length === 0 && tooLarge === 0 && !isError) return null
  const notes = [
    isError && messages.segments.failed,
    tooLarge > 0 && messages.segments.tooLarge(tooLarge),
    // A segmentation that is itself being viewed is on no picture.
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
