import { expect, test } from '@playwright/test'
import { follow } from './follow.ts'
import { expectLoaded } from './loaded.ts'
import { confirmationLink, newPerson, signInOperator, signInPatient } from './people.ts'

test('a registration is no patient before its address is confirmed, also on another device', async ({ browser }) => {
  const newPage = async () => (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const [own, other, nurse] = [await newPage(), await newPage(), await newPage()]
  const person = newPerson()
  const { email, password, last_name } = person
  const askedToConfirm = own.getByRole('heading', { name: 'Confirm your email address' })
  const refusals: string[] = []
  own.on('response', (answer) => {
    if (answer.status() === 403) refusals.push(answer.url())
  })

  await test.step('its session sees only how to confirm, at every address and after a reload', async () => {
    expect((await own.request.post('/patient/register/', { data: person })).status()).toBe(201)
    await signInPatient(own, email, password)
    await expect(askedToConfirm).toBeVisible()
    await expect(own.getByText(email)).toBeVisible()
    for (const address of ['/files', '/viewer?study=1.2.3']) {
      await own.goto(address)
      await expect(askedToConfirm).toBeVisible()
    }
    await own.goto('/profile')
    await own.getByRole('button', { name: 'I have confirmed' }).click()
    await expect(own.getByText('Your address is not confirmed yet.')).toBeVisible()
    expect(refusals).toEqual([])
  })

  await test.step('staff see it waiting, and no patient', async () => {
    await signInOperator(nurse, 'nurse@northside.example')
    await nurse.getByPlaceholder('Search Patients...').fill(email)
    await expect(nurse.getByText('No patients found').first()).toBeVisible()
    await nurse.getByRole('link', { name: /^Waiting for confirmation \(\d+\)$/ }).click()
    await expect(nurse.getByRole('row', { name: new RegExp(last_name) })).toContainText(email)
  })

  await test.step('in an unknown browser the link asks for the password', async () => {
    await other.goto(await confirmationLink(other.request, email))
    await expect(other.getByText(/on another device or in another browser/)).toBeVisible()
    const field = other.getByLabel('Password', { exact: true })
    await field.fill('Wrong-fish-7!')
    await field.press('Enter')
    await expect(other.getByText('This password is not correct. Please try again.')).toBeVisible()
    await field.fill(password)
    await other.getByRole('button', { name: 'Confirm my email address' }).click()
    await expect(other.getByText('Your email address is confirmed')).toBeVisible()
    await other.getByRole('link', { name: 'Go to sign in' }).click()
    await expect(other).toHaveURL(/\/patients$/)
  })

  await test.step('the session goes on as the patient’s', async () => {
    await own.getByRole('button', { name: 'I have confirmed' }).click()
    await expect(own.getByRole('heading', { name: /^Good (morning|afternoon|evening), Nadia$/ })).toBeVisible()
    await follow(own, '/files')
    await expect(own.getByRole('heading', { name: "Nadia's Files" })).toBeVisible()
    expect(refusals).toEqual([])
  })

  await test.step('staff find the patient, and nobody waiting by that name', async () => {
    await nurse.reload()
    await expect(nurse.getByRole('heading', { name: 'Waiting for confirmation' })).toBeVisible()
    await expectLoaded(nurse)
    await expect(nurse.getByText(email)).toHaveCount(0)
    await follow(nurse, '/operatorPatientlist')
    await nurse.getByPlaceholder('Search Patients...').fill(last_name)
    await expect(nurse.getByRole('row', { name: new RegExp(last_name) })).toContainText(email)
  })
})

test('a registration that somebody has begun is not left without a question, by a link, Back or a reload', async ({
  page,
}) => {
  await page.goto('/status')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
  await page.getByText('Register', { exact: true }).click()
  const email = page.getByLabel('Email', { exact: true })
  // What asks comes with the first key, and asks for its dialog.
  const guard = page.waitForRequest(/\/DiscardQuestion-/)
  await email.fill('ada@patients.example')
  await guard
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  const keep = async () => {
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/\/patients$/)
    await expect(email).toHaveValue('ada@patients.example')
  }

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await keep()
  await page.goBack()
  await keep()

  const asking = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const asked = await asking
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await expect(email).toHaveValue('ada@patients.example')

  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'System status' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('ada@')
})
