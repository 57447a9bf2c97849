import type { KeyboardEvent } from 'react'
import { type Action, actionOf } from '../keys.ts'

const isField = (target: EventTarget) => target instanceof HTMLInputElement || target instanceof HTMLSelectElement

/** Keys do what the buttons do; fields and lists keep theirs. `own` takes a key used only for comparing. */
export const compareKeys = (
  actions: readonly Action[],
  act: (action: Action) => void,
  own?: (key: string) => boolean,
) => {
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (isField(event.target)) return
    // NiiVue's own keys would do things that no button does.
    if (event.target instanceof HTMLCanvasElement) event.stopPropagation()
    if (event.type !== 'keydown' || event.ctrlKey || event.altKey || event.metaKey) return
    if (own?.(event.key.toLowerCase())) return event.preventDefault()
    const action = actionOf(event)
    if (!action || !actions.includes(action)) return
    event.preventDefault()
    act(action)
  }
  return { onKeyDownCapture: onKey, onKeyUpCapture: onKey }
}
