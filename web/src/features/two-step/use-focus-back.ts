import { useEffect, useRef } from 'react'

/**
 * A button that is disabled loses the focus: it gets it back when it is enabled again, unless something else took it meanwhile.
 * KeepFocus does so for all pages and dialogs; it leaves the question for proof alone, which interrupts them.
 */
export const useFocusBack = (isOff: boolean) => {
  const button = useRef<HTMLButtonElement>(null)
  const wasOff = useRef(isOff)
  useEffect(() => {
    if (wasOff.current && !isOff && document.activeElement === document.body) button.current?.focus()
    wasOff.current = isOff
  }, [isOff])
  return button
}
