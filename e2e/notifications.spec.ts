import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { signInOperator, signInPatient } from './people.ts'

// Lakeview: what others upload in the meantime must not count here.
const nurse = 'nurse@lakeview.example'
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

const newPage = async (browser: Browser) => (await browser.newContext({ reducedMotion: 'reduce' })).newPage()

const upload = async (page: Page, name: string) => {
  await page.goto('/files')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByLabel('Choose a file to upload').setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf })
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('File uploaded successfully!')).toBeVisible()
}
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications, / })

test('what a patient uploads shows at once in the bell of a provider in another browser; read in one window, it is read in all', async ({
  browser,
}) => {
  const [patient, provider] = [await newPage(browser), await newPage(browser)]
  let streams = 0
  provider.context().on('response', (answer) => {
    if (answer.url().includes('/operator/notification_stream/') && answer.ok()) streams++
  })
  await signInOperator(provider, nurse)
  await signInPatient(patient, 'dana.rossi@lakeview.example')
  await bell(provider).click()
  // Closed before they are there, they are not read.
  await expect(provider.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first()).toBeVisible()
  await bell(provider).click()
  await expect(bell(provider)).toHaveAccessibleName('Notifications, none unread')

  await test.step('it is there before the minute’s poll', async () => {
    await upload(patient, 'live.pdf')
    await expect(bell(provider)).toHaveAccessibleName('Notifications, 1 unread')
  })
  const second = await provider.context().newPage()
  await test.step('a second window shows it too, and shares the stream', async () => {
    await second.goto('/notifications')
    await expect(second.getByText('1 unread', { exact: true })).toBeVisible()
    expect(streams).toBe(1)
  })
  await test.step('the entry opens the files of its patient, and is read', async () => {
    await bell(provider).click()
    await provider.getByRole('button', { name: /A file was uploaded.*Unread.*Dana Rossi/ }).click()
    await expect(provider.getByRole('heading', { name: 'Dana Rossi' })).toBeVisible()
    await expect(provider.getByRole('tab', { name: 'File', exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(provider.getByText('live.pdf')).toBeVisible()
    await expect(bell(provider)).toHaveAccessibleName('Notifications, none unread')
    await expect(second.getByText('All read')).toBeVisible()
  })
  await test.step('what comes next is unread in both, until it is marked', async () => {
    await upload(patient, 'live-2.pdf')
    await expect(second.getByText('1 unread', { exact: true })).toBeVisible()
    await expect(bell(provider)).toHaveAccessibleName('Notifications, 1 unread')
    await second.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(bell(provider)).toHaveAccessibleName('Notifications, none unread')
  })
})

test('the page of notifications: filters, pages, and by keyboard alone', async ({ page }) => {
  await signInOperator(page, 'physician@northside.example')
  await bell(page).click()
  await page.getByRole('link', { name: 'All notifications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await page.getByText(/^Scans \(\d+\)$/).click()
  await expect(page).toHaveURL(/item_type=scan/)
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/item_type=file/)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
  await expect(page).toHaveURL(/page_size=25/)
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(async () => expectNoSidewaysScroll(page)).toPass()
})
