import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { demoPort } from './demo-program.ts'
import { useOwnProgram } from './own-program.ts'
import { mailTo, signInByForm, signInOperator, signInPatient, signOut } from './people.ts'
import { monthPasses } from './time-passes.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

// A program of its own: the staff of the demo have no second step in other journeys.
const own = useOwnProgram(demoPort + 5)

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })
const password = 'Demo-portal-1!'
const addPasskey = async (page: Page) => {
  await page.getByRole('button', { name: 'Set up a second step' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await dialogOf(page).locator('input[type=password]').fill(password)
  await dialogOf(page).getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
}
/** A member of the staff at a device of their own, with a passkey on it. */
const staffWithPasskey = async (browser: Browser, email: string) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await withAuthenticator(context, page)
  await signInOperator(page, email, '/account')
  await addPasskey(page)
  return page
}
type Read = { code: string; birthDate: string }
const confirmIdentity = async (page: Page, { code, birthDate }: Read) => {
  await page.goto('/confirmIdentity')
  await page.getByLabel('Visit code').fill(code)
  await page.getByRole('radio', { name: 'Passport' }).check()
  await page.getByLabel('Date of birth on the ID').fill(birthDate)
  await page.getByLabel('MRN or patient ID').fill('LN-198260')
  await page.getByRole('button', { name: 'Confirm identity' }).click()
  await dialogOf(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(dialogOf(page)).toBeHidden()
}

test('two of the staff confirm who lost all, and the link in the mail stops it', async ({ page, context, browser }) => {
  const email = 'ben.okafor@northside.example'
  await withAuthenticator(context, page)
  await signInPatient(page, email, password, '/account')
  await addPasskey(page)
  await signOut(page)
  const nurse = await staffWithPasskey(browser, 'nurse@northside.example')
  const physician = await staffWithPasskey(browser, 'physician@northside.example')
  await monthPasses(own.dataDir)

  const lost = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage()
  await signInByForm(lost, 'patient', email, password)
  await lost.getByRole('button', { name: 'I lost all of these' }).click()
  await lost.getByRole('button', { name: 'Get my codes' }).click()
  const code = (await lost.getByText(/^[A-Z2-7]{4}-[A-Z2-7]{4}$/).textContent()) ?? ''
  await expectNoSidewaysScroll(lost)

  await confirmIdentity(nurse, { code, birthDate: '11/03/1974' })
  await expect(nurse.getByText(/This does not match the record/)).toBeVisible()
  await confirmIdentity(nurse, { code, birthDate: '11/02/1974' })
  await expect(nurse.getByText(/Now a colleague has to do the same/)).toBeVisible()
  await confirmIdentity(physician, { code, birthDate: '11/02/1974' })
  await expect(physician.getByText(/You are the second person to confirm/)).toBeVisible()

  await lost.reload()
  await lost.getByRole('button', { name: 'I lost all of these' }).click()
  await expect(lost.getByText(/Sign in again on/)).toBeVisible()
  const { links } = await mailTo(page, email, /is being recovered/)
  await page.goto(links.find((link) => link.includes('/stop-recovery/')) ?? '')
  await page.getByRole('button', { name: 'This is not me, stop it' }).click()
  await expect(page.getByText('The recovery was stopped. Nothing was changed.')).toBeVisible()
})
