import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

/** Whether single-key shortcuts are active; users may switch them off (WCAG 2.1.4). Remembered in this browser. */
export const useSingleKeys = () =>
  useLocalStorage({
    key: 'fornix-single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
    serialize: (on) => (on ? 'on' : 'off'),
    deserialize: (text) => text !== 'off',
  })

const chordMs = 1000

/** Radio buttons and checkboxes take no letters, so the shortcuts work on a filter's chips. */
const typed = 'input:not([type=radio], [type=checkbox]), textarea, select'

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(typed))
const inDialog = () => document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null

const focusSearch = () =>
  document.querySelector<HTMLElement>('main input[type=search]:not([disabled])')?.focus() ?? undefined

type Does = {
  openPalette: () => void
  openHelp: () => void
  /** What `g` and this letter open; false if nothing. */
  goTo: (letter: string) => boolean
}

/** Ctrl or Cmd and K; and, unless switched off, `/`, `?`, and `g` with the letter of a page. */
export const useShortcuts = ({ openPalette, openHelp, goTo }: Does) => {
  const [single] = useSingleKeys()
  const waitingSince = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const singleKey = (event: KeyboardEvent) => {
      const afterG = event.timeStamp - waitingSince.current < chordMs
      waitingSince.current = Number.NEGATIVE_INFINITY
      if (afterG) return goTo(event.key)
      if (event.key === 'g') waitingSince.current = event.timeStamp
      else if (event.key === '/') focusSearch()
      else if (event.key === '?') openHelp()
      else return false
      return true
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat) return
      const withControl = event.ctrlKey || event.metaKey
      if (withControl && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return openPalette()
      }
      if (!single || withControl || event.altKey || isTyping(event) || inDialog()) return
      if (singleKey(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [single, openPalette, openHelp, goTo])
}
