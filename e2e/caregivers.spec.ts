import { dayMs } from '@fornix/contract'
import { type Browser, expect, test } from '@playwright/test'
import { comeBackTo } from './authorization-form.ts'
import { follow } from './follow.ts'
import { anyLetters, mailTo, newPatient, signInAdmin, signInPatient } from './people.ts'
import { approve, arriveFor } from './studies.ts'

const newPage = async (browser: Browser) => (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
const password = 'Lantern-fish-7!'

test('a patient invites somebody, who signs up by the email, books, opens a scan, and is out once the patient ends it', async ({
  page: patient,
  browser,
}) => {
  const { email: own, password: ownPassword, name } = await newPatient(patient.request)
  const email = `${anyLetters()}@helpers.example`
  const caregiver = await newPage(browser)

  await test.step('the patient shares visits and images, and nothing else', async () => {
    await signInPatient(patient, own, ownPassword, '/account')
    await patient.getByRole('button', { name: 'Invite someone' }).click()
    const form = patient.getByRole('form', { name: 'Invite someone' })
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await expect(form.getByText('Please choose at least one')).toBeVisible()
    await form.getByLabel('First name').fill('Maria')
    await form.getByLabel('Last name').fill('Soto')
    await form.getByLabel('Email address').fill(email)
    await form.getByLabel('Relationship to you').fill('Mother')
    await form.getByRole('checkbox', { name: 'Visits and forms' }).check()
    await form.getByRole('checkbox', { name: 'Images' }).check()
    await form.getByLabel('Access ends on').fill(new Date(Date.now() + 60 * dayMs).toISOString().slice(0, 10))
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await expect(patient.getByText('The invitation to Maria Soto has been sent.')).toBeVisible()
    await expect(patient.getByText('Has not accepted yet')).toBeVisible()
  })

  await mailTo(patient, own, /^Maria Soto was invited to act for you$/)
  const mail = await mailTo(patient, email, /^Invitation to help /)
  expect(mail.text).toContain('- Visits and forms')
  const link = new URL(mail.links.find((one) => one.includes('/invite/')) ?? '').pathname

  await test.step('the caregiver signs up, and reads on every page for whom it is', async () => {
    await caregiver.goto(link)
    await expect(caregiver.getByText(`You are invited to act for ${name}`)).toBeVisible()
    const sign = caregiver.getByRole('form', { name: 'Sign Up with a password' })
    await sign.getByLabel('Password', { exact: true }).fill(password)
    await sign.getByLabel('Confirm password').fill(password)
    await caregiver.getByRole('checkbox', { name: /I have read and agree/ }).check()
    await sign.getByRole('button', { name: 'Sign Up with a password' }).click()
    await expect(caregiver).toHaveURL(/\/profile$/)
    await expect(caregiver.getByText(`You are acting for ${name}`)).toBeVisible()
    await expect(caregiver.getByRole('heading', { level: 1 })).toContainText(/, Maria$/)
  })

  await test.step('books a visit, and meets what was not shared', async () => {
    await follow(caregiver, '/patient/appointment')
    await caregiver.getByRole('button', { name: 'Next month' }).click()
    await caregiver
      .getByRole('button', { name: /, [1-9]\d* times? available$/ })
      .last()
      .click()
    await caregiver.getByRole('radio').last().click()
    await caregiver.getByRole('button', { name: 'Confirm booking' }).click()
    await expect(caregiver.getByText('The appointment is booked')).toBeVisible()
    await follow(caregiver, '/patient/reimbursement')
    await expect(caregiver.getByRole('heading', { name: 'This was not shared with you' })).toBeVisible()
    await expect(caregiver.getByText(`You are acting for ${name}`)).toBeVisible()
  })

  await test.step('signs for a scan, and opens it once the clinic approves', async () => {
    const admin = await newPage(browser)
    await signInAdmin(admin, 'admin@northside.example')
    const study = await arriveFor(admin, patient, name)
    await caregiver.goto('/scan')
    const opensForm = caregiver.waitForEvent('popup')
    await caregiver.getByRole('button', { name: /^Request Access/ }).click()
    const form = await opensForm
    await expect(form.getByText(`You are acting for ${name}`)).toBeVisible()
    await form.getByRole('checkbox', { name: 'Personal Use' }).check()
    await form.getByLabel('Signature').fill('Maria Soto')
    await form.getByRole('button', { name: 'Submit' }).click()
    await expect(form.getByRole('dialog', { name: 'Success!' })).toBeVisible()
    await form.getByRole('button', { name: 'Okay' }).click()
    await comeBackTo(caregiver)
    await expect(caregiver.getByText(/^We usually answer within 2-3 business days, and by /)).toBeVisible()
    await approve(admin, own, study)
    await mailTo(patient, own, /approved/)
    await caregiver.reload()
    const opensViewer = caregiver.waitForEvent('popup')
    await caregiver.getByRole('button', { name: /^Open images/ }).click()
    const viewer = await opensViewer
    await expect(viewer.getByRole('status').filter({ hasText: 'Slice 1 of 1' })).toBeVisible()
    await expect(viewer.getByText(`You are acting for ${name}`)).toBeVisible()
  })

  await test.step('the patient is told, sees who acted, and ends it', async () => {
    await mailTo(patient, own, /^Maria Soto can now act for you$/)
    await follow(patient, '/accessLog')
    await expect(patient.getByText('Maria Soto').first()).toBeVisible()
    await patient.goto('/account')
    await patient.getByRole('button', { name: 'Remove access: Maria Soto' }).click()
    await patient.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click()
    await expect(patient.getByText('Maria Soto can no longer act for you.')).toBeVisible()
    await mailTo(patient, own, /^Maria Soto can no longer act for you$/)
  })

  await test.step('the caregiver is out, and cannot come back', async () => {
    await caregiver.goto('/patient/appointment')
    await expect(caregiver).toHaveURL(/\/patients/)
    const answer = await caregiver.request.post('/patient/login/', { data: { email, password } })
    expect(answer.status()).toBe(400)
  })
})
