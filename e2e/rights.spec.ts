import { expect, type Page, test } from '@playwright/test'
import { follow } from './follow.ts'
import { signInAdmin, signInOperator } from './people.ts'

const sentence = 'Your clinic does not let nurses export patients. Ask an admin.'

const setExport = async (admin: Page, isAllowed: boolean) => {
  await admin.getByRole('button', { name: 'Edit rights' }).click()
  await admin.getByRole('switch', { name: 'Nurses: Export' }).setChecked(isAllowed, { force: true })
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('button', { name: 'Edit rights' })).toBeVisible()
}

test('an admin takes the export from nurses; it counts at once, and the button says why', async ({ page, browser }) => {
  await signInOperator(page, 'nurse@northside.example', '/operatorPatientlist?searchQuery=ana.rivera')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export these patients?' })
  await dialog.getByLabel('Why do you need this file?').fill('Report for the ethics board')

  const admin = await (await browser.newContext()).newPage()
  await signInAdmin(admin, 'admin')
  await admin.getByRole('link', { name: 'Rights by role' }).click()
  await setExport(admin, false)
  await expect(admin.getByText(/^Last changed by/)).toBeVisible()

  await dialog.getByRole('button', { name: 'Download file' }).click()
  await expect(dialog.getByText(sentence)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const button = page.getByRole('button', { name: 'Export CSV' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.hover()
  await expect(page.getByRole('tooltip', { name: sentence })).toBeVisible()

  await follow(admin, '/auditLog?kind=rights')
  await expect(admin.getByRole('row').filter({ hasText: 'nurses: export off' }).first()).toBeVisible()
  await follow(admin, '/rights')
  await setExport(admin, true)
  await page.reload()
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
})
