import { expect, type Page, test } from '@playwright/test'
import { authenticatorAppFor, needAuthenticatorApp } from './authenticator-app.ts'
import { follow } from './follow.ts'
import { demoPassword, mailTo, newPatient, signInByForm, signInPatient, signOut } from './people.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

const openSetUp = async (page: Page) => {
  if (!page.url().endsWith('/account')) await follow(page, '/account')
  await page.getByRole('button', { name: 'Set up a second step' }).click()
}
const keepCodes = async (page: Page) => {
  const listed = page.getByRole('group', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allTextContents()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  return codes
}

test('a passkey is added, and signs in with one tap and without a password, or after it, with nothing shown before', async ({
  page,
  context,
}) => {
  const { email, password, name } = await newPatient(page.request)
  await withAuthenticator(context, page)
  await signInPatient(page, email, password, '/account')
  await openSetUp(page)
  await page.getByLabel('Name of the passkey').fill('My phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await keepCodes(page)
  await expect(page.getByText('My phone')).toBeVisible()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await signOut(page)
  await page.goto('/patients')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await signOut(page)

  await signInByForm(page, 'patient', email, password)
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  expect(await page.content()).not.toContain(name.split(' ')[1])
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an authenticator app is set up by its key, and a recovery code opens once', async ({ page }) => {
  needAuthenticatorApp()
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password, '/account')
  await openSetUp(page)
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const code = await authenticatorAppFor(page)
  await page.getByRole('textbox', { name: 'Current code from the app' }).fill(code())
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const [first = ''] = await keepCodes(page)
  await signOut(page)

  await signInByForm(page, 'patient', email, password)
  await page.getByRole('textbox', { name: 'Code from your authenticator app' }).fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/This code is not right\./)).toBeVisible()
  await page.getByRole('textbox', { name: 'Code from your authenticator app' }).fill(code('30 seconds'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeHidden()
  await signOut(page)

  await signInByForm(page, 'patient', email, password)
  await page.getByRole('button', { name: 'Use another way' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(first)
  await page.getByRole('form', { name: 'Recovery code' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeHidden()
})

test('the demo account that needs a second step gets a code by email, and adds a passkey', async ({
  page,
  context,
}) => {
  const email = 'superadmin@lakeview.example'
  await withAuthenticator(context, page)
  await page.goto('/adminPage')
  await page.getByLabel('Username or email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const { text } = await mailTo(page, email, /code/i)
  await page.getByRole('textbox', { name: 'Code from the email' }).fill(/\b\d{6,8}\b/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeHidden()
  await openSetUp(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await keepCodes(page)
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
})
