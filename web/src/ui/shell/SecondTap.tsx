import { useEffect } from 'react'

const controlOf = ({ target }: Event) =>
  target instanceof Element ? target.closest('a, button, label, input, select, textarea, summary, [role]') : null
const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent

/** Another button of the same name in its place is the same to whoever presses, such as an arrow that was drawn anew. */
const isSame = (one: Element, other: Element) => one === other || nameOf(one) === nameOf(other)

/**
 * The second press of a double tap is meant for what the first one pressed. If the result came in between, another button may stand there,
 * such as “Cancel appointment” after an appointment was moved: that press does nothing.
 */
export const SecondTap = () => {
  useEffect(() => {
    let before: Element | null = null
    let now: Element | null = null
    const note = (event: Event) => {
      before = now
      now = controlOf(event)
    }
    const stop = (event: MouseEvent) => {
      // The browser counts presses at the same place, shortly after each other.
      if (event.detail < 2 || !before || !now || now !== controlOf(event) || isSame(before, now)) return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('pointerdown', note, true)
    addEventListener('click', stop, true)
    return () => {
      removeEventListener('pointerdown', note, true)
      removeEventListener('click', stop, true)
    }
  }, [])
  return null
}
