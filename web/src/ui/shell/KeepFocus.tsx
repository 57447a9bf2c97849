import { useEffect } from 'react'
import { fieldSelector } from '../dialog/field-selector.ts'

const dialogs = '[role=dialog], [role=alertdialog]'

const controls = ':is(a, button, input, textarea, select):not([type=hidden], [type=file], [tabindex="-1"], :disabled)'
const controlIn = (part: Element) =>
  part instanceof HTMLElement && part.matches(controls) ? part : part.querySelector<HTMLElement>(controls)

type Spot = { part: Element; at: number }
/** Where a control stands in its form, from the inside out. */
const spotsOf = (control: Element | null): Spot[] => {
  const form = control?.closest('form')
  const part = control?.parentElement
  if (!control || !form || !part) return []
  return [{ part, at: [...part.children].indexOf(control) }, ...(part === form ? [] : spotsOf(part))]
}
/** After a line of a form was removed: the next control, else the one before. */
const besides = (spots: Spot[]) => {
  for (const { part, at } of spots.filter((spot) => spot.part.isConnected)) {
    const children = [...part.children]
    const found = [...children.slice(at), ...children.slice(0, at).reverse()].map(controlIn).find(Boolean)
    if (found) return found
  }
  return null
}

/** The title of the card that an element was in. */
const titleOf = (card: Element | null | undefined) => {
  const title = card?.isConnected ? card.querySelector<HTMLElement>('h2, h3') : null
  title?.setAttribute('tabindex', '-1')
  return title
}

/** Where a control stands in a list of records. */
const rowOf = (control: Element | null | undefined) => {
  const row = control?.closest('tbody > tr, li')
  const list = row?.parentElement
  return list ? { list, at: [...list.children].indexOf(row) } : null
}
/** The row that took the place of the one that left: its name, since Enter on one of its buttons would be about another record. */
const rowAt = (place: ReturnType<typeof rowOf>) => {
  const row = place?.list.isConnected && (place.list.children[place.at] ?? place.list.lastElementChild)
  const name = row ? (row.querySelector<HTMLElement>('th') ?? row) : null
  if (!(name instanceof HTMLElement)) return null
  name.setAttribute('tabindex', '-1')
  return name
}

type Left = { opener: HTMLElement | null; row: ReturnType<typeof rowOf>; card: Element | null | undefined }
/**
 * An open dialog, else the element that opened the one just closed, else the next row of its list, else the title or the first field of its
 * card, else the page's title, else the page.
 */
const nearest = ({ opener, row, card }: Left) =>
  [...document.querySelectorAll<HTMLElement>(dialogs)].at(-1) ??
  (opener?.isConnected && !opener.matches(':disabled') ? opener : null) ??
  rowAt(row) ??
  titleOf(card) ??
  (card?.isConnected ? card.querySelector<HTMLElement>(fieldSelector) : null) ??
  document.querySelector<HTMLElement>('#main h1') ??
  document.getElementById('main')

const titles = '.mantine-Modal-title, .mantine-Drawer-title'
const closeButtons = '.mantine-Modal-close, .mantine-Drawer-close'
const bodies = '.mantine-Modal-body, .mantine-Drawer-body'

const firstFieldOf = (dialog: Element) => {
  const body = dialog.querySelector(bodies)
  return body?.querySelector<HTMLElement>('[data-autofocus]') ?? body?.querySelector<HTMLElement>(fieldSelector)
}

/** If nothing in a dialog asks for the focus, it starts at the first field or the title, not at the close button. */
const beginOf = (closeButton: HTMLElement, last: HTMLElement | null) => {
  const dialog = closeButton.closest(dialogs)
  if (!dialog || dialog.contains(last) || !closeButton.matches(closeButtons)) return null
  const title = dialog.querySelector<HTMLElement>(titles)
  title?.setAttribute('tabindex', '-1')
  const begin = firstFieldOf(dialog) ?? title
  // Mantine sets the focus twice while a dialog opens.
  begin?.setAttribute('data-autofocus', '')
  return begin
}

/** The field of a dialog that began at its title because it was still loading; once the focus has gone on, it stays where it is. */
const lateBegin = () => {
  const { activeElement: focused } = document
  const dialog = focused?.matches(titles) && focused.hasAttribute('data-autofocus') && focused.closest(dialogs)
  return dialog ? firstFieldOf(dialog) : null
}

/** At the ends of the browser's own dialogs, Tab would go on to the browser's buttons, unlike in Mantine's. */
const goAround = (event: KeyboardEvent) => {
  const dialog = event.key === 'Tab' && event.target instanceof Element && event.target.closest('dialog')
  if (!dialog) return
  const all = [...dialog.querySelectorAll<HTMLElement>(controls)].filter((one) => one.checkVisibility())
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (event.target !== from) return
  event.preventDefault()
  to?.focus()
}

/**
 * Browsers drop the focus when the focused element is disabled, such as a button waiting for a response, or removed, such as a dialog whose
 * button is gone too: the next Tab would start at the top. The button gets it back; otherwise the nearest element that stays, in a form the
 * next control.
 */
export const KeepFocus = () => {
  useEffect(() => {
    let last: HTMLElement | null = null
    let left: Left = { opener: null, row: null, card: null }
    let spots: Spot[] = []
    let hasWaited = false
    let waiting: ReturnType<typeof setTimeout> | undefined
    const placeFor = () => {
      if (document.activeElement !== document.body || !last) return null
      if (!last.isConnected) return besides(spots) ?? nearest(left)
      return hasWaited && !last.matches(':disabled') ? last : null
    }
    const note = ({ target }: FocusEvent) => {
      // It interrupts: the element focused before gets the focus back.
      if (target instanceof HTMLElement && target.closest('dialog')) return
      hasWaited = false
      const begin = target instanceof HTMLElement ? beginOf(target, last) : null
      last = begin ?? (target instanceof HTMLElement ? target : null)
      spots = spotsOf(last)
      begin?.focus({ preventScroll: true })
      // For a menu, whose item goes away, the button that opened it.
      if (last?.closest(`${dialogs}, [role=menu]`)) return
      left = { opener: last, row: rowOf(last), card: last?.closest('section') }
    }
    const check = () => {
      lateBegin()?.focus({ preventScroll: true })
      hasWaited ||= last?.matches(':disabled') ?? false
      if (!placeFor()) return
      clearTimeout(waiting)
      waiting = setTimeout(() => placeFor()?.focus({ preventScroll: true }), 100)
    }
    const changes = new MutationObserver(check)
    document.addEventListener('focusin', note)
    document.addEventListener('keydown', goAround)
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      clearTimeout(waiting)
      changes.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('keydown', goAround)
    }
  }, [])
  return null
}
