import { type Browser, expect, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { signInOperator } from './people.ts'

const open = async (browser: Browser, who: string, width: number, at?: string) => {
  const page = await (await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' })).newPage()
  await signInOperator(page, who, at)
  return page
}

test('a nurse opens waiting answers from Today in one click and decides, and they leave every screen', async ({
  browser,
}) => {
  const nurse = await open(browser, 'nurse@northside.example', 1280)
  await nurse.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click()
  await expect(nurse).toHaveURL(/\/workQueue$/)
  const section = nurse.getByRole('region', { name: 'MRI safety answers to review' })
  await expect(section).toBeVisible()
  const lines = section.getByRole('listitem')
  const line = lines.filter({ hasText: 'Waiting for review' }).last()
  const name = (await line.getByRole('link').textContent()) ?? ''
  await line.getByRole('button', { name: `Assign to me: ${name}` }).click()
  await expect(line.getByText('You', { exact: true })).toBeVisible()

  const tech = await open(browser, 'tech@northside.example', 390, '/workQueue')
  const elsewhere = tech.getByRole('region', { name: 'MRI safety answers to review' }).getByRole('listitem')
  await expect(elsewhere.filter({ hasText: name }).getByText('Noreen O’Hara')).toBeVisible()
  await expectNoSidewaysScroll(tech)

  await line.getByRole('link').click()
  await expect(nurse).toHaveURL(/\/profile\?patient=P-\w+&tab=mrsafety$/)
  await nurse.getByRole('radio', { name: 'Cleared', exact: true }).check()
  await nurse.getByLabel('Signature').fill('Noreen O’Hara')
  await nurse.getByRole('button', { name: 'Save the review' }).click()
  await expect(nurse.getByText('The review is saved.')).toBeVisible()

  await expect(elsewhere.filter({ hasText: name })).toHaveCount(0)
  await nurse.goBack()
  await expect(lines.first()).toBeVisible()
  await expect(lines.filter({ hasText: name })).toHaveCount(0)
})

test('a record begins with its summary, each part of which leads to its tab', async ({ browser }) => {
  const nurse = await open(browser, 'nurse@northside.example', 390, '/operatorPatientlist?searchQuery=ana.rivera')
  await nurse.getByRole('link', { name: 'Ana Rivera' }).click()
  const summary = nurse.getByRole('region', { name: 'At a glance' })
  await expect(summary.getByRole('link', { name: /unpaid$/ })).toBeVisible()
  await expectNoSidewaysScroll(nurse)
  await summary.getByRole('link', { name: /unpaid$/ }).click()
  await expect(nurse).toHaveURL(/tab=reimbursement$/)
})
