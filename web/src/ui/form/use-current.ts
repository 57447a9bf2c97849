import { useRef, useState } from 'react'

/** A state that what began earlier and ends later reads and changes as it is by then, not as it was drawn when it began. */
export const useCurrent = <T>(first: T) => {
  const [drawn, setDrawn] = useState(first)
  const current = useRef(first)
  return {
    drawn,
    read: () => current.current,
    change: (next: (now: T) => T) => {
      current.current = next(current.current)
      setDrawn(current.current)
    },
  }
}
