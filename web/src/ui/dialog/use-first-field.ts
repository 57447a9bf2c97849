import { type RefObject, useEffect } from 'react'

export const fieldSelector = ':is(input, textarea, select):not([type=hidden], [type=file], [tabindex="-1"], :disabled)'

/** If the form around `inside` arrives after its dialog opened, the focus, which is on the title by then, moves to the first field. */
export const useFirstField = (inside: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const form = inside.current?.closest('form')
    const focused = document.activeElement
    if (!form || form.contains(focused) || !form.closest('[role="dialog"]')?.contains(focused)) return
    const first = form.querySelector<HTMLElement>('[data-autofocus]') ?? form.querySelector<HTMLElement>(fieldSelector)
    first?.focus({ preventScroll: true })
  }, [inside])
}
