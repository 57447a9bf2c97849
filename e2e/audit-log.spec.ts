import { expect, test } from '@playwright/test'
import { countClicks } from './clicks.ts'
import { mailTo, signInAdmin, signInOperator } from './people.ts'

test('a nurse opens a scan; the admin learns who opened it in three clicks from the record', async ({
  page,
  browser,
}) => {
  await signInOperator(page, 'nurse@northside.example', '/operatorPatientlist?searchQuery=ana.rivera')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana Rivera')
  const record = page.url()
  await page.getByRole('tab', { name: 'Scan', exact: true }).click()
  const openings = page.getByRole('button', { name: /^Open viewer/ })
  await expect(openings.first()).toBeVisible()
  await expect(page.getByRole('link', { name: /Who opened this/ })).toHaveCount(0)
  const opening = page.context().waitForEvent('page')
  await openings.first().click()
  const images = await opening
  await expect(images.getByRole('main').getByRole('status')).toHaveText(/of \d+/)
  await images.close()

  const admin = await (await browser.newContext()).newPage()
  await signInAdmin(admin, 'admin', record.replace(/&tab=\w+/, ''))
  const clicks = await countClicks(admin)
  await admin.getByRole('tab', { name: 'Scan', exact: true }).click()
  await admin
    .getByRole('link', { name: /^Who opened this scan/ })
    .first()
    .click()
  const row = admin.getByRole('row').filter({ hasText: 'Opened a scan in the viewer' }).first()
  await expect(row).toContainText('Nurse')
  await expect(row).toContainText('Ana Rivera')
  await row.getByRole('button', { name: /^Details/ }).click()
  await expect(admin.getByRole('dialog', { name: 'Details' })).toContainText('Request')
  expect(await clicks()).toBe(3)
  await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await admin.goBack()
  await admin.getByRole('link', { name: 'Who opened this record' }).click()
  await expect(admin).toHaveURL(/\/auditLog\?patient=P-/)
  // Other tests read the same record meanwhile.
  await admin.goto(`${admin.url()}&kind=scans&page_size=50`)
  await expect(admin.getByRole('row').filter({ hasText: 'Opened a scan in the viewer' }).first()).toContainText('Nurse')
})

test('an export asks why, and the admins are mailed who exported how many patients', async ({ page }) => {
  await signInOperator(page, 'physician@northside.example', '/operatorPatientlist?searchQuery=ana.rivera')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export these patients?' })
  await dialog.getByRole('button', { name: 'Download file' }).click()
  await expect(dialog.getByText('Please give a reason, in 5 to 500 characters')).toBeVisible()
  await dialog.getByLabel('Why do you need this file?').fill('Report for the ethics board')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download file' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^patients-.*\.csv$/)
  await expect(dialog).toBeHidden()
  const { text } = await mailTo(page, 'admin@northside.example', /exported 1 patient/)
  expect(text).toContain('Reason: Report for the ethics board')
})
