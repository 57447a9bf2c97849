import { readFile } from 'node:fs/promises'
import { pdfPage } from '@fornix/demo/seeds/demo/papers.ts'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { mailTo, newPatient, signInOperator, signInPatient } from './people.ts'

const newPage = async (browser: Browser) =>
  (await browser.newContext({ acceptDownloads: true, reducedMotion: 'reduce' })).newPage()
const bytes = pdfPage('Receipt', ['Taxi to the scan', 'Total: $48.00'])
const receipt = { name: 'taxi.pdf', mimeType: 'application/pdf', buffer: bytes }
const figure = (page: Page, name: RegExp) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::*[1]')
const expectTotals = async (page: Page, total: string, due: string) => {
  await expect(figure(page, /^Total Amount$/)).toHaveText(total)
  await expect(figure(page, /^Total Amount Due$/)).toHaveText(due)
}
/** A patient of this test's own with the tab open, and a nurse on the same patient's tab. */
const patientAndNurse = async (browser: Browser) => {
  const [patient, nurse] = [await newPage(browser), await newPage(browser)]
  const { email, password, name } = await newPatient(patient.request)
  await signInPatient(patient, email, password, '/patient/reimbursement')
  const openRecord = async () => {
    await signInOperator(nurse, 'nurse@northside.example')
    await nurse.getByPlaceholder('Search Patients...').fill(name)
    await nurse.getByRole('row').filter({ hasText: email }).getByRole('link', { name: 'Nadia' }).click()
    await nurse.getByRole('tab', { name: 'Reimbursement' }).click()
  }
  return { patient, nurse, email, openRecord }
}
const add = async (page: Page, amount: string, description: string) => {
  await page.getByRole('button', { name: 'Add Reimbursement' }).click()
  const form = page.getByRole('form', { name: 'Add Reimbursement' })
  await form.getByLabel('Amount').fill(amount)
  await form.getByLabel('Description').fill(description)
  await page.locator('input[type=file]').setInputFiles(receipt)
  return form
}

