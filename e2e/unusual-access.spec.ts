import { expect, type Page, test } from '@playwright/test'
import { follow } from './follow.ts'
import { anyLetters, mailTo, signInAdmin, signInOperator } from './people.ts'
import { minutePasses } from './time-passes.ts'

/** The call of a page that is signed in. */
const call = async (page: Page, path: string, data: object) => {
  const token = await page.evaluate(() => sessionStorage.getItem('admin_token'))
  const answer = await page.request.post(path, { data, headers: { authorization: `Bearer ${token}` } })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
}

/** A patient of this test's own, with the last name of the demo's nurse. */
const inviteNamesake = async (admin: Page) => {
  const email = `${anyLetters()}@patients.example`
  await call(admin, '/operator/send_invitation_email/', { first_name: 'Maeve', last_name: 'O’Hara', email })
  return email
}

test('a nurse opens the record of a namesake; an admin sees it and writes down why', async ({ page, browser }) => {
  const admin = await (await browser.newContext()).newPage()
  await signInAdmin(admin, 'admin')
  const email = await inviteNamesake(admin)
  await signInOperator(page, 'nurse@northside.example', `/operatorPatientlist?searchQuery=${email}`)
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maeve O’Hara')

  await minutePasses(process.env['E2E_DATA_DIR'] ?? '')
  // Other rules, such as that of the night, may find more than a page of cases.
  await follow(admin, '/unusualReading?rule=same_last_name')
  const row = admin.getByRole('row').filter({ hasText: 'Same last name' }).filter({ hasText: 'Nurse' }).first()
  await expect(row).toContainText('Maeve O’Hara')
  await row.getByRole('button', { name: /^Decide/ }).click()
  const dialog = admin.getByRole('dialog', { name: 'Decide about this case' })
  await dialog.getByLabel('Why was the record opened?').fill('Asked by phone, with a colleague present')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Explained')
  await expect(row).toContainText('Asked by phone, with a colleague present')
  await row.getByRole('link', { name: /^Access log of/ }).click()
  await expect(admin).toHaveURL(/\/auditLog\?person=.*&patient=P-/)
  await expect(admin.getByRole('row').filter({ hasText: 'Maeve O’Hara' }).first()).toContainText('Nurse')
})

test('a record under special care says so, and admins are told who opened it', async ({ page, browser }) => {
  const admin = await (await browser.newContext()).newPage()
  await signInAdmin(admin, 'admin', '/operatorPatientlist?searchQuery=ben.okafor')
  await admin.getByRole('table').getByRole('link').first().click()
  await admin.getByRole('button', { name: 'Special care' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Special care' })
  await dialog.getByLabel('Why does this record need special care?').fill('Works in the clinic')
  await dialog.getByRole('button', { name: 'Mark record' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('Access to this record is monitored.')).toBeVisible()

  await signInOperator(page, 'physician@northside.example', admin.url())
  await expect(
    page.getByText('Access to this record is monitored. Admins are notified when it is opened.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Special care' })).toHaveCount(0)
  const { text } = await mailTo(page, 'admin@northside.example', /record under special care was opened/)
  expect(text).not.toContain('Ben')

  await follow(admin, '/notifications')
  await admin
    .getByRole('button', { name: /A record under special care was opened.*Ben Okafor, opened by/ })
    .first()
    .click()
  await expect(admin).toHaveURL(/\/auditLog\?patient=P-.*&person=/)
})
