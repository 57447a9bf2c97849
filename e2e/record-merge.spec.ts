import { sendInvitation } from '@fornix/contract'
import { expect, type Page, test } from '@playwright/test'
import { follow } from './follow.ts'
import { anyLetters, signInAdmin } from './people.ts'

const lastName = anyLetters()

/** The id of a new patient. Both are Mia of the same last name. */
const addPatient = async (page: Page, email: string) => {
  const token = await page.evaluate(() => sessionStorage.getItem('admin_token'))
  const answer = await page.request.post(sendInvitation.path, {
    headers: { authorization: `Bearer ${token}` },
    data: { firstName: 'Mia', lastName, email },
  })
  return sendInvitation.response.parse(await answer.json()).patient_id
}

test('an admin merges a duplicate, finds everything in the kept record, and takes it back', async ({ page }) => {
  await signInAdmin(page, 'admin')
  const emails = [1, 2].map(() => `${anyLetters()}@patients.example`)
  const kept = await addPatient(page, emails[0]!)
  const duplicate = await addPatient(page, emails[1]!)
  await follow(page, `/files?patient=${duplicate}`)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.locator('input[type="file"]').setInputFiles({
    name: 'Report.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
  // The name alone also stands in the dialog while the file is still on its way.
  await expect(page.getByText('File uploaded successfully!')).toBeVisible()

  await follow(page, `/profile?patient=${kept}`)
  await page.getByRole('button', { name: /^Actions for Mia/ }).click()
  await page.getByRole('menuitem', { name: 'Merge with another record…' }).click()
  await page.getByRole('combobox', { name: 'Other record of the same person' }).fill(emails[1]!)
  await page.getByRole('option', { name: new RegExp(duplicate) }).click()
  await page.getByRole('radio', { name: `Keep ${kept}` }).check()
  await page.getByLabel('Reason').fill('Invited twice')
  await page.getByRole('button', { name: 'Merge records' }).click()
  await expect(page.getByText(`${duplicate} was merged into ${kept}.`)).toBeVisible()

  await page.goto(`/profile?patient=${duplicate}`)
  await page.getByRole('link', { name: `Open ${kept}` }).click()
  await expect(page).toHaveURL(new RegExp(`patient=${kept}`))
  await page.getByRole('tab', { name: 'File', exact: true }).click()
  await expect(page.getByText('Report.pdf').first()).toBeVisible()

  await follow(page, '/mergeRecords')
  await page.getByRole('button', { name: `Undo the merge of ${duplicate}` }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Two people after all')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click()
  await expect(page.getByText(`${duplicate} is a separate record again.`)).toBeVisible()
  await page.goto(`/files?patient=${duplicate}`)
  await expect(page.getByText('Report.pdf').first()).toBeVisible()
  await follow(page, `/auditLog?patient=${duplicate}`)
  await expect(page.getByRole('row').filter({ hasText: 'Merged this record into another one' })).toBeVisible()
})
