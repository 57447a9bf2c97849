import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectGoodInEveryLook, expectNoSidewaysScroll } from './axe.ts'
import { countClicks } from './clicks.ts'
import { onePage } from './pdf.ts'
import { anyLetters, mailTo, newPatient, signInAdmin, signInOperator, signInPatient } from './people.ts'
import { arrive } from './studies.ts'

/** A patient with that many scans, each asked for with a signed form. */
const askedFor = async (patient: Page, admin: Page, count: number) => {
  const { email, password, name } = await newPatient(patient.request, 'Nadia')
  await signInPatient(patient, email, password)
  const { id, token } = await patient.evaluate(() => ({
    id: JSON.parse(sessionStorage.getItem('userObject') ?? '{}').patient_id as string,
    token: sessionStorage.getItem('patient_token') ?? '',
  }))
  const headers = { authorization: `Bearer ${token}` }
  for (let nth = 1; nth <= count; nth++) {
    const studyId = await arrive(admin, { id, name: name.split(' ').toReversed().join('^'), nth })
    const form = {
      signature: name,
      study_id: studyId,
      file: { name: 'a.pdf', mimeType: 'application/pdf', buffer: onePage() },
    }
    const signed = await patient.request.post(`/patient/upload_form_with_encryption/${id}/`, {
      headers,
      multipart: form,
    })
    expect(signed.status(), await signed.text()).toBe(201)
    const asked = await patient.request.post('/admin/update_pending_requests_admin/', { headers, data: { studyId } })
    expect(asked.status()).toBe(200)
  }
  return { email, name }
}
type Pending = { admin: { pending_requests: { email: string }[] } }

test('20 requests are approved in 4 clicks', async ({ page: admin, browser }) => {
  test.slow()
  const patient = await (await browser.newContext()).newPage()
  await signInAdmin(admin, 'admin')
  const { email } = await askedFor(patient, admin, 20)
  // The requests of tests that run beside this one are not shown, so that they are left alone.
  await admin.route('**/admin/get_admin_profile/', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as Pending
    json.admin.pending_requests = json.admin.pending_requests.filter((request) => request.email === email)
    await route.fulfill({ response, json })
  })
  await admin.goto('/adminScanRequests')
  await expect(admin.getByText('20 pending requests')).toBeVisible()
  const clicks = await countClicks(admin)

  await admin.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await admin.getByRole('button', { name: 'Select all 20' }).click()
  await admin.getByRole('button', { name: 'Approve selected' }).click()
  await admin.getByRole('button', { name: 'Approve 20 requests' }).click()
  const results = admin.getByRole('dialog', { name: '20 done' })
  await expect(results.getByRole('listitem')).toHaveCount(20, { timeout: 30_000 })
  expect(await clicks()).toBe(4)

  await expectAccessible(admin)
  await results.getByRole('button', { name: 'Close' }).last().click()
  await expect(admin.getByText('No pending scan request data available ..')).toBeVisible()
  await patient.goto('/scan')
  await expect(patient.getByRole('button', { name: /Open images/ }).first()).toBeVisible()
  await mailTo(patient, email, /approved/)
})

test('by keyboard alone: a status for several patients, its Undo, and an email each with its own words', async ({
  page,
}) => {
  const people = []
  const family = anyLetters()
  for (const first of ['Nadia', 'Nora']) {
    const { email } = await newPatient(page.request, `${first} ${family}`)
    people.push({ first: `${first} ${family}`, email })
  }
  await signInOperator(page, 'tech@northside.example', `/operatorPatientlist?searchQuery=${family}`)
  await expect(page.getByRole('checkbox', { name: /^Select Nora/ })).toBeVisible()
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }

  await page.getByRole('searchbox').focus()
  for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'Shift+Space']) await page.keyboard.press(key)
  await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText('2 selected')
  await expectGoodInEveryLook(page)
  await page.keyboard.press('Escape')
  await press('Set status')
  await expect(page.getByRole('combobox', { name: /^New status/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Screened' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set status' }).press('Enter')
  const results = page.getByRole('dialog', { name: '2 done' })
  await expect(results.getByRole('listitem').first()).toContainText(family)
  await expect(page.getByRole('row', { name: /Screened/ })).toHaveCount(2)
  await press('Undo')
  await expect(page.getByRole('row', { name: /Screened/ })).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: '2 undone' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).press('Space')
  await press('Email')
  const dialog = page.getByRole('dialog', { name: 'Email 2 patients' })
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Criteria check' }).click()
  await expect(dialog.getByText(/^Dear N[\s\S]*\/mrSafety/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send 2 emails' }).press('Enter')
  await expect(page.getByRole('dialog', { name: '2 done' })).toBeVisible()
  for (const { first, email } of people) {
    const { text, subject } = await mailTo(page, email, /A few questions/)
    expect(subject).toBe('A few questions before your scan')
    expect(text).toContain(`Dear ${first},`)
    expect(text).toContain('on weekdays between 10:00 am and 3:00 pm')
  }
})

test('at 390 px rows are selected and the bar stays within the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInOperator(page, 'nurse@northside.example')
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText('10 selected')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('an admin changes a template, sees it for an example, and the next email begins with it', async ({ page }) => {
  const word = anyLetters()
  await signInAdmin(page, 'admin-lakeview')
  await page.getByRole('link', { name: 'Email templates' }).click()
  await expect(page.getByText(/^Replies go to .*, not into the portal\.$/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Edit Decline' }).click()
  await page.getByRole('textbox', { name: /^Message/ }).fill(`${word} `)
  await page.getByRole('button', { name: 'Insert First name' }).click()
  await page.keyboard.type('!')
  await expect(page.getByText(`${word} Alex!`)).toBeVisible()
  await expectGoodInEveryLook(page)
  await page.getByRole('textbox', { name: /^Subject/ }).fill('For {{nobody}}')
  await page.keyboard.press('Tab')
  await expect(
    page.getByText('There is no variable {{nobody}}. Please choose one from the list.').first(),
  ).toBeVisible()
  await page.getByRole('textbox', { name: /^Subject/ }).fill('About {{project_name}}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Changed by /)).toBeVisible()
  await page.getByRole('button', { name: 'Reset to the standard text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset this template?' })
  await expect(dialog).toContainText(`${word} {{first_name}}!`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText('Decline is back to its standard text.')).toBeVisible()
})
