import { useEffect, useRef } from 'react'

/** A button that is switched off loses the focus: it gets it back when it is on again, unless something else took it meanwhile. */
export const useFocusBack = (isOff: boolean) => {
  const button = useRef<HTMLButtonElement>(null)
  const wasOff = useRef(isOff)
  useEffect(() => {
    if (wasOff.current && !isOff && document.activeElement === document.body) button.current?.focus()
    wasOff.current = isOff
  }, [isOff])
  return button
}
