import { useEffect } from 'react'

type Press = { control: Element | null; at: number; x: number; y: number }

const controlOf = ({ target }: Event) =>
  target instanceof Element ? target.closest('a, button, label, input, select, textarea, summary, [role]') : null
const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent

/** Another button of the same name in its place is the same to whoever presses, such as an arrow that was drawn anew. */
const isSame = (one: Element, other: Element) => one === other || (nameOf(one) !== '' && nameOf(one) === nameOf(other))

/** By time and place: browsers on iPhones do not count presses (`detail`). */
const isDouble = (first: Press, second: Press) =>
  second.at - first.at < 500 && Math.hypot(second.x - first.x, second.y - first.y) < 24

/**
 * The second press of a double tap is meant for what the first one pressed. If the result came in between, another button may stand there,
 * such as “Cancel appointment” after an appointment was moved: that press does nothing.
 */
export const SecondTap = () => {
  useEffect(() => {
    let before: Press | null = null
    let now: Press | null = null
    const note = (event: PointerEvent) => {
      before = now
      now = { control: controlOf(event), at: event.timeStamp, x: event.clientX, y: event.clientY }
    }
    const stop = (event: MouseEvent) => {
      if (!before?.control || !now?.control || now.control !== controlOf(event)) return
      // The keyboard presses what has the focus.
      if (event.detail === 0 || !isDouble(before, now) || isSame(before.control, now.control)) return
      event.preventDefault()
      event.stopPropagation()
      // A third press is meant for the same.
      now = { ...now, control: before.control }
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