test('from Submitted to Paid, with the totals, a history, mails and the receipt', async ({ browser }) => {
  const { patient, nurse, email, openRecord } = await patientAndNurse(browser)

  await test.step('the patient asks', async () => {
    await expect(patient.getByText('No reimbursement requests yet')).toBeVisible()
    await (await add(patient, '48', 'Taxi to the scan')).getByRole('button', { name: 'Submit' }).click()
    await expect(patient.getByText('Your request was submitted.')).toBeVisible()
    await expect(patient.getByRole('row', { name: /Taxi to the scan/ })).toContainText('$48.00Submitted')
  })

  const row = nurse.getByRole('row', { name: /Taxi to the scan/ })
  const move = async (status: string, reason = '') => {
    await row.getByRole('button', { name: 'Edit Taxi to the scan' }).click()
    const form = nurse.getByRole('form', { name: 'Edit request' })
    await form.getByRole('combobox', { name: 'Status' }).click()
    await nurse.getByRole('option', { name: status, exact: true }).click()
    await form.getByLabel('Reason or comment').fill(reason)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form).toHaveCount(0)
    await expect(row).toContainText(status)
  }
  await test.step('staff decide step by step, and the totals follow', async () => {
    await openRecord()
    await (await add(nurse, '10.50', 'Lunch')).getByRole('button', { name: 'Submit' }).click()
    await expect(nurse.getByRole('row', { name: /Lunch/ })).toBeVisible()
    await expectTotals(nurse, '$58.50', '$58.50')
    await move('On Hold', 'The date is missing')
    // An email that still waits is replaced by that of the next status.
    await mailTo(patient, email, /On Hold/)
    await move('Rejected', 'No receipt of ours')
    await mailTo(patient, email, /Rejected/)
    await expectTotals(nurse, '$10.50', '$10.50')
    await move('Approved')
    await move('Paid')
    await expectTotals(nurse, '$58.50', '$10.50')
  })

  await test.step('the patient reads what has happened, has mails, and downloads the receipt', async () => {
    const { text } = await mailTo(patient, email, /Paid/)
    expect(text).not.toMatch(/Taxi|48/)
    await patient.reload()
    await expectTotals(patient, '$58.50', '$10.50')
    const mine = patient.getByRole('row', { name: /Taxi to the scan/ })
    await expect(mine).toContainText('Paid')
    await mine.getByText('History').click()
    await expect(mine.getByRole('listitem')).toHaveText([
      /^Submitted, \$48\.00.*, by Nadia/,
      /^On Hold, \$48\.00.*, by Noreen O’HaraThe date is missing$/,
      /^Rejected, \$48\.00.*, by Noreen O’HaraNo receipt of ours$/,
      /^Approved, \$48\.00.*, by Noreen O’Hara$/,
      /^Paid, \$48\.00.*, by Noreen O’Hara$/,
    ])
    const downloading = patient.waitForEvent('download')
    await mine.getByRole('button', { name: 'Download the receipt for Taxi to the scan' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('taxi.pdf')
    expect((await readFile(await file.path())).equals(bytes)).toBe(true)
  })

  await test.step('what is paid cannot be deleted, anything else can', async () => {
    await expect(nurse.getByRole('button', { name: 'Edit Taxi to the scan' })).toBeVisible()
    await expect(nurse.getByRole('button', { name: 'Delete Taxi to the scan' })).toHaveCount(0)
    await nurse.getByRole('button', { name: 'Delete Lunch' }).click()
    await nurse.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(nurse.getByText('The request was deleted.')).toBeVisible()
    await expectTotals(nurse, '$48.00', '$0.00')
  })
})

test('a request on hold is answered with a note and a better receipt, and decided on; nothing that is programmed in a receipt runs', async ({
  browser,
}) => {
  const { patient, nurse, openRecord } = await patientAndNurse(browser)
  const form = await add(patient, '16.40', 'Lunch')
  await form.getByLabel('When was it paid?').fill('3/9/2026')
  await expect(form.getByText('Mar 9, 2026')).toBeVisible()
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(patient.getByRole('row', { name: /Lunch/ })).toContainText('Expense Mar 9, 2026')

  const complaints: string[] = []
  nurse.on('dialog', (dialog) => complaints.push(dialog.message()))
  nurse.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await openRecord()
  const row = nurse.getByRole('row', { name: /Lunch/ })
  await row.getByRole('button', { name: 'Edit Lunch' }).click()
  const edit = nurse.getByRole('form', { name: 'Edit request' })
  await expect(edit.getByLabel('Expense date')).toHaveValue('03/09/2026')
  await edit.getByLabel('Expense date').fill('Mar 8, 2026')
  await edit.getByRole('combobox', { name: 'Status' }).click()
  await nurse.getByRole('option', { name: 'On Hold' }).click()
  await edit.getByLabel('Reason or comment').fill('The receipt has no date')
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row).toContainText('Expense Mar 8, 2026')

  await patient.reload()
  const mine = patient.getByRole('row', { name: /Lunch/ })
  await expect(mine).toContainText('The clinic needs more from you: The receipt has no date')
  await mine.getByRole('button', { name: 'Answer: Lunch' }).click()
  const answer = patient.getByRole('form', { name: 'Answer' })
  await answer.getByLabel('Your note').fill('Here it is.')
  await patient.locator('input[type=file]').setInputFiles({ ...receipt, name: 'better.pdf' })
  await answer.getByRole('button', { name: 'Send answer' }).click()
  await expect(patient.getByText('Your answer was sent.')).toBeVisible()
  await expect(mine).toContainText('Answered')

  await nurse.reload()
  await expect(row).toContainText('Answer: Here it is.')
  await row.getByText('History').click()
  await row.getByRole('button', { name: 'Earlier receipt: taxi.pdf' }).click()
  await expect(nurse.getByRole('region', { name: 'Page 1 of 1' })).toContainText('Taxi to the scan')
  await nurse.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await row.getByRole('button', { name: 'Edit Lunch' }).click()
  await edit.getByRole('combobox', { name: 'Status' }).click()
  await nurse.getByRole('option', { name: 'Approved' }).click()
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row).toContainText('Approved')
  await patient.reload()
  await expect(mine).toContainText('Approved')

  await mine.getByText('History').click()
  await mine.getByRole('button', { name: 'Remove the earlier receipt taxi.pdf' }).click()
  await patient.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(patient.getByText('The earlier receipt was removed.')).toBeVisible()
  await expect(mine).toContainText('An earlier receipt was removed')
  await nurse.reload()
  await row.getByText('History').click()
  await expect(row).toContainText('An earlier receipt was removed')
  await expect(row.getByRole('button', { name: 'Earlier receipt: taxi.pdf' })).toHaveCount(0)

  // The server takes in no such picture; were one there all the same, it would stay a picture.
  const ran = 'parent.ran = 1; top.ran = 1; alert(1)'
  await nurse.route('**/operator/fetch_reimbursements/**', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"file_type":"pdf"', '"file_type":"svg"'),
    })
  })
  await nurse.route('**/operator/download_reimbursement_document/**', (route) =>
    route.fulfill({
      body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="${ran}"><script>${ran}</script><circle r="9"/></svg>`,
    }),
  )
  await nurse.reload()
  await nurse.getByRole('button', { name: 'View the receipt for Lunch' }).click()
  const picture = nurse.getByRole('img', { name: 'The receipt better.pdf' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await nurse.evaluate(() => 'ran' in window)).toBe(false)
  expect(complaints).toEqual([])
})
