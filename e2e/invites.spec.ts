import { type Browser, expect, type Page, test } from '@playwright/test'
import { follow } from './follow.ts'
import { anyLetters, mailTo, newPatient, signInOperator, signInPatient } from './people.ts'

const password = 'Lantern-fish-7!'
const newPage = async (browser: Browser) => (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
const linkIn = async (page: Page, email: string, subject: RegExp, path: RegExp) => {
  const link = (await mailTo(page, email, subject)).links.find((one) => path.test(one))
  return new URL(link ?? '').pathname
}
/** At the demo's identity page, as somebody whom it does not list. */
const asSomeoneElse = async (page: Page, email: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign in as another email' }).click()
}
const invitePatient = async (nurse: Page, email: string, lastName: string) => {
  await nurse.getByRole('button', { name: 'Add Patient' }).click()
  const form = nurse.getByRole('form', { name: 'Add Patient' })
  await form.getByLabel('First Name').fill('Mia')
  await form.getByLabel('Last Name').fill(lastName)
  await form.getByLabel('Email Address').fill(email)
  return form
}

test('staff invite a patient, who signs up with an account of another address', async ({ page: nurse, browser }) => {
  const [lastName, email, other] = [anyLetters(), `${anyLetters()}@patients.example`, `${anyLetters()}@mail.example`]
  const patient = await newPage(browser)

  await test.step('the form says what is wrong, and invites', async () => {
    await signInOperator(nurse, 'nurse@northside.example')
    const form = await invitePatient(nurse, email, '12')
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await expect(form.getByText('Last name must contain only letters').first()).toBeVisible()
    await form.getByLabel('Last Name').fill(lastName)
    await form.getByRole('combobox', { name: 'Physician' }).click()
    await nurse.getByRole('option', { name: 'Priya Raman' }).click()
    await form.getByRole('button', { name: 'Send invitation' }).click()
    const great = nurse.getByRole('dialog', { name: 'Great!' })
    await expect(great).toContainText('Invite sent successfully!')
    await expect(great).toContainText('Sent invitation email to patient successfully!')
    await great.getByRole('button', { name: 'Okay' }).click()
    await nurse.getByPlaceholder('Search Patients...').fill(lastName)
    await expect(nurse.getByRole('row', { name: new RegExp(lastName) })).toContainText('Pending Invite')
  })

  const link = await linkIn(patient, email, /invitation to Lumen Neuro/, /\/invite\//)
  await test.step('the patient agrees, and signs up', async () => {
    await patient.goto(link)
    await expect(patient.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    const signUp = patient.getByRole('button', { name: 'Sign Up with a demo account' })
    await expect(signUp).toBeDisabled()
    await expect(patient.getByText('Check the box to continue')).toBeVisible()
    await expect(patient.getByRole('link', { name: /Terms and Conditions/ }).first()).toHaveAttribute(
      'target',
      '_blank',
    )
    await expect(patient.getByRole('list', { name: 'Four steps' }).getByRole('listitem')).toHaveCount(4)
    await patient.getByRole('checkbox', { name: /I have read and agree/ }).check()
    await signUp.click()
    await patient.getByRole('button', { name: 'Cancel' }).click()
    await expect(patient.getByRole('alert')).toHaveText('Google Login failed. Please try again.')
    await patient.getByRole('checkbox', { name: /I have read and agree/ }).check()
    await signUp.click()
    await asSomeoneElse(patient, other)
    await expect(patient.getByText('Welcome back, Mia')).toBeVisible()
    await expect(patient).toHaveURL(/:\d+\/$/)
    await patient.getByRole('link', { name: 'Go to your profile' }).click()
    await expect(patient).toHaveURL(/\/profile$/)
    await expect(patient.getByText(email).first()).toBeVisible()
  })

  await test.step('staff see it, and the link says that it is used', async () => {
    await nurse.reload()
    await expect(nurse.getByRole('row', { name: new RegExp(lastName) })).toContainText('Accepted')
    const stranger = await newPage(browser)
    await stranger.goto(link)
    await expect(stranger.getByRole('alert')).toContainText('This invitation has already been used')
    await expect(stranger.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/patients')
    await stranger.goto('/invite/nobody-knows-this-link-of-an-invitation')
    await expect(stranger.getByRole('alert')).toContainText('This invitation was not found')
    await expect(stranger.getByRole('main').getByRole('link', { name: 'Contact us' })).toBeVisible()
  })
})

/** A patient who has entered a new address in the profile. */
const askForNewAddress = async (page: Page) => {
  const { email } = await newPatient(page.request)
  const next = `${anyLetters()}@moved.example`
  await signInPatient(page, email, password, '/patient/profile')
  await page.getByRole('button', { name: 'Edit contact details' }).click()
  await page.getByRole('textbox', { name: /^Email/ }).fill(next)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  return { email, next }
}

test('a new email address takes effect when it is confirmed', async ({ page, browser }) => {
  const { email, next } = await askForNewAddress(page)
  await follow(page, '/account')
  await expect(page.getByText(`Waiting for ${next} to be confirmed`)).toBeVisible()
  await mailTo(page, email, /about to change/)

  const other = await newPage(browser)
  const link = await linkIn(other, next, /confirm your new/, /confirm-email/)
  await other.goto(link)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Use this email address' }).click()
  await expect(other.getByRole('status').filter({ hasText: 'in use from now on' })).toBeVisible()
  await signInPatient(other, next, password)
  await page.reload()
  await expect(page).toHaveURL(/\/patients/)
})

test('the old address stops a change by a button', async ({ page, browser }) => {
  const { email } = await askForNewAddress(page)

  const other = await newPage(browser)
  await other.goto(await linkIn(other, email, /about to change/, /stop-email-change/))
  await other.getByRole('button', { name: 'Keep my email address' }).click()
  await expect(other.getByRole('status').filter({ hasText: 'The change is stopped' })).toBeVisible()
  await follow(page, '/account')
  await expect(page.getByRole('heading', { name: 'How you sign in' })).toBeVisible()
  await expect(page.getByText('to be confirmed')).toHaveCount(0)
})

test('who ends all sessions is out everywhere', async ({ page, browser }) => {
  const { email } = await newPatient(page.request)
  const other = await newPage(browser)
  await signInPatient(other, email, password)
  await signInPatient(page, email, password)
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Account and devices' }).click()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Chrome on /)).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/patients/)
  await other.goto('/files')
  await expect(other).toHaveURL(/\/patients/)
})
