import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { depthText } from '../directions.ts'
import { type Action, sliceActions, slicesMoved } from '../keys.ts'
import { messages } from '../messages.ts'
import type { Part } from '../parts.ts'
import { failureText, NotRendered } from '../queries.ts'
import { SlicePicture, tiltText } from '../SlicePicture.tsx'
import { StepSlider } from '../StepSlider.tsx'
import type { Target } from '../scene-state.ts'
import { type ShownSlice, useSlice } from '../use-slice.ts'
import { WindowFields } from '../WindowFields.tsx'
import { presetsOf } from '../windowing.ts'
import { LinkControls } from './LinkControls.tsx'
import { relationOf, sliceAt, spotOfSlice, type Which } from './link.ts'
import { PairFrame } from './PairFrame.tsx'
import { Pane, type PaneProps } from './Pane.tsx'
import { useLink } from './use-link.ts'
import { pairOf, type Side } from './use-side.ts'
import type { PairProps } from './VolumePair.tsx'
import { words } from './words.ts'

type Props = PairProps & { onVolumes: (() => void) | undefined; note: ReactNode }

const actions = sliceActions.filter(
  (action) => !['save', 'fullScreen', 'nextSeries', 'previousSeries'].includes(action),
)
const noImages: Part = { images: [], labels: [] }

const placeOf = ({ shown }: ShownSlice) => {
  if (!shown) return ''
  const { orientation, position } = shown.image
  return [
    messages.slice(shown.at + 1, shown.part.images.length),
    orientation && position && messages.position(depthText(orientation, position)),
    tiltText(shown.image),
  ]
    .filter(Boolean)
    .join(', ')
}

const Waiting = ({ side, slice }: { side: Side; slice: ShownSlice }) => {
  const failure = side.listing.failure ?? slice.failure
  if (side.listing.isEmpty) return <p>{messages.noPictures}</p>
  if (failure instanceof NotRendered) return <p>{failureText(failure)}</p>
  if (failure)
    return (
      <ErrorState message={failureText(failure)} onRetry={side.listing.failure ? side.listing.retry : slice.retry} />
    )
  return <p>{messages.loadingSlice}</p>
}

type SlicePaneProps = Omit<PaneProps, 'name' | 'picture' | 'place' | 'children'> & {
  side: Side
  slice: ShownSlice
  onLeaf: (to: number) => void
}

const SlicePane = ({ side, slice, instead, onLeaf, ...pane }: SlicePaneProps) => {
  const picture = useRef<HTMLDivElement>(null)
  const { which } = pane
  const isShown = slice.shown?.series === side.series.uid
  const waiting = isShown && !slice.failure ? undefined : <Waiting side={side} slice={slice} />
  return (
    <Pane
      {...pane}
      name={side.name}
      picture={
        <SlicePicture
          ref={picture}
          name={words.side(which)}
          slice={{ ...slice, goTo: onLeaf }}
          measuring={undefined}
          marks={[]}
          masks={[]}
          strength={0}
        />
      }
      instead={instead || waiting}
      place={isShown ? placeOf(slice) : ''}
    >
      {slice.count > 1 && (
        <StepSlider
          label={`${messages.sliceSlider} (${words.side(which).toLowerCase()})`}
          at={slice.at}
          count={slice.count}
          text={messages.slice(slice.at + 1, slice.count)}
          onChange={onLeaf}
        />
      )}
      {slice.windowing && (
        <details>
          <summary>{words.window(which)}</summary>
          <WindowFields
            windowing={slice.windowing}
            presets={presetsOf({ recorded: slice.recorded, modality: side.series.modality })}
            onWindowing={slice.setWindowing}
          />
        </details>
      )}
    </Pane>
  )
}

/** Reports each side that cannot be shown, once. */
const useFailures = (sides: Props['sides'], slices: readonly ShownSlice[], onFailure: Props['onFailure']) => {
  const [failed, other] = sides.map(({ listing }, n) => listing.failure ?? slices[n]?.failure)
  const failing = useRef(onFailure)
  failing.current = onFailure
  useEffect(() => {
    if (failed) failing.current(0, failed)
    if (other) failing.current(1, other)
  }, [failed, other])
}

/** Two pictures side by side, one slice each at a time. */
export const SlicePair = ({
  sides,
  choosers,
  instead,
  onFailure,
  link: { isOff, setOff },
  exits,
  onVolumes,
  note,
}: Props) => {
  const [active, setActive] = useState<Which>(0)
  const slices: readonly [ShownSlice, ShownSlice] = [
    useSlice(sides[0].study, sides[0].series.uid, sides[0].part ?? noImages),
    useSlice(sides[1].study, sides[1].series.uid, sides[1].part ?? noImages),
  ]
  const imagesOf = (which: Which) => sides[which].part?.images ?? []
  const areShown = sides.every(({ part }, n) => part && slices[n]?.shown?.part === part)
  const [one, two] = sides
  const relation = areShown && one.part && two.part ? relationOf(one.part, two.part, 'slices') : undefined
  const handleOf = (which: Which) => ({
    spot: imagesOf(which).length > 0 ? spotOfSlice(imagesOf(which), slices[which].at) : undefined,
    goTo: (target: Target) => {
      const at = sliceAt(imagesOf(which), target)
      if (at !== undefined) slices[which].goTo(at)
      return at !== undefined
    },
  })
  const link = useLink(
    { relation, pair: areShown ? pairOf(sides, [one.part, two.part]) : '', isOff, setOff, isPaused: false },
    [handleOf(0), handleOf(1)],
  )
  useFailures(sides, slices, onFailure)

  const leaf = (which: Which, to: number) => {
    const images = imagesOf(which)
    if (images.length === 0) return
    const at = Math.max(0, Math.min(images.length - 1, Math.round(to)))
    slices[which].goTo(at)
    link.moved(which, spotOfSlice(images, at))
  }
  const act = (action: Action) => {
    const steps = slicesMoved(action)
    if (steps !== undefined) return leaf(active, slices[active].at + steps)
    const isForBoth = action === 'larger' || action === 'smaller' || action === 'reset'
    for (const which of isForBoth ? ([0, 1] as const) : [active]) slices[which].act(action)
    if (action === 'reset') leaf(active, Math.floor(imagesOf(active).length / 2))
  }
  return (
    <PairFrame
      actions={actions}
      pressed={[]}
      active={active}
      onActive={setActive}
      onAction={act}
      exits={exits}
      panes={([0, 1] as const).map((which) => (
        <SlicePane
          key={which}
          which={which}
          side={sides[which]}
          slice={slices[which]}
          choosers={choosers[which]}
          instead={which === 1 && instead}
          isActive={which === active}
          isOutside={link.outside === which}
          onActive={() => setActive(which)}
          onLeaf={(to) => leaf(which, to)}
        />
      ))}
    >
      {note}
      <LinkControls link={link} />
      {onVolumes && (
        <Button variant="default" fullWidth mb="md" onClick={onVolumes}>
          {words.volumes}
        </Button>
      )}
    </PairFrame>
  )
}
