import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'

const entered = new WeakSet<Element>()

/** A dialog takes the focus a moment after it has opened: a key that is sent before goes to its first control. */
const hasOpened = async (dialog: Element) => {
  if (entered.has(dialog)) return
  await expect.poll(() => dialog.contains(document.activeElement)).toBe(true)
  entered.add(dialog)
}

/**
 * Presses a key on a control, as somebody who reached it by Tab. In a dialog that is longer than the
 * window a pointer would not reach it.
 */
export const pressKey = async (control: { element: () => Element }, key = '{Enter}') => {
  const element = control.element() as HTMLElement
  const dialog = element.closest('[role=dialog], [role=alertdialog]')
  if (dialog) await hasOpened(dialog)
  element.focus()
  await userEvent.keyboard(key)
}
