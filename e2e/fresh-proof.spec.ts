import { expect, type Page, test } from '@playwright/test'
import { authenticatorAppFor, needAuthenticatorApp } from './authenticator-app.ts'
import { expectNoSidewaysScroll } from './axe.ts'
import { demoPort } from './demo-program.ts'
import { follow } from './follow.ts'
import { useOwnProgram } from './own-program.ts'
import { newPatient, signInAdmin, signInOperator, signInPatient } from './people.ts'
import { withAuthenticator } from './virtual-authenticator.ts'

// A program of its own, which asks as the one in production does.
useOwnProgram(demoPort + 4)
test.describe.configure({ mode: 'serial' })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })
const keepCodes = async (page: Page) => {
  await expect(page.getByRole('group', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
}
const byPassword = async (page: Page, password: string) => {
  const dialog = dialogOf(page)
  await dialog.locator('input[type=password]').fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
}

test('a nurse deletes a patient with a code of the app, and Cancel leaves all as it was', async ({ page }) => {
  needAuthenticatorApp()
  const { name } = await newPatient(page.request)
  await signInOperator(page, 'nurse@northside.example', '/account')
  await page.getByRole('button', { name: 'Set up a second step' }).click()
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await byPassword(page, 'Demo-portal-1!')
  const code = await authenticatorAppFor(page)
  await page.getByRole('textbox', { name: 'Current code from the app' }).fill(code())
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await keepCodes(page)

  await follow(page, `/operatorPatientlist?searchQuery=${name.split(' ')[1]}`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete patient…' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this patient?' })
  await question.getByRole('textbox').fill('Asked by phone')
  await question.getByRole('button', { name: 'Delete patient' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('textbox', { name: 'Code from your authenticator app' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(question.getByRole('textbox')).toHaveValue('Asked by phone')
  await expect(question.getByRole('button', { name: 'Delete patient' })).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox').fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/This code is not right\./)).toBeVisible()
  await dialog.getByRole('textbox').fill(code('30 seconds'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Success! The patient has been successfully deleted.')).toBeVisible()
})

test('a patient makes new recovery codes with a passkey, on a phone', async ({ page, context }) => {
  const { email, password } = await newPatient(page.request)
  await withAuthenticator(context, page)
  await page.setViewportSize({ width: 390, height: 800 })
  await signInPatient(page, email, password, '/account')
  await page.getByRole('button', { name: 'Set up a second step' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await byPassword(page, password)
  await keepCodes(page)
  await page.getByRole('button', { name: 'Make new recovery codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make new recovery codes' }).click()
  const passkey = dialogOf(page).getByRole('button', { name: 'Use a passkey' })
  await expect(passkey).toBeFocused()
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Enter')
  await keepCodes(page)
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
})

test('an MRI technologist opens a record in an emergency, and an admin reviews it', async ({ page, browser }) => {
  const admin = await (await browser.newContext()).newPage()
  await signInAdmin(admin, 'admin', '/rights')
  await admin.getByRole('button', { name: 'Edit rights' }).click()
  await admin
    .getByRole('switch', { name: 'MRI technologists: See medical information' })
    .setChecked(false, { force: true })
  await admin.getByRole('button', { name: 'Save' }).click()
  await byPassword(admin, 'Demo-portal-1!')
  await expect(admin.getByRole('button', { name: 'Edit rights' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 800 })
  await signInOperator(page, 'tech@northside.example', '/operatorPatientlist?searchQuery=ana.rivera')
  await page.getByRole('link', { name: 'Ana Rivera' }).click()
  await page.getByRole('combobox', { name: 'Patient record' }).selectOption('MRI safety')
  await page.getByRole('button', { name: 'Emergency access' }).click()
  const question = page.getByRole('dialog', { name: 'Emergency access' })
  await expect(question.getByText(/Ana Rivera/)).toBeVisible()
  await question.getByRole('textbox').fill('Seizure in the waiting room, implants unknown')
  await question.getByRole('button', { name: 'Open record' }).click()
  await byPassword(page, 'Demo-portal-1!')
  const bar = page.getByRole('region', { name: 'Emergency access' })
  await expect(bar.getByText(/(59|60) minutes left/)).toBeVisible()
  await expect(page.getByText('With emergency access you can only read the answers.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await bar.getByRole('button', { name: /^End now/ }).click()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('button', { name: 'Emergency access' })).toBeVisible()

  await follow(admin, '/workQueue')
  const work = admin.getByRole('region', { name: 'Emergency access to review' })
  await work.getByRole('link', { name: 'Ana Rivera' }).click()
  await admin.getByRole('button', { name: /^What was done/ }).click()
  await expect(admin.getByRole('dialog').getByText('Shown only because of emergency access').first()).toBeVisible()
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: /^Review/ }).click()
  const review = admin.getByRole('dialog', { name: 'Review emergency access' })
  await review.getByRole('radio', { name: 'Justified', exact: true }).check()
  await review.getByRole('textbox').fill('The seizure is in the visit log')
  await review.getByRole('button', { name: 'Save review' }).click()
  await expect(review).toBeHidden()
  await follow(admin, '/workQueue')
  await expect(admin.getByText(/Nothing waiting: .*Emergency access to review/)).toBeVisible()
})
