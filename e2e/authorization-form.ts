import { type Browser, expect, type Page } from '@playwright/test'
import { newPatient, signInAdmin, signInPatient } from './people.ts'
import { arriveFor } from './studies.ts'

export const newPage = async (browser: Browser) =>
  (await browser.newContext({ acceptDownloads: true, reducedMotion: 'reduce' })).newPage()
const scan = '1.2.3.4'
/** The form for a scan that was chosen in another tab. */
export const openForm = async (page: Page, studyId = scan) => {
  await page.evaluate((id) => {
    sessionStorage.setItem('studyId', id)
    sessionStorage.setItem('studyDate', '20260214')
  }, studyId)
  await page.goto('/authForm')
  await expect(page.getByLabel('MRI Scan date')).toHaveValue('2026-02-14')
}
export const fill = async (page: Page, name: string) => {
  await page.getByRole('checkbox', { name: 'Personal Use' }).check()
  await page.getByLabel('Signature').fill(name)
}
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()
export const done = 'Your request was submitted successfully.PLease allow us 2-3 buisness days to approve your request.'

/** A patient of this test's own, signed in, whose one scan has arrived; and an admin. */
export const patientWithScan = async (browser: Browser) => {
  const [patient, admin] = [await newPage(browser), await newPage(browser)]
  const { email, password, name } = await newPatient(patient.request)
  await signInPatient(patient, email, password)
  await signInAdmin(admin, 'admin@northside.example')
  const study = await arriveFor(admin, patient, name)
  return { patient, admin, email, name, study }
}

/** What browsers send when a tab comes to the front; to Playwright all of them are there. */
export const comeBackTo = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

/** Asks from the list of scans, as a patient does: the form opens in a new tab. */
export const request = async (page: Page, name: string) => {
  await page.goto('/scan')
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: /Request Access/ }).click()
  const form = await opening
  await fill(form, name)
  return form
}
