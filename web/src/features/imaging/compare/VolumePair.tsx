import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Action, volumeActions } from '../keys.ts'
import { messages } from '../messages.ts'
import pictureStyles from '../picture.module.css'
import { useOnlyFilesOf } from '../queries.ts'
import { tiltText } from '../SlicePicture.tsx'
import type { Layout } from '../scene-state.ts'
import { VolumeFailure } from '../VolumeFailure.tsx'
import { VolumeLoading } from '../VolumeLoading.tsx'
import { WindowFields } from '../WindowFields.tsx'
import { adjusted } from '../windowing.ts'
import { BlendControls } from './BlendControls.tsx'
import { LinkControls } from './LinkControls.tsx'
import { isInMm, relationOf, type Spot, type Which } from './link.ts'
import { PairFrame } from './PairFrame.tsx'
import { Pane } from './Pane.tsx'
import { AlignControls } from './registration/AlignControls.tsx'
import { type Extent, isWithin } from './registration/resample.ts'
import { useRegistration } from './registration/use-registration.ts'
import { type Blend, useBlend } from './use-blend.ts'
import { useLink } from './use-link.ts'
import { pairOf, type Side } from './use-side.ts'
import { spotOfPlace, useVolumePane, type VolumePane } from './use-volume-pane.ts'
import { words } from './words.ts'

export type PairProps = {
  sides: readonly [Side, Side]
  choosers: readonly [ReactNode, ReactNode]
  /** Why the second side shows nothing yet. */
  instead: ReactNode
  onFailure: (which: Which, error: unknown) => void
  link: { isOff: boolean; setOff: (isOff: boolean) => void }
  exits: ReactNode
}
type Props = PairProps & { onUnable: (why: 'noWebGl' | 'noVolume' | 'chosen') => void }

const actions = volumeActions.filter(
  (action) => !['solid', 'drag', 'save', 'fullScreen', 'nextSeries', 'previousSeries'].includes(action),
)
const layouts: Partial<Record<Action, Layout>> = {
  axial: 'axial',
  coronal: 'coronal',
  sagittal: 'sagittal',
  planes: 'planes',
}

const failedOf = ({ failure, retry }: VolumePane) =>
  failure ? <VolumeFailure failure={failure} retry={retry} /> : undefined

/** In whose grid a volume is drawn, and how far its own images reach if that is another's. */
type Drawn = { side: Side; extent?: Extent | undefined }
const placeOf = ({ side, extent }: Drawn, { place }: VolumePane) =>
  place
    ? [
        messages.place(place),
        extent && !isWithin(extent, place.mm) ? words.align.outside : messages.value(place.value),
        messages.point(place),
        side.part?.images[0] && tiltText(side.part.images[0]),
      ]
        .filter(Boolean)
        .join('. ')
    : ''

const PaneWindow = ({ which, pane: { windowing, presets, scene } }: { which: Which; pane: VolumePane }) =>
  windowing && (
    <details>
      <summary>{words.window(which)}</summary>
      <WindowFields windowing={windowing} presets={presets} onWindowing={(next) => scene?.setWindowing(next)} />
    </details>
  )

const Canvas = ({ pane, name }: { pane: VolumePane; name: string }) => (
  <div className={pictureStyles.canvas}>
    {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is drawn on and takes the keys of the viewer */}
    <canvas ref={pane.canvas} role="application" tabIndex={0} aria-label={name} />
  </div>
)

type PictureProps = { which: Which; pane: VolumePane; side: PairProps['sides'][number]; layout: Layout }
const PanePicture = ({ which, pane, side, layout }: PictureProps) => (
  <>
    <Canvas pane={pane} name={words.picture(which, layout === 'planes' ? words.planes : messages.commands[layout])} />
    {!pane.place && !pane.failure && side.isChosen && (
      <VolumeLoading {...side} {...pane} layout={layout} windowing={pane.wish} part={side.part} />
    )}
  </>
)

const nameOf = (which: Which, sides: PairProps['sides'], blend: Blend) =>
  which === 0 && blend.isOn ? `${sides[0].name}. ${words.blend.over(blend.percent, sides[1].name)}` : sides[which].name

const startOf = ({ start }: ReturnType<typeof useRegistration>, one: VolumePane, two: VolumePane) => {
  const [fixed, moving] = [one.original, two.original]
  return fixed && moving ? () => start(fixed, moving) : undefined
}

