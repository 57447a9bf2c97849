import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { mailTo, newPatient, signInAdmin, signInOperator, signInPatient } from './people.ts'

const said = (page: Page, title: string, sentence: string) =>
  expect(page.getByRole('dialog', { name: title }).getByText(sentence, { exact: true })).toBeVisible()
const okay = (page: Page) => page.getByRole('button', { name: 'Okay' }).click()
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click()

const sent = 'Your message has been sent successfully. We will review your request soon.'

test('a visitor writes from the footer of any page, and the project gets a mail to answer', async ({ page }) => {
  const subject = `Parking ${randomUUID()}`
  await page.goto('/aboutus')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL(/\/ContactUsLanding$/)
  await expect(page.getByRole('region', { name: 'Other ways to reach us' })).toContainText('contact@northside.example')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/aboutus$/)

  await page.goBack()
  await page.getByLabel('First name').fill('Vic')
  await page.getByLabel('Last name').fill('Tor')
  await page.getByLabel('Email').fill('vic@visitors.example')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('How can we help?').fill('Where may I park?')

  await send(page)
  await said(page, 'Thank You!', sent)
  await okay(page)
  await expect(page.getByLabel('Subject')).toHaveValue('')
  const mail = await mailTo(page, 'contact@northside.example', new RegExp(subject))
  expect(mail.text).toContain('vic@visitors.example')
  expect(mail.text).toContain('Where may I park?')
})

test('who is signed in finds name and email filled in', async ({ page }) => {
  const { email, password } = await newPatient(page.request, 'Greta')
  await signInPatient(page, email, password, '/ContactUsLanding')
  await expect(page).toHaveURL(/\/contactUs$/)
  const form = page.getByRole('form', { name: 'Contact us' })
  await expect(form.getByText(email)).toBeVisible()
  await expect(form.getByRole('textbox')).toHaveCount(2)
  await page.getByLabel('Subject').fill('My next visit')
  await page.getByLabel('How can we help?').fill('May my sister come along?')

  await send(page)
  await said(page, 'Thank You!', sent)
  await okay(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/profile$/)
})

test('staff give feedback from the menu, and an admin reads it', async ({ page, browser }) => {
  const comments = `The day sheet prints well. ${randomUUID()}`
  await signInOperator(page, 'tech@northside.example')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Feedback' }).click()
  const dialog = page.getByRole('dialog', { name: 'Feedback' })
  await dialog.getByRole('combobox', { name: 'Feedback type' }).click()
  await page.getByRole('option', { name: 'Overall Satisfaction' }).click()
  await dialog.getByLabel('Comments').fill(comments)
  await dialog.getByRole('radio', { name: 'Happy' }).check()

  await dialog.getByRole('button', { name: 'Submit' }).click()
  await said(page, 'Thank You!', 'Your feedback has been submitted successfully!')
  await okay(page)
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeFocused()

  const admin = await (await browser.newContext()).newPage()
  await signInAdmin(admin, 'admin@northside.example')
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feedback' }).click()
  const row = admin.getByRole('row', { name: new RegExp(comments) })
  await expect(row).toContainText('Tomás Ibarra')
  await expect(row).toContainText('MRI-Tech')
  await expect(row).toContainText('Happy')
})

test('a patient sees that the physician has opened a file, which one and when', async ({ page, browser }) => {
  const { email, password } = await newPatient(page.request, 'Nils')
  await signInPatient(page, email, password, '/patient/uploadfile')
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Old scan.pdf', mimeType: 'application/pdf', buffer: pdf })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('File uploaded successfully!')).toBeVisible()

  const physician = await (await browser.newContext({ acceptDownloads: true })).newPage()
  await signInOperator(
    physician,
    'physician@northside.example',
    `/operatorPatientlist?searchQuery=${email.split('@')[0]}`,
  )
  await physician.getByRole('link', { name: /Nils/ }).click()
  await physician.getByRole('tab', { name: 'File', exact: true }).click()
  const downloading = physician.waitForEvent('download')
  await physician.getByRole('button', { name: 'Download Old scan.pdf' }).click()
  await downloading

  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Who opened my record' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Who opened my record' })).toBeVisible()
  const row = page.getByRole('row', { name: /Opened a file: Old scan\.pdf/ })
  await expect(row).toContainText('Priya Raman, Physician')
  await expect(row).toContainText(/[A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}, \d{4}.*\d{1,2}:\d{2}:\d{2} [AP]M/)
  await expect(page.getByText('You', { exact: true })).toHaveCount(0)
  await page.getByRole('switch', { name: 'Also show what I did' }).click()
  await expect(page.getByRole('row', { name: /You .*Added a file: Old scan\.pdf/ })).toBeVisible()
})

/** All things to do on a patient's home, of which the first alone is shown. */
const showTodos = async (page: Page) => {
  await expect(page.getByRole('navigation', { name: 'Shortcuts' })).toBeVisible()
  const others = page.getByText(/^\d+ more$/)
  if ((await others.count()) > 0) await others.click()
}

test('a patient is asked how the scan was, and staff read the answers', async ({ page, browser }) => {
  const email = 'eli.novak@lakeview.example'
  const words = `The technologist was patient with me. ${randomUUID()}`
  await signInPatient(page, email)
  await showTodos(page)
  await page.getByRole('link', { name: 'How was the scan?' }).click()
  await expect(page.getByText(/Your scan of October 2, 2026/)).toBeVisible()
  for (const [question, word] of [
    [/^1\./, 'Very satisfied'],
    [/^5\./, 'Fair'],
    [/^6\./, 'Very good'],
    [/^7\./, 'Acceptable'],
    [/^8\./, 'Good'],
  ] as const)
    await page.getByRole('group', { name: question }).getByRole('radio', { name: word, exact: true }).check()
  await page.getByLabel(/^9\./).fill(words)
  await page.getByRole('button', { name: 'Send my answers' }).click()
  await said(page, 'Thank You!', 'Your answers have been sent.')
  await okay(page)
  await expect(page.getByText(/You can change them until/)).toBeVisible()

  const nurse = await (await browser.newContext()).newPage()
  await signInOperator(nurse, 'nurse@lakeview.example', '/operatorPatientlist?searchQuery=novak')
  await nurse.getByRole('link', { name: /Eli/ }).click()
  await nurse.getByRole('tab', { name: 'Feedback' }).click()
  const response = nurse.getByRole('list', { name: 'Survey responses' }).getByRole('listitem').first()
  await expect(response).toContainText('How satisfied are you with your scan?Very satisfied (5 of 5)')
  await expect(response).toContainText('How was your accommodation?Does not apply')
  await expect(response).toContainText(words)

  await page.goto('/profile')
  await showTodos(page)
  await expect(page.getByRole('link', { name: 'How was the scan?' })).toHaveCount(0)
})
