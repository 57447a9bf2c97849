import { listMyAppointments, siteDay } from '@fornix/contract'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { signInOperator, signInPatient } from './people.ts'

const newPage = async (browser: Browser, width: number) =>
  (await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' })).newPage()
/** Answers No to what is open on the screen. */
const noToAll = async (page: Page) => {
  for (const group of await page.getByRole('group').all())
    if ((await group.getByRole('radio', { checked: true }).count()) === 0)
      await group.getByRole('radio', { name: 'No', exact: true }).check()
}

const answer = async (page: Page) => {
  for (let step = 1; step <= 7; step++) {
    await expect(page.getByText(new RegExp(`^Step ${step} of 8`))).toBeVisible()
    if (step === 3) {
      await page
        .getByRole('group', { name: /bullet, BB, or shrapnel/ })
        .getByRole('radio', { name: 'Yes' })
        .check()
      await page.getByLabel('Where in your body is it?').fill('Left hand')
    }
    if (step === 6) await page.getByLabel(/How much do you weigh/).fill('170')
    await noToAll(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: /^(Next|Check my answers)$/ }).click()
  }
  await expect(page.getByText('Left hand')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Send my answers' }).click()
  await expect(page.getByText('Thank you. Your answers have been sent.')).toBeVisible()
}

const review = async (page: Page, decision: string, note: string) => {
  await page.getByRole('radio', { name: decision, exact: true }).check()
  await page.getByLabel('Note').fill(note)
  await page.getByLabel('Signature').fill('Paul Bergström')
  await page.getByRole('button', { name: 'Save the review' }).click()
  await expect(page.getByText('The review is saved.')).toBeVisible()
}

/** Day sheet of Eli's first visit, which the demo booked on the day it began: midnight may have passed since. */
const sheetOfVisit = async (page: Page) => {
  const token = await page.evaluate(() => sessionStorage.getItem('patient_token'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.get(listMyAppointments.path, { headers })
  const { appointments, time_zone } = listMyAppointments.response.parse(await answer.json())
  return `/daySheet?date=${siteDay(appointments.at(-1)?.start ?? '', time_zone)}`
}

test('answers on a phone, a review, a start that needs a reason, and a visit that is done', async ({ browser }) => {
  const phone = await newPage(browser, 390)
  await signInPatient(phone, 'eli.novak@lakeview.example', undefined, '/mrSafety')
  await answer(phone)

  const tech = await newPage(browser, 1280)
  const sheet = await sheetOfVisit(phone)
  await signInOperator(tech, 'tech@lakeview.example', sheet)
  const row = tech.getByRole('row').filter({ hasText: 'Eli' })
  await expect(row.getByText('Waiting for review')).toBeVisible()
  await expect(row.getByText('Bullet or shrapnel: Yes (Where: Left hand)')).toBeVisible()
  await expectNoSidewaysScroll(tech)

  const physician = await newPage(browser, 1280)
  await signInOperator(physician, 'physician@lakeview.example', sheet)
  await physician.getByRole('link', { name: /^MRI safety of Eli/ }).click()
  await review(physician, 'To be clarified', 'Is the piece magnetic?')
  await expectNoSidewaysScroll(physician)

  await row.getByRole('button', { name: /^Arrived/ }).click()
  await expect(row.getByText(/^Arrived \d/)).toBeVisible()
  await expect(row.getByText('To be clarified')).toBeVisible()
  await row.getByRole('button', { name: /^Start scan/ }).click()
  const dialog = tech.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Start without clearance' }).click()
  await expect(dialog.getByText('Please say why the scan is starting without a clearance')).toBeVisible()
  await dialog.getByLabel('Reason').fill('X-ray was read on the phone')
  await dialog.getByRole('button', { name: 'Start without clearance' }).click()
  await expect(row.getByText(/^Started without clearance by Theo Marchetti: X-ray was read/)).toBeVisible()
  await row.getByRole('button', { name: /^Undo/ }).click()
  await expect(row.getByText(/^Started without clearance/)).toHaveCount(0)

  await review(physician, 'Cleared', 'X-ray: no metal left.')
  await tech.reload()
  await expect(row.getByText(/^Cleared until/)).toBeVisible()
  await row.getByRole('button', { name: /^Start scan/ }).click()
  await expect(row.getByText(/^In the scanner since/)).toBeVisible()
  await row.getByRole('button', { name: /^Done/ }).click()
  await expect(row.getByText(/^Done \d/)).toBeVisible()

  await phone.reload()
  await expect(phone.getByText(/You are cleared for your scan/)).toBeVisible()
})
