import { useEffect } from 'react'

type Press = { control: Element | null; isTouch: boolean; at: number; x: number; y: number }

const controlOf = ({ target }: Event) =>
  target instanceof Element ? target.closest('a, button, label, input, select, textarea, summary, [role]') : null
const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent

/** Another button of the same name in its place is the same to whoever presses, such as an arrow that was drawn anew. */
const isSame = (one: Element, other: Element) => one === other || (nameOf(one) !== '' && nameOf(one) === nameOf(other))

/** Of fingers by time and place: browsers on iPhones do not count them in `detail`, as all do with a mouse. */
const isDoubleTap = (first: Press, second: Press) =>
  second.isTouch && second.at - first.at < 500 && Math.hypot(second.x - first.x, second.y - first.y) < 24

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
      const { pointerType, timeStamp: at, clientX: x, clientY: y } = event
      now = { control: controlOf(event), isTouch: pointerType === 'touch', at, x, y }
    }
    const stop = (event: MouseEvent) => {
      if (!before?.control || !now?.control || now.control !== controlOf(event)) return
      if (event.detail < 2 && !isDoubleTap(before, now)) return
      if (isSame(before.control, now.control)) return
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
