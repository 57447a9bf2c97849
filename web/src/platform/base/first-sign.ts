import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const signs = ['pointerdown', 'pointermove', 'keydown'] as const
const works = new Set<() => void>()
let isSeen = false

const see = (event: Event) => {
  // Of a pointer that rests where the page appears, a browser says that it moved, by nothing.
  if (event.type === 'pointermove' && event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0)
    return
  isSeen = true
  for (const sign of signs) removeEventListener(sign, see, true)
  for (const work of works) work()
  works.clear()
}

/** Runs it at the first sign of a person in this page, or at once after one. Returns how to forget it. */
const onFirstSign = (work: () => void): (() => void) => {
  if (isSeen) {
    work()
    return () => {}
  }
  works.add(work)
  for (const sign of signs) addEventListener(sign, see, { passive: true, capture: true })
  return () => void works.delete(work)
}

const onceOnline = (work: () => void): (() => void) => {
  if (onlineManager.isOnline()) {
    work()
    return () => {}
  }
  const stop = onlineManager.subscribe((isOnline) => {
    if (!isOnline) return
    stop()
    work()
  })
  return stop
}

/** Whether there was a sign of a person yet, and the connection to load what they may want: a browser remembers what did not come. */
export const useFirstSign = () => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    let stop = () => {}
    const forget = onFirstSign(() => {
      stop = onceOnline(() => setNear(true))
    })
    return () => {
      forget()
      stop()
    }
  }, [])
  return isNear
}