/** Applies a command to the active side, or to both if it concerns both. */
const actOn = (action: Action, panes: readonly [VolumePane, VolumePane], active: Which) => {
  const { scene, windowing, wish, isInverted } = panes[active]
  const other = panes[active === 0 ? 1 : 0]
  const changed = windowing && adjusted(windowing, action, isInverted)
  if (changed) scene?.setWindowing(changed)
  else if (action === 'reset') {
    // The active side comes last: the other one follows it.
    other.scene?.reset(other.wish)
    scene?.reset(wish)
  } else if (action === 'larger' || action === 'smaller') for (const pane of panes) pane.scene?.act(action)
  else scene?.act(action)
}

/** Two volumes side by side, in the same planes. */
export const VolumePair = ({ sides, choosers, instead, onFailure, onUnable, link: linking, exits }: Props) => {
  useOnlyFilesOf(...sides.map(({ series }) => series.uid))
  const [used, setActive] = useState<Which>(0)
  const [layout, setLayout] = useState<Layout>('axial')
  const registration = useRegistration(pairOf(sides, [sides[0].part, sides[1].part]))
  const handlersOf = (which: Which) => ({
    onMoved: (spot: Spot) => link.moved(which, spot),
    onFailure: (error: unknown) => onFailure(which, error),
    onUnable,
  })
  const panes: readonly [VolumePane, VolumePane] = [
    useVolumePane(sides[0], layout, handlersOf(0)),
    useVolumePane(sides[1], layout, handlersOf(1), registration.done?.nifti),
  ]
  const [one, two] = panes
  const areShown = one.place !== undefined && two.place !== undefined
  const pair = pairOf(sides, [one.place && one.part, two.place && two.part])
  const ofFiles = areShown && one.part && two.part ? relationOf(one.part, two.part, 'volumes') : undefined
  const relation = ofFiles && two.isAligned ? 'aligned' : ofFiles
  const blend = useBlend(pair, isInMm(relation), one, two)
  const handleOf = ({ place, scene }: VolumePane) => ({
    spot: place && spotOfPlace(place),
    goTo: (target: Parameters<NonNullable<typeof scene>['goTo']>[0]) => scene?.goTo(target) ?? true,
  })
  const link = useLink(
    // Aligned again or no longer, it is a new pair: the second side goes to the first one's position again.
    { relation, pair: pair && `${pair} ${two.isAligned}`, ...linking, isPaused: blend.isOn },
    [handleOf(one), handleOf(two)],
  )

  const drawn = [
    { side: sides[0] },
    two.isAligned ? { side: sides[0], extent: registration.done?.extent } : { side: sides[1] },
  ] as const
  const active = blend.isOn ? 0 : used
  const act = (action: Action) => {
    const next = layouts[action]
    if (next) setLayout(next)
    else actOn(action, panes, active)
  }
  return (
    <PairFrame
      actions={actions}
      pressed={[layout]}
      active={active}
      onActive={setActive}
      onAction={act}
      exits={exits}
      isBlended={blend.isOn}
      onOwnKey={(key) => {
        if (!blend.isOn || key !== 'b') return false
        blend.setFlickering(false)
        blend.swap()
        return true
      }}
      panes={([0, 1] as const).map((which) => {
        const pane = panes[which]
        return (
          <Pane
            key={which}
            which={which}
            name={nameOf(which, sides, blend)}
            isHidden={which === 1 && blend.isOn}
            choosers={choosers[which]}
            picture={<PanePicture which={which} pane={pane} side={sides[which]} layout={layout} />}
            instead={which === 1 && instead ? instead : failedOf(pane)}
            place={placeOf(drawn[which], pane)}
            isActive={which === active}
            isOutside={link.outside === which}
            onActive={() => setActive(which)}
          >
            {(which === 0 && blend.isOn ? ([0, 1] as const) : [which]).map((own) => (
              <PaneWindow key={own} which={own} pane={panes[own]} />
            ))}
          </Pane>
        )
      })}
    >
      <LinkControls link={link} />
      <AlignControls registration={registration} onStart={areShown ? startOf(registration, one, two) : undefined} />
      <BlendControls blend={blend} />
      <Button variant="default" fullWidth mb="md" onClick={() => onUnable('chosen')}>
        {words.slices}
      </Button>
    </PairFrame>
  )
}
