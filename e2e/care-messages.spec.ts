import { pdfPage } from '@fornix/demo/seeds/demo/papers.ts'
import { type Browser, expect, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { follow } from './follow.ts'
import { anyLetters, mailTo, newPatient, signInOperator, signInPatient } from './people.ts'

const open = async (browser: Browser, width: number) =>
  (await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' })).newPage()

test('a patient writes on a phone, the care team answers, and the email says nothing of it', async ({ browser }) => {
  const phone = await open(browser, 390)
  const { email, password, name } = await newPatient(phone.request)
  const subject = `Earplugs ${anyLetters()}`
  await signInPatient(phone, email, password)

  await test.step('the patient writes', async () => {
    await phone
      .getByRole('navigation')
      .getByRole('link', { name: /^Messages/ })
      .click()
    await phone.getByRole('link', { name: 'New message' }).click()
    await expect(phone.getByText('Not for emergencies. If this is an emergency, call 911.')).toBeVisible()
    await phone.getByLabel('Subject').fill(subject)
    await phone.getByLabel('Message', { exact: true }).fill('Do I get earplugs?\nMy ears are sensitive.')
    await phone.getByRole('button', { name: 'Attach files' }).click()
    const chosen = {
      name: 'hearing-test.pdf',
      mimeType: 'application/pdf',
      buffer: pdfPage('Hearing test', ['Sensitive to noise']),
    }
    await phone.locator('input[type=file]').last().setInputFiles(chosen)
    await phone.getByRole('button', { name: 'Send' }).dblclick()
    await expect(phone).toHaveURL(/\/messages\/[0-9a-f-]{36}$/)
    await expect(phone.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(1)
    await expectNoSidewaysScroll(phone)
    // An open conversation reads the answer by itself.
    await follow(phone, '/profile')
  })

  const nurse = await open(browser, 1280)
  await test.step('a nurse sees the count, takes the conversation and answers', async () => {
    await signInOperator(nurse, 'nurse@northside.example')
    await nurse
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Messages.*waiting/ })
      .click()
    await nurse.getByLabel('Find messages by patient').fill(name)
    await expect(nurse).toHaveURL(/searchQuery=/)
    await nurse.getByRole('link', { name: subject }).click()
    await expect(nurse.getByText('My ears are sensitive.')).toBeVisible()
    await nurse.getByRole('button', { name: 'View hearing-test.pdf' }).click()
    const viewed = nurse.getByRole('dialog', { name: 'hearing-test.pdf' })
    await expect(viewed.getByRole('region', { name: 'Page 1 of 1' })).toContainText('Sensitive to noise')
    const [file] = await Promise.all([
      nurse.waitForEvent('download'),
      viewed.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe('hearing-test.pdf')
    await nurse.getByRole('button', { name: 'Assign to me' }).click()
    await expect(nurse.getByRole('combobox', { name: 'Answered by' })).toHaveValue(/Noreen O’Hara/)
    await nurse.getByLabel('Your message').fill('Yes, everybody gets them.')
    await nurse.getByRole('button', { name: 'Send' }).click()
    await expect(nurse.getByText('Not read by the patient yet')).toBeVisible()
  })

  await test.step('the email says only that a message waits', async () => {
    const { subject: title, text, links } = await mailTo(phone, email, /new message/)
    expect(`${title} ${text}`).not.toMatch(/Earplugs|ears|everybody/i)
    expect(new URL(links.find((link) => link.includes('/messages')) ?? '').pathname).toBe('/messages')
  })

  await test.step('the patient finds it on the home page and reads it, and the nurse sees that', async () => {
    await phone.reload()
    await phone.getByRole('link', { name: 'Notifications: 1 new' }).click()
    await expect(phone.getByRole('link', { name: `Your care team wrote to you: ${subject}` })).toBeVisible()
    await expect(phone.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
    await follow(phone, '/profile')
    await phone.getByRole('link', { name: 'You have a new message' }).click()
    await phone.getByRole('link', { name: new RegExp(subject) }).click()
    await expect(phone.getByText('Yes, everybody gets them.')).toBeVisible()
    await expect(phone.getByText('Seen by the care team')).toBeVisible()
    await expect(nurse.getByText(/^Read by the patient/)).toBeVisible()
  })

  await test.step('nobody else’s account opens it', async () => {
    const address = new URL(phone.url()).pathname
    const stranger = await open(browser, 390)
    await signInPatient(stranger, 'eli.novak@lakeview.example', undefined, address)
    await expect(stranger.getByText('This conversation was not found.')).toBeVisible()
  })
})
