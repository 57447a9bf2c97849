import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectGoodInEveryLook } from './axe.ts'
import { anyLetters, mailTo, newPatient, signInAdmin, signInOperator, signInPatient } from './people.ts'

// Each walks through two browsers, mails and pages.
test.describe.configure({ timeout: 180_000 })

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
    await expectGoodInEveryLook(nurse)
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
    await expect(patient.getByText('Tick the box to continue')).toBeVisible()
    await expect(patient.getByRole('link', { name: /Terms and Conditions/ }).first()).toHaveAttribute(
      'target',
      '_blank',
    )
    await expect(patient.getByRole('list', { name: 'Four steps' }).getByRole('listitem')).toHaveCount(4)
    await expectGoodInEveryLook(patient)
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

test('an invited patient without such an account signs up with a password', async ({ page: nurse, browser }) => {
  const email = `${anyLetters()}@patients.example`
  await signInOperator(nurse, 'nurse@northside.example')
  const form = await invitePatient(nurse, email, anyLetters())
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(nurse.getByRole('dialog', { name: 'Great!' })).toBeVisible()

  const patient = await newPage(browser)
  await patient.goto(await linkIn(patient, email, /invitation to/, /\/invite\//))
  const sign = patient.getByRole('form', { name: 'Sign Up with a password' })
  await sign.getByLabel('Password', { exact: true }).fill(password)
  await sign.getByLabel('Confirm password').fill(password)
  await expect(sign.getByRole('button', { name: 'Sign Up with a password' })).toBeDisabled()
  await patient.getByRole('checkbox', { name: /I have read and agree/ }).check()
  await sign.getByRole('button', { name: 'Sign Up with a password' }).click()
  await expect(patient.getByText('Welcome back, Mia')).toBeVisible()
})

test('an admin invites a provider, who registers with a password and signs in', async ({ page: admin, browser }) => {
  const [lastName, email] = [anyLetters(), `${anyLetters()}@staff.example`]
  await signInAdmin(admin, 'admin', '/operatorList')
  await admin.getByRole('button', { name: 'Add Provider' }).click()
  const form = admin.getByRole('form', { name: 'Add Provider' })
  await form.getByLabel('First Name').fill('Omar')
  await form.getByLabel('Last Name').fill(lastName)
  await form.getByLabel('Email Address').fill('nobody')
  await form.getByRole('combobox', { name: 'Role' }).click()
  await admin.getByRole('option', { name: 'MRI-Tech' }).click()
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(form.getByText('Please enter a valid email address.').first()).toBeVisible()
  await form.getByLabel('Email Address').fill(email)
  await form.getByRole('button', { name: 'Send invitation' }).click()
  const great = admin.getByRole('dialog', { name: 'Great!' })
  await expect(great).toContainText('Invite sent successfully!')
  await great.getByRole('button', { name: 'Okay' }).click()
  const provider = await newPage(browser)
  const newestLink = () => linkIn(provider, email, /work with/, /register-operator/)
  const first = await newestLink()
  await admin.getByPlaceholder('Search').fill(lastName)
  await admin.getByRole('button', { name: `Send the invitation to Omar ${lastName} again` }).click()
  await admin.getByRole('dialog').getByText('Great! Invite sent successfully!').click()
  await expect(admin).toHaveURL(/\/operatorList/)

  // Only the second link still works.
  await expect.poll(newestLink).not.toBe(first)
  await provider.goto(await newestLink())
  const register = provider.getByRole('form', { name: 'Register as a provider' })
  await register.getByLabel('First Name').fill('Omar')
  await register.getByLabel('Last Name').fill(lastName)
  await register.getByLabel('Password', { exact: false }).first().fill(password)
  await register.getByLabel('Confirm Password').fill(`${password}x`)
  await expect(register.getByText('Passwords do not match')).toBeVisible()
  await expectGoodInEveryLook(provider)
  await register.getByLabel('Confirm Password').fill(password)
  await register.getByRole('button', { name: 'Register' }).click()
  const added = provider.getByRole('dialog', { name: 'Operator added!' })
  await expect(added).toContainText(
    'The operator has been added successfully. Please allow 15 minutes for the scans to become accessible.',
  )
  await added.getByRole('button', { name: 'Okay' }).click()
  await expect(provider).toHaveURL(/\/physicians$/)
  await signInOperator(provider, email, undefined, password)
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
  await page.goto('/account')
  await expect(page.getByText(`Waiting for ${next} to be confirmed`)).toBeVisible()
  await expectGoodInEveryLook(page)
  await mailTo(page, email, /about to change/)

  const other = await newPage(browser)
  const link = await linkIn(other, next, /confirm your new/, /confirm-email/)
  await other.goto(link)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await expectGoodInEveryLook(other)
  await other.getByRole('button', { name: 'Use this address' }).click()
  await expect(other.getByRole('status').filter({ hasText: 'in use from now on' })).toBeVisible()
  await signInPatient(other, next, password)
  await page.reload()
  await expect(page).toHaveURL(/\/patients/)
})

test('the old address stops a change by a button', async ({ page, browser }) => {
  const { email } = await askForNewAddress(page)

  const other = await newPage(browser)
  await other.goto(await linkIn(other, email, /about to change/, /stop-email-change/))
  await expectGoodInEveryLook(other)
  await other.getByRole('button', { name: 'Keep my address' }).click()
  await expect(other.getByRole('status').filter({ hasText: 'The change is stopped' })).toBeVisible()
  await page.goto('/account')
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
  await expect(page.getByText('This device')).toBeVisible()
  await expect(page.getByText(/^Chrome on /)).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/patients/)
  await other.goto('/files')
  await expect(other).toHaveURL(/\/patients/)
})
