import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { useSession } from '../../platform/session/session.tsx'
import { CommandButtons, CommandGroup } from './CommandGroup.tsx'
import controlStyles from './controls.module.css'
import type { Windowing } from './images.ts'
import { type Action, actionOf, type Group, isRare, isRareGroup } from './keys.ts'
import { MoreControls } from './MoreControls.tsx'
import { messages } from './messages.ts'
import pictureStyles from './picture.module.css'
import frame from './viewer.module.css'
import { WindowFields } from './WindowFields.tsx'
import type { Preset } from './windowing.ts'

type Props = {
  picture: ReactNode
  /** The current position in words: a picture tells a screen reader nothing. */
  place: string
  series: ReactNode
  actions: readonly Action[]
  pressed?: readonly Action[]
  onAction: (action: Action) => void
  windowing: Windowing | undefined
  presets: readonly Preset[]
  onWindowing: (windowing: Windowing) => void
  /** Content between the picture and its position text. */
  below?: ReactNode
  /** Handles a key pressed on the picture before the commands do. */
  onPictureKey?: (event: KeyboardEvent<HTMLElement>) => boolean
  onPlay?: (() => void) | undefined
  children?: ReactNode
}

const groups: readonly Group[] = ['series', 'layout', 'slice', 'window', 'measure', 'crosshair', 'size', 'keep']
const titled = groups.filter((group) => group === 'series' || !isRareGroup(group))
const untitled = groups.filter((group) => !titled.includes(group))
const isPicture = (target: EventTarget) => target instanceof Element && target.getAttribute('role') === 'application'

/** The picture with its position in words, and a button for everything that a key does. */
export const Stage = (props: Props) => {
  const { picture, place, series, pressed = [], below, onPictureKey, onPlay, children } = props
  const isWide = useAtLeast('48em')
  const isPatient = useSession()?.role === 'Patient'
  const seen = useRef<HTMLDivElement>(null)
  const actions = document.fullscreenEnabled ? props.actions : props.actions.filter((action) => action !== 'fullScreen')
  const besideOf = (group: Group) => {
    if (group === 'series') return series
    return group === 'window' && !isPatient && <WindowFields {...props} />
  }
  const onAction = (action: Action) => {
    if (action !== 'fullScreen') return props.onAction(action)
    const changed = document.fullscreenElement ? document.exitFullscreen() : seen.current?.requestFullscreen()
    changed?.catch(() => undefined)
  }
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (target instanceof HTMLInputElement) return
    // NiiVue's own keys would do things that no button does.
    if (target instanceof HTMLCanvasElement) event.stopPropagation()
    if (event.type === 'keydown' && isPicture(target) && onPictureKey?.(event)) return event.preventDefault()
    // A button, link or summary handles its own space bar.
    if (event.key === ' ' && onPlay && isPicture(target)) {
      event.preventDefault()
      if (event.type === 'keydown' && !event.repeat) onPlay()
      return
    }
    const action = event.type === 'keydown' ? actionOf(event) : undefined
    if (!action || !actions.includes(action)) return
    event.preventDefault()
    onAction(action)
  }
  const common = { actions: isWide ? actions : actions.filter((action) => !isRare(action)), pressed, onAction }
  const rare = { actions: actions.filter(isRare), pressed, onAction }
  return (
    <main className={frame.stage} onKeyDownCapture={onKey} onKeyUpCapture={onKey}>
      <div className={frame.seen} ref={seen}>
        <div className={pictureStyles.picture}>{picture}</div>
        {below}
        <div className={`${frame.place} tabular`} role="status">
          {place}
        </div>
      </div>
      <section className={controlStyles.controls} aria-label={messages.controls}>
        {!isWide && actions.includes('next') && (
          // Next to the picture that they leaf through, without scrolling.
          <div className={controlStyles.group}>
            <CommandButtons groups={['slice']} {...common} />
          </div>
        )}
        {children}
        {(isWide ? groups : groups.filter((group) => group !== 'slice')).map((group) => (
          <CommandGroup key={group} group={group} {...common}>
            {besideOf(group)}
          </CommandGroup>
        ))}
        {!isWide && (
          <MoreControls>
            {/* Their headings stand above. */}
            <div className={controlStyles.group}>
              <CommandButtons groups={titled} {...rare} />
            </div>
            {untitled.map((group) => (
              <CommandGroup key={group} group={group} {...rare} />
            ))}
          </MoreControls>
        )}
        <p className={`${controlStyles.hint} ${controlStyles.keys}`}>{messages.keysHint}</p>
      </section>
    </main>
  )
}
