import { Checkbox, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Image } from '../images.ts'
import { messages } from '../messages.ts'
import styles from '../viewer.module.css'
import { fits, segmentsOf } from './segments.ts'
import type { Segmentations } from './use-segmentations.ts'

type Props = { segmentations: Segmentations; images: readonly Image[] }

/** What was outlined in the pictures: its legend, how strongly it is drawn, or why it is not. */
export const SegmentControls = ({ segmentations, images }: Props) => {
  const { all, tooLarge, isError, isShown, setShown, percent, setPercent } = segmentations
  const fitting = useMemo(() => all.filter((one) => fits(one, images)), [all, images])
  if (all.length === 0 && tooLarge === 0 && !isError) return null
  return (
    <fieldset className={styles.group}>
      <legend>{messages.segments.title}</legend>
      {isError && <Text size="sm">{messages.segments.failed}</Text>}
      {fitting.length > 0 && (
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
          <ul className={styles.legend} aria-label={messages.segments.legend}>
            {segmentsOf(fitting).map(({ key, label, color }) => (
              <li key={key}>
                <span className={styles.swatch} style={{ background: color }} aria-hidden />
                {label}
              </li>
            ))}
          </ul>
        </>
      )}
      {tooLarge > 0 && <Text size="sm">{messages.segments.tooLarge(tooLarge)}</Text>}
      {images.length > 0 && fitting.length < all.length && (
        <Text size="sm">{messages.segments.elsewhere(all.length - fitting.length)}</Text>
      )}
    </fieldset>
  )
}
