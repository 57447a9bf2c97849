import { useEffect } from 'react'

/** An open dialog, else the title of the page, else the page. */
const nearest = () =>
  [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1) ??
  document.querySelector<HTMLElement>('#main h1') ??
  document.getElementById('main')

/**
 * Browsers drop the focus when what has it is disabled, as a button that waits for its answer, or leaves the page, as a dialog whose
 * button is gone after it: the next Tab would begin at the top. The button gets it back; else the nearest place that stays.
 */
export const KeepFocus = () => {
  useEffect(() => {
    let last: HTMLElement | null = null
    let hasWaited = false
    let waiting: ReturnType<typeof setTimeout> | undefined
    const placeFor = () => {
      if (document.activeElement !== document.body || !last) return null
      if (!last.isConnected) return nearest()
      return hasWaited && !last.matches(':disabled') ? last : null
    }
    const note = ({ target }: FocusEvent) => {
      hasWaited = false
      last = target instanceof HTMLElement ? target : null
    }
    const check = () => {
      hasWaited ||= last?.matches(':disabled') ?? false
      if (!placeFor()) return
      clearTimeout(waiting)
      waiting = setTimeout(() => placeFor()?.focus({ preventScroll: true }), 100)
    }
    const changes = new MutationObserver(check)
    document.addEventListener('focusin', note)
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      clearTimeout(waiting)
      changes.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
  return null
}
