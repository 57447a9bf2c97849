import { readFile } from 'node:fs/promises'
import { pdfPage } from '@fornix/demo/seeds/demo/papers.ts'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectGoodInEveryLook } from './axe.ts'
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

  await test.step('the patient learns what is missing or wrong, and asks', async () => {
    await expect(patient.getByText('No reimbursement requests yet')).toBeVisible()
    await patient.getByRole('button', { name: 'Add Reimbursement' }).click()
    const form = patient.getByRole('form', { name: 'Add Reimbursement' })
    const submit = form.getByRole('button', { name: 'Submit' })
    const choose = (name: string, buffer: Buffer) =>
      patient.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    await submit.click()
    for (const sentence of ['Amount is required', 'Description is required', 'File is required'])
      await expect(form.getByText(sentence, { exact: true }).last()).toBeVisible()
    await expectGoodInEveryLook(patient)
    await choose('taxi.docx', Buffer.from('x'))
    await expect(
      form.getByText('Invalid file type. Please upload a PDF, PNG, JPEG, JPG, or SVG file.', { exact: true }),
    ).toBeVisible()
    await choose('taxi.png', Buffer.alloc(1_048_577))
    await expect(form.getByText('File size exceeds 1MB limit.', { exact: true })).toBeVisible()
    await form.getByLabel('Amount').fill('48')
    await form.getByLabel('Description').fill('Taxi to the scan')
    // By its name a PDF: that it is none, only the server sees.
    await choose('taxi.pdf', Buffer.from('<script>alert(1)</script>'))
    await submit.click()
    await expect(
      form.getByText('Invalid file type. Please upload a PDF, PNG, JPEG, JPG, or SVG file.', { exact: true }),
    ).toBeVisible()
    await patient.locator('input[type=file]').setInputFiles(receipt)
    await submit.click()
    await expect(patient.getByText('Your request was submitted.')).toBeVisible()
    await expect(patient.getByRole('row', { name: /Taxi to the scan/ })).toContainText('$48.00Submitted')
  })

  const row = nurse.getByRole('row', { name: /Taxi to the scan/ })
  const move = async (status: string, reason = '') => {
    await row.getByRole('button', { name: 'Edit Taxi to the scan' }).click()
    const form = nurse.getByRole('form', { name: 'Edit request' })
    await form.getByRole('combobox', { name: 'Status' }).click()
    await nurse.getByRole('option', { name: status, exact: true }).click()
    const save = form.getByRole('button', { name: 'Save', exact: true })
    if (reason) {
      await save.click()
      await expect(form.getByText('Please give a reason', { exact: true })).toBeVisible()
    }
    await form.getByLabel('Reason or comment').fill(reason)
    await save.click()
    await expect(form).toHaveCount(0)
    await expect(row).toContainText(status)
  }
  await test.step('staff decide step by step, and the totals follow', async () => {
    await openRecord()
    await (await add(nurse, '10.50', 'Lunch')).getByRole('button', { name: 'Submit' }).click()
    await expect(nurse.getByRole('row', { name: /Lunch/ })).toBeVisible()
    await expectTotals(nurse, '$58.50', '$58.50')
    await move('Pending Approval')
    await move('On Hold', 'The date is missing')
    await move('Rejected', 'No receipt of ours')
    await expectTotals(nurse, '$10.50', '$10.50')
    await move('Approved')
    await move('Processing')
    await move('Paid')
    await expectTotals(nurse, '$58.50', '$10.50')
  })

  await test.step('the patient reads what has happened, has mails, and downloads the receipt', async () => {
    const { text } = await mailTo(patient, email, /Paid/)
    expect(text).not.toMatch(/Taxi|48/)
    for (const status of [/Rejected/, /On Hold/]) await mailTo(patient, email, status)
    await patient.reload()
    await expectTotals(patient, '$58.50', '$10.50')
    const mine = patient.getByRole('row', { name: /Taxi to the scan/ })
    await expect(mine).toContainText('Paid')
    await mine.getByText('History').click()
    await expect(mine.getByRole('listitem')).toHaveText([
      /^Submitted, \$48\.00.*, by Nadia/,
      /^Pending Approval, \$48\.00.*, by Noreen O’Hara$/,
      /^On Hold, \$48\.00.*, by Noreen O’HaraThe date is missing$/,
      /^Rejected, \$48\.00.*, by Noreen O’HaraNo receipt of ours$/,
      /^Approved, \$48\.00.*, by Noreen O’Hara$/,
      /^Processing, \$48\.00.*, by Noreen O’Hara$/,
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

test('a request on hold is answered with a note and a better receipt, and decided on', async ({ browser }) => {
  const { patient, nurse, openRecord } = await patientAndNurse(browser)
  const form = await add(patient, '16.40', 'Lunch')
  await form.getByLabel('When did you pay?').fill('3/9/2026')
  await expect(form.getByText('Mar 9, 2026')).toBeVisible()
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(patient.getByRole('row', { name: /Lunch/ })).toContainText('Expense Mar 9, 2026')

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
  await expectGoodInEveryLook(patient)
  await mine.getByRole('button', { name: 'Answer: Lunch' }).click()
  const answer = patient.getByRole('form', { name: 'Answer' })
  await answer.getByRole('button', { name: 'Send answer' }).click()
  await expect(answer.getByText('Please write a note or add a receipt', { exact: true })).toBeVisible()
  await expectGoodInEveryLook(patient)
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
  await expectGoodInEveryLook(nurse)
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
})

test('a receipt is seen in the page, where nothing that is programmed in it runs; every state is good in every look', async ({
  browser,
}) => {
  const { patient, nurse, openRecord } = await patientAndNurse(browser)
  await (await add(patient, '48', 'Taxi')).getByRole('button', { name: 'Submit' }).click()
  await expect(patient.getByText('Your request was submitted.')).toBeVisible()
  await patient.getByText('History').click()
  await expectGoodInEveryLook(patient)

  const complaints: string[] = []
  nurse.on('dialog', (dialog) => complaints.push(dialog.message()))
  nurse.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await openRecord()
  await nurse.getByRole('button', { name: 'View the receipt for Taxi' }).click()
  await expect(nurse.getByRole('region', { name: 'Page 1 of 1' })).toContainText('Taxi to the scan')
  await expectGoodInEveryLook(nurse)
  expect(complaints).toEqual([])
  await nurse.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

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
  await nurse.getByRole('button', { name: 'View the receipt for Taxi' }).click()
  const picture = nurse.getByRole('img', { name: 'The receipt taxi.pdf' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await nurse.evaluate(() => 'ran' in window)).toBe(false)
  expect(complaints).toEqual([])
  await nurse.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await nurse.getByRole('button', { name: 'Edit Taxi' }).click()
  const form = nurse.getByRole('form', { name: 'Edit request' })
  await form.getByRole('combobox', { name: 'Status' }).click()
  await nurse.getByRole('option', { name: 'Rejected' }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('Please give a reason', { exact: true })).toBeVisible()
  await expectGoodInEveryLook(nurse)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await nurse.getByRole('button', { name: 'Delete Taxi' }).click()
  await expect(nurse.getByRole('dialog')).toContainText('Taxi, $48.00. The patient will no longer see it.')
  await expectGoodInEveryLook(nurse)
  await nurse.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expectGoodInEveryLook(nurse)
})
