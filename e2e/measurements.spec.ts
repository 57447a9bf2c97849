import { loginPatient } from '@fornix/contract'
import { expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { expectLoaded } from './loaded.ts'
import { demoPassword, signInOperator, signInPatient } from './people.ts'
import { viewerOfOwn } from './studies.ts'

const ana = 'ana.rivera@northside.example'

const place = (page: Page) => page.getByRole('main').getByRole('status')
const images = (page: Page) => page.getByRole('application')
const list = (page: Page) => page.getByRole('region', { name: 'Measurements' })
const saved = (page: Page) => page.getByRole('group', { name: 'Saved measurements' })
const documents = (page: Page) => page.getByRole('group', { name: 'Documents' })

/** The viewer of a scan in single slices. */
const showSlices = async (page: Page) => {
  await expect(place(page)).toHaveText(/of 36/)
  await page.getByRole('button', { name: 'Show single slices instead' }).first().click()
  await expect(place(page)).toHaveText(/^AX T1, Slice 19 of 36/)
}

test('what a physician measures is kept, becomes a report, is read by a nurse, and by the patient when it is released', async ({
  page,
  browser,
  request,
}) => {
  const login = await request.post(loginPatient.path, { data: { email: ana, password: demoPassword } })
  const viewer = await viewerOfOwn(request, ana, loginPatient.response.parse(await login.json()).access_token)
  await signInOperator(page, 'physician@northside.example', viewer)
  await showSlices(page)
  await images(page).focus()
  for (const key of [
    'l',
    'Enter',
    'Shift+ArrowRight',
    'Enter',
    'e',
    'Enter',
    'Shift+ArrowRight',
    'Shift+ArrowDown',
    'Enter',
  ])
    await page.keyboard.press(key)
  await page.keyboard.press('Escape')
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await expect(list(page)).toContainText(/Ellipse [\d.]+ mm², mean/)
  const texts = await list(page).getByRole('listitem').allTextContents()
  await expect(saved(page)).toContainText('2 measurements of yours in this scan, saved.')

  await page.reload()
  await showSlices(page)
  await expect(list(page).getByRole('listitem')).toHaveText(texts)
  await saved(page).getByRole('button', { name: 'Save as report' }).click()
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(saved(page)).toContainText('Saved as a report.')
  await expect(documents(page).getByRole('button', { name: /^Measurements/ })).toBeVisible()

  const nurse = await (await browser.newContext()).newPage()
  await signInOperator(nurse, 'nurse@northside.example', viewer)
  await showSlices(nurse)
  await expect(list(nurse)).toHaveCount(0)
  await saved(nurse)
    .getByRole('checkbox', { name: /^Show the report of / })
    .check()
  await expect(list(nurse).getByRole('listitem')).toHaveCount(2)
  await expect(list(nurse).getByRole('listitem').first()).toContainText(`${texts[0]}, by `)
  await documents(nurse)
    .getByRole('button', { name: /^Measurements/ })
    .click()
  const report = nurse.getByRole('dialog')
  await expect(report).toContainText('Not verified')
  await expect(report).toContainText(/Length: ?[\d.]+ mm/)
  await expect(report).toContainText(/MR signal intensity: ?[\d.]+/)
  await nurse.keyboard.press('Escape')
  await nurse.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(nurse)

  const patient = await (await browser.newContext()).newPage()
  await signInPatient(patient, ana, undefined, viewer)
  await expect(place(patient)).toHaveText(/of 36/)
  await expect(patient.getByRole('button', { name: /^AX T1/ })).toBeVisible()
  await expectLoaded(patient)
  await expect(documents(patient)).toHaveCount(0)
  await expect(saved(patient)).toHaveCount(0)

  await saved(page)
    .getByRole('button', { name: /^Share with the patient/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Share report' }).click()
  await expect(saved(page)).toContainText('The patient can read this report')
  await patient.goto(viewer)
  await expect(place(patient)).toHaveText(/of 36/)
  await documents(patient)
    .getByRole('button', { name: /^Measurements/ })
    .click()
  const plain = patient.getByRole('dialog')
  await expect(plain).toContainText(/Measured by .* on .*\./)
  await expect(plain).toContainText(/Length: ?[\d.]+ mm/)
  await saved(page)
    .getByRole('button', { name: /^Stop sharing/ })
    .click()
  await expect(saved(page).getByRole('button', { name: /^Share with the patient/ })).toBeVisible()
  await patient.goto(viewer)
  await expect(place(patient)).toHaveText(/of 36/)
  await expect(patient.getByRole('button', { name: /^AX T1/ })).toBeVisible()
  await expectLoaded(patient)
  await expect(documents(patient)).toHaveCount(0)

  await saved(page).getByRole('button', { name: 'Delete mine' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(list(page)).toHaveCount(0)
  await expect(saved(page).getByRole('checkbox', { name: /^Show your report/ })).toBeVisible()
})
