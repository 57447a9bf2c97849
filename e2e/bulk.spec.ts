import { expect, type Page, test } from '@playwright/test'
import { countClicks } from './clicks.ts'
import { follow } from './follow.ts'
import { anyLetters, mailTo, newPatient, signInAdmin, signInOperator, signInPatient } from './people.ts'
import { arriveFor, askFor } from './studies.ts'

/** A patient with that many scans, each asked for with a signed form. */
const askedFor = async (patient: Page, admin: Page, count: number) => {
  const { email, password, name } = await newPatient(patient.request, 'Nadia')
  await signInPatient(patient, email, password)
  for (let nth = 1; nth <= count; nth++) await askFor(patient, name, await arriveFor(admin, patient, name, nth))
  return { email, name }
}
type Pending = { admin: { pending_requests: { email: string }[] } }

/** One more than a page of the list. */
const requests = 11

test('more requests than a page holds are approved in 4 clicks', async ({ page: admin, browser }) => {
  const patient = await (await browser.newContext()).newPage()
  await signInAdmin(admin, 'admin')
  const { email } = await askedFor(patient, admin, requests)
  // The requests of tests that run beside this one are not shown, so that they are left alone.
  await admin.route('**/admin/get_admin_profile/', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as Pending
    json.admin.pending_requests = json.admin.pending_requests.filter((request) => request.email === email)
    await route.fulfill({ response, json })
  })
  await follow(admin, '/adminScanRequests')
  await expect(admin.getByText(`${requests} pending requests`)).toBeVisible()
  const clicks = await countClicks(admin)

  await admin.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await admin.getByRole('button', { name: `Select all ${requests}` }).click()
  await admin.getByRole('button', { name: 'Approve selected' }).click()
  await admin.getByRole('button', { name: `Approve ${requests} requests` }).click()
  const results = admin.getByRole('dialog', { name: `${requests} requests approved` })
  await expect(results.getByRole('listitem')).toHaveCount(requests)
  expect(await clicks()).toBe(4)

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
  await page.keyboard.press('Escape')
  await press('Set status')
  await expect(page.getByRole('combobox', { name: /^New status/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Screened' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set status' }).press('Enter')
  const results = page.getByRole('dialog', { name: 'Status set for 2 patients' })
  await expect(results.getByRole('listitem').first()).toContainText(family)
  await expect(page.getByRole('row', { name: /Screened/ })).toHaveCount(2)
  await press('Undo')
  await expect(page.getByRole('row', { name: /Screened/ })).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: '2 changes undone' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).press('Space')
  await press('Email')
  const dialog = page.getByRole('dialog', { name: 'Email 2 patients' })
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'Criteria check' }).click()
  await expect(dialog.getByText(/^Dear N[\s\S]*\/mrSafety/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Send 2 emails' }).press('Enter')
  await expect(page.getByRole('dialog', { name: '2 emails queued' })).toBeVisible()
  for (const { first, email } of people) {
    const { text, subject } = await mailTo(page, email, /A few questions/)
    expect(subject).toBe('A few questions before your scan')
    expect(text).toContain(`Dear ${first},`)
    expect(text).toContain('on weekdays between 10:00 am and 3:00 pm')
  }
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
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText('Decline is back to its standard text.')).toBeVisible()
})
