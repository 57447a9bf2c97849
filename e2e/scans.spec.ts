import { expect, type Page, test } from '@playwright/test'
import { drawn, fill, newPage, openForm, submit } from './authorization-form.ts'
import { expectGoodInEveryLook } from './axe.ts'
import { newPatient, signInAdmin, signInOperator, signInPatient } from './people.ts'

test('an empty form does not go out, and names what is missing', async ({ page, request }) => {
  const { email, password } = await newPatient(request)
  await signInPatient(page, email, password)
  await openForm(page)
  await page.getByRole('checkbox', { name: 'Other' }).check()
  await page.getByLabel('Expiration Date').fill('2020-01-01')
  await submit(page)

  for (const sentence of [
    'Please say for what purpose',
    'The expiration date has passed',
    'Please sign by typing your full name',
  ])
    await expect(page.getByText(sentence, { exact: true }).first()).toBeVisible()
  await expect(page.getByLabel('Details of the other purpose')).toBeFocused()
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('checkbox', { name: 'Other' })).not.toBeChecked()
  await submit(page)
  await expect(page.getByText('Please choose at least one purpose', { exact: true })).toBeVisible()
})

test('without a scan the error dialog opens and says nothing', async ({ page, request }) => {
  const { email, password } = await newPatient(request)
  await signInPatient(page, email, password, '/authForm')

  const dialog = page.getByRole('dialog', { name: 'Oh no!' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toHaveText(/^Oh no!\s*Close$/)
  await expectGoodInEveryLook(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'Back to scans' }).click()
  await expect(page.getByText('No scan data available ..')).toBeVisible()
})

test('what fails on the way is told by the sentences of the specification, and nothing typed is lost', async ({
  page,
  request,
}) => {
  const { email, password } = await newPatient(request)
  await signInPatient(page, email, password)
  await openForm(page)
  await fill(page, 'Nadia Somebody')
  const dialog = page.getByRole('dialog', { name: 'Oh no!' })
  const close = () => dialog.getByRole('button', { name: 'Close' }).last().click()

  // This patient has no such scan, so the server does not take the form.
  await submit(page)
  await expect(dialog).toContainText('Failed to upload the form as a PDF.', drawn)
  await close()

  let uploads = 0
  await page.route('**/patient/upload_form_with_encryption/**', (route) => {
    uploads++
    return route.fulfill({ status: 201, json: { file_id: '01930000-0000-7000-8000-000000000000' } })
  })
  await page.route('**/admin/update_pending_requests_admin/', (route) =>
    route.fulfill({
      status: 409,
      json: { error: 'Your request for this scan is waiting.', code: 'pending', detail: '', request_id: '' },
    }),
  )
  await submit(page)
  await expect(dialog).toContainText('Your request for this scan is waiting.', drawn)
  await close()

  await page.route('**/admin/update_pending_requests_admin/', (route) =>
    route.fulfill({ status: 500, body: 'no JSON' }),
  )
  await submit(page)
  await expect(dialog).toContainText('An unexpected error occurred.')
  await close()
  await expect(page.getByLabel('Signature')).toHaveValue('Nadia Somebody')
  expect(uploads).toBe(1)
})

test('a form that was begun survives the loss of the session, with its scan', async ({ page, request }) => {
  const { email, password } = await newPatient(request)
  await signInPatient(page, email, password)
  await openForm(page)
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/common/api/draft/authForm') && answer.request().method() === 'POST',
  )
  await fill(page, 'Nadia Somebody')
  await kept
  await page.goto('/scan')
  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/authForm')
  await expect(page).toHaveURL(/\/patients/)

  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await expect(page).toHaveURL(/\/authForm$/)
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByLabel('Signature')).toHaveValue('Nadia Somebody')
  await expect(page.getByRole('checkbox', { name: 'Personal Use' })).toBeChecked()
  await expect(page.getByLabel('MRI Scan date')).toHaveValue('2026-02-14')
})

test('lists that cannot be fetched say so', async ({ browser }) => {
  const failing = async (page: Page, address: string) => page.route(address, (route) => route.fulfill({ status: 500 }))
  const [patient, admin] = [await newPage(browser), await newPage(browser)]
  await failing(patient, '**/patient/get_patient_scan_list/**')
  await signInPatient(patient, 'ana.rivera@northside.example', undefined, '/scan')
  await expect(patient.getByText('Failed to fetch Scans. Please try again.')).toBeVisible()

  await failing(admin, '**/admin/get_admin_profile/')
  await signInAdmin(admin, 'admin@northside.example', '/adminScanRequests')
  await expect(admin.getByText('Error fetching pending requests. Please try again.')).toBeVisible()
  await admin.unroute('**/admin/get_admin_profile/')
  await failing(admin, '**/admin/approve_scan_request/')
  await admin.getByRole('button', { name: 'Retry' }).click()
  await admin.getByRole('button', { name: 'Approve the request of Ben Okafor' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText('Failed to Approve the Scan Request. Please try again.')).toBeVisible()
})

test('every state of the scans of staff is accessible in every look', async ({ browser }) => {
  const [admin, physician] = [await newPage(browser), await newPage(browser)]
  await signInAdmin(admin, 'admin@northside.example', '/adminScanRequests')
  // Other tests leave scans open, too; those of the demo come last.
  await admin
    .getByRole('region', { name: 'Open scans' })
    .getByRole('combobox', { name: 'Rows per page' })
    .selectOption('50')
  for (const [button, field] of [
    ['Approve the request of Ben Okafor', 'Approve'],
    ['Decline the request of Ben Okafor', 'Decline'],
    ['Revoke access for Ana Rivera', 'Revoke'],
  ] as const) {
    await admin.getByRole('button', { name: button }).click()
    await expect(admin.getByRole('dialog').getByRole('button', { name: field })).toBeVisible()
    await expectGoodInEveryLook(admin)
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  }
  const opening = admin.context().waitForEvent('page')
  await admin.getByRole('link', { name: 'Signed form of Ana Rivera, opens in a new tab' }).click()
  const form = await opening
  await expect(form.getByText('This form has not changed since it was signed')).toBeVisible()
  await expectGoodInEveryLook(form)

  await signInOperator(physician, 'physician@northside.example', '/operatorPatientlist?searchQuery=rivera')
  await physician.getByRole('link', { name: /Ana/ }).click()
  await expect(physician.getByRole('heading', { name: 'Ana Rivera' })).toBeVisible()
  await physician.getByRole('tab', { name: 'Scan', exact: true }).click()
  await expect(physician.getByRole('button', { name: /Open viewer/ })).toHaveCount(2)
  await expectGoodInEveryLook(physician)
  await physician.goto('/scan')
  await expect(physician.getByRole('heading', { name: "Ana's Scans" })).toBeVisible()
  await expect(physician.getByRole('button', { name: /Open viewer/ })).toHaveCount(2)
  await expectGoodInEveryLook(physician)
})
