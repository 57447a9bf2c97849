import { expect, test } from '@playwright/test'
import { fill, openForm } from './authorization-form.ts'
import { newPatient, signInPatient } from './people.ts'

test('a form that was begun survives the loss of the session, with its scan', async ({ page, request }) => {
  const { email, password } = await newPatient(request)
  await signInPatient(page, email, password)
  await openForm(page)
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/common/api/draft/authForm') && answer.request().method() === 'POST',
  )
  await fill(page, 'Nadia Somebody')
  await kept
  await page.goto('/scan')
  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/authForm')
  await expect(page).toHaveURL(/\/patients/)

  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await expect(page).toHaveURL(/\/authForm$/)
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByLabel('Signature')).toHaveValue('Nadia Somebody')
  await expect(page.getByRole('checkbox', { name: 'Personal Use' })).toBeChecked()
  await expect(page.getByLabel('MRI Scan date')).toHaveValue('2026-02-14')
})
