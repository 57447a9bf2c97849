import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const signs = ['pointerdown', 'pointermove', 'keydown'] as const
const works = new Set<() => void>()
let isSeen = false

const see = (event: Event) => {
  // For a pointer at rest where the page appears, browsers fire a move of zero distance.
  if (event.type === 'pointermove' && event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0)
    return
  isSeen = true
  for (const sign of signs) removeEventListener(sign, see, true)
  for (const work of works) work()
  works.clear()
}

/** Runs it at the first user input on this page, or immediately after one. Returns how to cancel it. */
const onFirstInteraction = (work: () => void): (() => void) => {
  if (isSeen) {
    work()
    return () => {}
  }
  works.add(work)
  for (const sign of signs) addEventListener(sign, see, { passive: true, capture: true })
  return () => void works.delete(work)
}

export const onceOnline = (work: () => void): (() => void) => {
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

/** Whether there was any user input yet, and a connection to load what comes next: browsers remember a failed import. */
export const useFirstInteraction = () => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    let stop = () => {}
    const forget = onFirstInteraction(() => {
      stop = onceOnline(() => setNear(true))
    })
    return () => {
      forget()
      stop()
    }
  }, [])
  return isNear
}
