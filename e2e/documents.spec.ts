import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { newPatient, signInPatient } from './people.ts'

const pdf = (text: string) =>
  Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
const file = (name: string, buffer: Buffer, mimeType = 'application/pdf') => ({ name, mimeType, buffer })

const openFiles = async (page: Page) => {
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password, '/files')
  await expect(page.getByText('No file data available ..')).toBeVisible()
}
const openUpload = async (page: Page) => {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload your file' })
  const send = dialog.getByRole('button', { name: 'Upload', exact: true })
  const choose = (chosen: ReturnType<typeof file>) => dialog.locator('input[type=file]').setInputFiles(chosen)
  return { dialog, send, choose }
}

test('an upload whose response is lost waits for the connection, goes on by itself and is stored once; "Great!" comes two seconds after it', async ({
  page,
}) => {
  await page.clock.install()
  await openFiles(page)
  const { dialog, send, choose } = await openUpload(page)
  await choose(file('letter.pdf', pdf('letter')))
  const stored: number[] = []
  await page.route('**/upload_document/**', async (route) => {
    if (stored.length === 0) stored.push((await route.fetch()).status())
    await route.abort('connectionreset')
  })
  await send.click()
  await expect(dialog.getByText('Waiting for the connection…')).toBeVisible()
  expect(stored).toEqual([200])

  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await expect(dialog.getByText('Waiting for the connection…')).toBeVisible()
  await page.unroute('**/upload_document/**')
  const answers: number[] = []
  page.on('response', (response) => response.url().includes('/upload_document/') && answers.push(response.status()))
  // Once may be while a try from before is still failing, and the time that would start another one stands still.
  const online = () => page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => online().then(() => answers)).toEqual([200])
  await expect(dialog.getByRole('button', { name: /^Uploading\.\.\. \d+%$/ })).toBeDisabled()
  await page.clock.runFor(1900)
  await expect(page.getByText('Great!')).toHaveCount(0)
  await page.clock.runFor(200)
  await page.clock.resume()
  await expect(page.getByRole('dialog', { name: 'Great!' })).toContainText('File uploaded successfully!')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /letter\.pdf/ })).toHaveCount(1)
  await expect(page.getByText('letter.pdf', { exact: true })).toBeFocused()
})

test('files sort by date, have pages, and come down by button, by double-click and by choice', async ({ page }) => {
  await openFiles(page)
  const { patient_id } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('userObject') ?? '{}'))
  const token = await page.evaluate(() => sessionStorage.getItem('patient_token'))
  for (let n = 1; n <= 12; n++)
    await page.request.post(`/patient/upload_document/${patient_id}/`, {
      headers: { authorization: `Bearer ${token}` },
      multipart: { file: file(`letter-${n}.pdf`, pdf(`letter ${n}`)) },
    })
  await page.reload()

  const rows = page.locator('tbody tr')
  const date = page.getByRole('columnheader', { name: 'Date' })
  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText('letter-12.pdf')
  await expect(rows.first().getByText(/^\d{4}-\d\d-\d\d$/)).toBeVisible()
  await expect(rows.first().getByText(/^\d{1,2}:\d\d:\d\d [AP]M$/)).toBeVisible()
  await expect(date).toHaveAttribute('aria-sort', 'descending')
  await date.getByRole('button').click()
  await expect(date).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows.first()).toContainText('letter-1.pdf')
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'First page' }).click()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
  await expect(rows).toHaveCount(12)

  const bytesAfter = async (act: () => Promise<unknown>) => {
    const coming = page.waitForEvent('download')
    await act()
    const download = await coming
    return [download.suggestedFilename(), await readFile(await download.path())]
  }
  expect(await bytesAfter(() => page.getByRole('button', { name: 'Download letter-3.pdf' }).click())).toEqual([
    'letter-3.pdf',
    pdf('letter 3'),
  ])
  await expect(rows.nth(4)).toHaveAttribute('title', 'Double click to download')
  expect(await bytesAfter(() => rows.nth(4).dblclick())).toEqual(['letter-5.pdf', pdf('letter 5')])
  await page.getByRole('button', { name: 'Download selected' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please select a document')
  await page.getByRole('checkbox', { name: 'Select letter-7.pdf' }).check()
  await page.route('**/download_document/**', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Download selected' }).click()
  await expect(page.getByRole('alert')).toHaveText('Error downloading file')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: 'Oldest first' }).click()
  await expect(page.locator('li', { hasText: '.pdf' }).first()).toContainText('letter-12.pdf')
  await expectNoSidewaysScroll(page)
})
