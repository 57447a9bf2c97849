import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { follow } from './follow.ts'
import { anyLetters, newPatient, signInAdmin, signInOperator, signInPatient } from './people.ts'
import { arrive } from './studies.ts'

test('an admin says whose a scan is, and takes it back; its patient sees it come and go', async ({ page, browser }) => {
  const name = anyLetters()
  const { email, password } = await newPatient(page.request, 'Nadia')
  await signInAdmin(page, 'admin')
  await arrive(page, { id: `X-${name}`, name: `${name}^Nadia` })

  await page.getByRole('link', { name: /Unmatched scans/ }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('No patient has this MRN')
  await expect(page.getByRole('link', { name: /Unmatched scans.*waiting/ })).toBeVisible()

  const opening = page.context().waitForEvent('page')
  await row.getByRole('link', { name: /Images/ }).click()
  const images = await opening
  await expect(images.getByRole('main').getByRole('status')).toHaveText(/1 of 1/)
  await images.close()

  await row.getByRole('button', { name: /Choose patient/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Assign the scan' }).click()
  await expect(dialog.getByText('Please choose a patient')).toBeVisible()
  const finder = dialog.getByRole('combobox', { name: 'Find another patient' })
  await expect(finder).toBeFocused()
  await finder.fill(email)
  await page.getByRole('option', { name: /Nadia/ }).click()
  await dialog.getByRole('button', { name: 'Assign the scan' }).click()
  const question = page.getByRole('alertdialog', { name: 'The name does not match' })
  await expect(question).toContainText(new RegExp(`Assign this scan of ${name}, Nadia \\(no birth date\\) to Nadia`))
  await question.getByRole('button', { name: 'Assign the scan' }).click()
  await expect(page.getByText(/The scan is now in Nadia/)).toBeVisible()
  await expect(row).toHaveCount(0)

  const patient = await (await browser.newContext()).newPage()
  await signInPatient(patient, email, password, '/scan')
  await expect(patient.getByRole('button', { name: /Request Access to the scan of Nov 1, 2026/ })).toBeVisible()

  await page.getByText('Decided', { exact: true }).click()
  await expect(row).toContainText('Assigned to Nadia')
  await row.getByRole('button', { name: /Undo/ }).click()
  await expect(dialog).toContainText('will no longer see this scan')
  await dialog.getByRole('button', { name: 'Undo the decision' }).click()
  await expect(page.getByText('The decision was undone.')).toBeVisible()
  await patient.reload()
  await expect(patient.getByText('No scan data available ..')).toBeVisible()
})

test('of two admins the second learns that the first has decided; on a phone nothing scrolls sideways', async ({
  page,
  browser,
}) => {
  const name = anyLetters()
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAdmin(page, 'admin')
  await arrive(page, { id: `X-${name}`, name: `${name}^Nadia` })
  const other = await (await browser.newContext()).newPage()
  await signInAdmin(other, 'superadmin', '/unmatchedScans')
  await follow(page, '/unmatchedScans')

  const card = page.getByRole('listitem').filter({ hasText: name })
  await card.getByRole('button', { name: /Reject/ }).click()
  const row = other.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: /Choose patient/ }).click()
  const finder = other.getByRole('combobox', { name: 'Find another patient' })
  await finder.fill('ana rivera')
  await other.getByRole('option', { name: /Ana Rivera/ }).click()

  await page.getByRole('dialog').getByRole('button', { name: 'Reject the scan' }).click()
  await expect(page.getByText('The scan was rejected.')).toBeVisible()
  await other.getByRole('button', { name: 'Assign the scan' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Assign the scan' }).click()
  await expect(other.getByText('Someone else has already decided about this scan.')).toBeVisible()
  await other.getByRole('button', { name: 'Ok' }).click()
  await expect(row).toHaveCount(0)
  await expectNoSidewaysScroll(page)
})

test('a patient takes the images of an open scan along, staff from the Scan tab; a failure is told', async ({
  page,
  browser,
}) => {
  await signInPatient(page, 'ana.rivera@northside.example', undefined, '/scan')
  const button = page.getByRole('button', { name: 'Download images of the scan of Mar 12, 2026' })
  const [taken] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(taken.suggestedFilename()).toBe('images.zip')
  const bytes = await readFile(await taken.path())
  expect(bytes.toString('latin1')).toContain('003/0036.dcm')
  await expect(page.getByRole('button', { name: /Download images/ })).toHaveCount(1)

  await page.route('**/scans/*/download/', (route) => route.fulfill({ status: 503, json: {} }))
  await button.click()
  await expect(page.getByText('The images could not be downloaded. Please try again.')).toBeVisible()

  const staff = await (await browser.newContext()).newPage()
  await signInOperator(staff, 'physician@northside.example')
  await staff.getByPlaceholder('Search Patients...').fill('rivera')
  await staff
    .getByRole('link', { name: /Rivera|Ana/ })
    .first()
    .click()
  await staff.getByRole('tab', { name: 'Scan' }).click()
  const [copy] = await Promise.all([
    staff.waitForEvent('download'),
    staff.getByRole('button', { name: /Download images of the scan of 09-10-2026/ }).click(),
  ])
  expect(copy.suggestedFilename()).toBe('images.zip')
})
