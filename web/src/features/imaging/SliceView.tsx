import { Button, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import type { Series, Windowing } from './dicomweb.ts'
import { type Action, sliceActions, slicesMoved } from './keys.ts'
import { messages } from './messages.ts'
import { failureText, usePicture, useRecorded, useSlices } from './queries.ts'
import { nameOf } from './SeriesChooser.tsx'
import { Stage } from './Stage.tsx'
import styles from './viewer.module.css'
import { adjusted, presetsOf } from './windowing.ts'

type Props = {
  study: string
  series: Series
  chooser: ReactNode
  onAction: (action: Action) => void
  onFailure: (error: unknown) => void
  children?: ReactNode
}

const pixelsPerSlice = 12

/** One slice at a time, drawn by the server: for browsers without WebGL2 and series that are no volume. */
export const SliceView = ({ study, series, chooser, onAction, onFailure, children }: Props) => {
  const [wanted, setWanted] = useState<number>()
  const [chosen, setChosen] = useState<Windowing>()
  const slices = useSlices(study, series.uid)
  const count = slices.data?.length ?? 0
  const recorded = useRecorded(study, series.uid, slices.data ?? [])
  const at = Math.min(wanted ?? Math.floor(count / 2), Math.max(0, count - 1))
  const windowing = chosen ?? recorded.data?.windowing
  const picture = usePicture({ study, series: series.uid, slices: slices.data ?? [], at, windowing })
  const drag = useRef<{ y: number; at: number }>(undefined)

  const failure = picture.error ?? slices.error ?? recorded.error
  const report = useRef(onFailure)
  report.current = onFailure
  useEffect(() => {
    if (failure) report.current(failure)
  }, [failure])

  const goTo = (slice: number) => setWanted(Math.max(0, Math.min(count - 1, Math.round(slice))))
  const act = (action: Action) => {
    const steps = slicesMoved(action)
    const changed = windowing && adjusted(windowing, action)
    if (steps !== undefined) goTo(at + steps)
    else if (changed) setChosen(changed)
    else if (action === 'reset') {
      setWanted(undefined)
      setChosen(undefined)
    } else onAction(action)
  }
  const retry = () => {
    for (const query of [slices, recorded, picture]) if (query.isError) query.refetch().catch(() => undefined)
  }

  const shown = picture.data
  const edges = recorded.data?.edges
  return (
    <Stage
      picture={
        <>
          <div
            className={styles.slice}
            role="application"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys of the viewer
            tabIndex={0}
            aria-label={messages.canvas(nameOf(series))}
            onWheel={({ deltaY }) => goTo(at + Math.sign(deltaY))}
            onPointerDown={({ clientY, pointerId, currentTarget }) => {
              currentTarget.setPointerCapture(pointerId)
              drag.current = { y: clientY, at }
            }}
            onPointerMove={({ clientY }) => {
              const from = drag.current
              if (from) goTo(from.at + (from.y - clientY) / pixelsPerSlice)
            }}
            onPointerUp={() => {
              drag.current = undefined
            }}
          >
            {shown && (
              <img
                src={shown.address}
                alt={`${nameOf(series)}, ${messages.slice(shown.at + 1, count)}`}
                draggable={false}
              />
            )}
            {shown && edges && (
              <>
                <span className={styles.left}>{edges.left}</span>
                <span className={styles.top}>{edges.top}</span>
              </>
            )}
          </div>
          {failure && (
            <div className={styles.over}>
              <ErrorState message={failureText(failure)} onRetry={retry} />
            </div>
          )}
          {!failure && !shown && (
            <div className={styles.over}>
              <Text>{messages.loadingSlice}</Text>
            </div>
          )}
        </>
      }
      place={shown ? `${nameOf(series)}, ${messages.slice(shown.at + 1, count)}` : ''}
      series={chooser}
      actions={sliceActions}
      onAction={act}
      windowing={windowing}
      presets={recorded.data?.windowing ? presetsOf(recorded.data.windowing) : []}
      onWindowing={setChosen}
    >
      {children}
      {count > 1 && (
        <label className={styles.group}>
          <Text span size="sm">
            {messages.sliceSlider}
          </Text>
          <input
            className={styles.slider}
            type="range"
            min={1}
            max={count}
            value={at + 1}
            aria-valuetext={messages.slice(at + 1, count)}
            onChange={({ currentTarget }) => goTo(Number(currentTarget.value) - 1)}
          />
        </label>
      )}
    </Stage>
  )
}

export const SliceNote = ({ why, onVolume }: { why: string | null; onVolume?: (() => void) | undefined }) => (
  <>
    {why && (
      <Text size="sm" mb="md">
        {why}
      </Text>
    )}
    {onVolume && (
      <Button variant="default" fullWidth mb="md" onClick={onVolume}>
        {messages.toVolume}
      </Button>
    )}
  </>
)
