import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'
import { axeHits } from './axe.ts'

type Dialog = { dialog: Locator; label: string; button: string; typed: string; problem: string | RegExp }

/**
 * A dialog that does nothing without a reason, and whose server fails until `recover`: the reason stays, and the dialog closes once it is
 * saved.
 */
export const checkReason = async ({ dialog, label, button, typed, problem }: Dialog, recover: () => void) => {
  const reason = dialog.getByRole('textbox', { name: label })
  const save = dialog.getByRole('button', { name: button })
  await save.click()
  await expect.element(dialog.getByText('Please give a reason, in 5 to 500 characters')).toBeVisible()
  await expect.element(reason).toHaveFocus()
  expect(await axeHits()).toEqual([])
  await reason.fill(typed)
  await save.click()
  await expect.element(dialog.getByText(problem)).toBeVisible()
  await expect.element(reason).toHaveValue(typed)
  recover()
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
}
