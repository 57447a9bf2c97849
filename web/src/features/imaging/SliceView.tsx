import { Button, Text } from '@mantine/core'
import { type HTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react'
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

/** Which slice is shown and with which window, as chosen here or as recorded, and its picture. */
const useSlice = (study: string, series: Series) => {
  const [wanted, setWanted] = useState<number>()
  const [chosen, setChosen] = useState<Windowing>()
  const slices = useSlices(study, series.uid)
  const count = slices.data?.length ?? 0
  const recorded = useRecorded(study, series.uid, slices.data ?? [])
  const at = Math.min(wanted ?? Math.floor(count / 2), Math.max(0, count - 1))
  const windowing = chosen ?? recorded.data?.windowing
  const picture = usePicture({ study, series: series.uid, slices: slices.data ?? [], at, windowing })
  return {
    count,
    at,
    goTo: (slice: number) => setWanted(Math.max(0, Math.min(count - 1, Math.round(slice)))),
    windowing,
    setWindowing: setChosen,
    reset: () => {
      setWanted(undefined)
      setChosen(undefined)
    },
    recorded: recorded.data,
    shown: picture.data,
    failure: picture.error ?? slices.error ?? recorded.error,
    retry: () => {
      for (const query of [slices, recorded, picture]) if (query.isError) query.refetch().catch(() => undefined)
    },
  }
}
type ShownSlice = ReturnType<typeof useSlice>

const act = (action: Action, { at, goTo, windowing, setWindowing, reset }: ShownSlice, onAction: Props['onAction']) => {
  const steps = slicesMoved(action)
  const changed = windowing && adjusted(windowing, action)
  if (steps !== undefined) goTo(at + steps)
  else if (changed) setWindowing(changed)
  else if (action === 'reset') reset()
  else onAction(action)
}

/** The wheel and a drag up or down go through the slices. */
const useSlicePointer = ({ at, goTo }: ShownSlice): HTMLAttributes<HTMLDivElement> => {
  const drag = useRef<{ y: number; at: number }>(undefined)
  return {
    onWheel: ({ deltaY }) => goTo(at + Math.sign(deltaY)),
    onPointerDown: ({ clientY, pointerId, currentTarget }) => {
      currentTarget.setPointerCapture(pointerId)
      drag.current = { y: clientY, at }
    },
    onPointerMove: ({ clientY }) => {
      const from = drag.current
      if (from) goTo(from.at + (from.y - clientY) / pixelsPerSlice)
    },
    onPointerUp: () => {
      drag.current = undefined
    },
  }
}

const SlicePicture = ({ name, slice }: { name: string; slice: ShownSlice }) => {
  const { shown, count } = slice
  const edges = slice.recorded?.edges
  return (
    <div
      className={styles.slice}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys of the viewer
      tabIndex={0}
      aria-label={messages.canvas(name)}
      {...useSlicePointer(slice)}
    >
      {shown && <img src={shown.address} alt={`${name}, ${messages.slice(shown.at + 1, count)}`} draggable={false} />}
      {shown && edges && (
        <>
          <span className={styles.left}>{edges.left}</span>
          <span className={styles.top}>{edges.top}</span>
        </>
      )}
    </div>
  )
}

const SliceSlider = ({ at, count, goTo }: ShownSlice) => (
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
)

/** One slice at a time, drawn by the server: for browsers without WebGL2 and series that are no volume. */
export const SliceView = ({ study, series, chooser, onAction, onFailure, children }: Props) => {
  const slice = useSlice(study, series)
  const { shown, failure, recorded, count } = slice
  const report = useRef(onFailure)
  report.current = onFailure
  useEffect(() => {
    if (failure) report.current(failure)
  }, [failure])

  const name = nameOf(series)
  return (
    <Stage
      picture={
        <>
          <SlicePicture name={name} slice={slice} />
          {failure && (
            <div className={styles.over}>
              <ErrorState message={failureText(failure)} onRetry={slice.retry} />
            </div>
          )}
          {!failure && !shown && (
            <div className={styles.over}>
              <Text>{messages.loadingSlice}</Text>
            </div>
          )}
        </>
      }
      place={shown ? `${name}, ${messages.slice(shown.at + 1, count)}` : ''}
      series={chooser}
      actions={sliceActions}
      onAction={(action) => act(action, slice, onAction)}
      windowing={slice.windowing}
      presets={recorded?.windowing ? presetsOf(recorded.windowing) : []}
      onWindowing={slice.setWindowing}
    >
      {children}
      {count > 1 && <SliceSlider {...slice} />}
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
