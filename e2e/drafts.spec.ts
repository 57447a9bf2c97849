import { type Browser, expect, type Page, test } from '@playwright/test'
import { newPatient, signInPatient } from './people.ts'

const noteText = 'You have unsaved changes from'
const typed = `Typed at ${process.pid}`
const newPage = async (browser: Browser) => (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
const signInToProfile = async (page: Page, email: string) => {
  await signInPatient(page, email)
  await page.getByRole('link', { name: 'Edit my profile' }).click()
}
const address = (page: Page) => page.getByLabel('Address line 2')

test('what was typed outlives an idle sign-out, for its author alone, in any browser', async ({ page, browser }) => {
  await page.clock.install()
  await signInToProfile(page, 'dana.rossi@lakeview.example')
  await page.getByRole('button', { name: 'Edit contact details' }).click()
  await address(page).fill(typed)

  await test.step('after 18 minutes a dialog asks, after 20 the session is over', async () => {
    await page.clock.fastForward('17:00')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.clock.fastForward('01:05')
    await expect(page.getByRole('alertdialog')).toContainText('Are you still there?')
    // Its answer takes the cookie away, which must not be that of the next sign-in.
    const ended = page.waitForResponse(/\/patient\/logout\//)
    await page.clock.fastForward('02:00')
    await expect(page).toHaveURL(/\/patients$/)
    await ended
    await expect(page.getByText('You were signed out after 20 minutes without activity')).toBeVisible()
  })

  await test.step('another person in the same browser sees nothing of it', async () => {
    await signInToProfile(page, 'eli.novak@lakeview.example')
    await expect(page.getByRole('button', { name: 'Edit contact details' })).toBeVisible()
    await expect(page.getByText(noteText)).toHaveCount(0)
    await page.getByRole('button', { name: 'Edit contact details' }).click()
    await expect(address(page)).not.toHaveValue(typed)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: /account menu/i }).click()
    const ended = page.waitForResponse(/\/patient\/logout\//)
    await page.getByRole('menuitem', { name: /log ?out/i }).click()
    await ended
  })

  await test.step('the same person finds it again', async () => {
    await signInToProfile(page, 'dana.rossi@lakeview.example')
    await expect(page.getByText(noteText)).toBeVisible()
    await expect(address(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Continue editing' }).click()
    await expect(address(page)).toHaveValue(typed)
  })

  await test.step('in another browser too, until it is discarded', async () => {
    const other = await newPage(browser)
    await signInToProfile(other, 'dana.rossi@lakeview.example')
    await expect(other.getByText(noteText)).toBeVisible()
    await other.getByRole('button', { name: 'Discard' }).click()
    await expect(other.getByRole('button', { name: 'Edit contact details' })).toBeVisible()
    await other.reload()
    await expect(other.getByRole('button', { name: 'Edit contact details' })).toBeVisible()
    await expect(other.getByText(noteText)).toHaveCount(0)
  })
})

test('a message that was stored although its response was lost is there once, also if its draft is resumed and sent', async ({
  page,
}) => {
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password, '/messages')
  await page.getByRole('link', { name: 'New message' }).click()
  const text = page.getByLabel('Message', { exact: true })
  const send = page.getByRole('button', { name: 'Send' })
  await page.getByLabel('Subject').fill('Parking')
  await text.fill(typed)
  await page.route(/\/patient\/messages\/$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await send.click()
  await expect(page.getByText(/^The portal did not respond/)).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(text).toHaveValue(typed)
  await send.click()
  await expect(page.getByRole('list', { name: 'Messages' }).getByText(typed)).toHaveCount(1)
  await page.goto('/messages')
  await expect(page.getByRole('link', { name: 'Parking' })).toHaveCount(1)
})
