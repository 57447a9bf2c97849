import { readdir, readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { comeBackTo, done, newPage, patientWithScan, request, submit } from './authorization-form.ts'
import { expectNoSidewaysScroll } from './axe.ts'
import { follow } from './follow.ts'
import { press, tabTo, type } from './keyboard.ts'
import { textOf } from './pdf.ts'
import { confirmationLink, mailTo, newPerson, signInAdmin } from './people.ts'
import { arriveFor, askFor } from './studies.ts'

/** Registers, confirms the address and signs in, by nothing but keys. */
const registerByKeyboard = async (page: Page) => {
  const person = newPerson()
  const { email, password, first_name, last_name } = person
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/')
  await press(page, page.getByRole('link', { name: 'I’m a patient' }))
  await tabTo(page, page.getByRole('radio', { name: 'Sign in' }))
  await page.keyboard.press('ArrowRight')
  await type(page, field('Email'), email)
  await type(page, field('Password'), password)
  await type(page, field('Confirm password'), password)
  await press(page, button('Next'))
  await type(page, field('First name'), first_name)
  await type(page, field('Last name'), last_name)
  await type(page, field('Address line 1'), person.address_1)
  await type(page, field('City'), person.city)
  await type(page, page.getByRole('combobox', { name: 'State' }), person.state)
  await type(page, field('Mobile number'), person.mobile_number)
  await press(page, button('Next'))
  await press(page, page.getByRole('checkbox'), 'Space')
  await press(page, button('Register'))
  await expect(page.getByText('Registration successful!')).toBeVisible()
  await page.goto(await confirmationLink(page.request, email))
  await press(page, page.getByRole('link', { name: 'Go to sign in' }))
  await type(page, field('Email'), email)
  await type(page, field('Password'), password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Good .+, Nadia$/ })).toBeVisible()
  return { email, name: `${first_name} ${last_name}` }
}

const chooseGround = async (page: Page, ground: string) => {
  await page.getByRole('dialog').getByLabel('Ground').click()
  await page.getByRole('option', { name: ground }).click()
}
const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

const bytesOnDisk = async () => {
  const folder = process.env['E2E_DATA_DIR'] ?? ''
  const files = await readdir(`${folder}/files`, { recursive: true, withFileTypes: true })
  // Other journeys upload meanwhile: what is still arriving has another name a moment later.
  const stored = files.filter((file) => file.isFile() && !file.parentPath.endsWith('/incoming'))
  return Promise.all(stored.map(({ parentPath, name }) => readFile(`${parentPath}/${name}`)))
}

test('by keyboard alone from the registration by a signed form and an approval to the open scan', async ({
  browser,
}) => {
  const [patient, admin] = [await newPage(browser), await newPage(browser)]
  const { email, name } = await test.step('registers', () => registerByKeyboard(patient))
  await signInAdmin(admin, 'admin@northside.example')
  await arriveFor(admin, patient, name)

  await test.step('the form goes out as a PDF, and the list shows the request', async () => {
    await press(patient, patient.getByRole('banner').getByRole('link', { name: 'Scans' }))
    const opening = patient.context().waitForEvent('page')
    await press(patient, patient.getByRole('button', { name: /Request Access/ }))
    const form = await opening
    await press(form, form.getByRole('checkbox', { name: 'Personal Use' }), 'Space')
    await press(form, form.getByRole('checkbox', { name: 'Other' }), 'Space')
    await type(form, form.getByLabel('Details of the other purpose'), 'For my neurologist')
    await type(form, form.getByLabel('Signature'), name)
    await press(form, form.getByRole('button', { name: 'Submit' }))
    await expect(form.getByRole('dialog', { name: 'Success!' })).toContainText(done)
    // The tab may be closed before the key is up.
    const closing = form.waitForEvent('close')
    await press(form, form.getByRole('button', { name: 'Okay' })).catch(() => undefined)
    await closing
    await comeBackTo(patient)
    await expect(patient.getByText(/^We usually answer within 2-3 business days, and by /)).toBeVisible()
    await expect(patient.getByRole('button', { name: /Request Access|Open images/ })).toHaveCount(0)
  })

  await test.step('the patient reads it again and has it as a PDF whose text can be selected', async () => {
    await press(patient, patient.getByRole('banner').getByRole('link', { name: 'Files' }))
    await press(patient, patient.getByRole('link', { name: 'Read AuthorizationForm' }))
    await expect(patient.getByText('Personal Use; Other: For my neurologist')).toBeVisible()
    await expect(patient.getByText('This form has not changed since it was signed')).toBeVisible()
    const downloading = patient.waitForEvent('download')
    await press(patient, patient.getByRole('button', { name: 'Download PDF' }))
    const pdf = await readFile(await (await downloading).path())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeLessThan(2_000_000)
    const text = textOf(pdf)
    for (const part of [
      'Request for MRI Scan Authorization Form',
      name,
      '[x]',
      'Other: For my neurologist',
      'Page 2 of 2',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/I authorize the imaging provider/)
  })

  await test.step('on the disk nothing of it can be read', async () => {
    const files = await bytesOnDisk()
    expect(files.length).toBeGreaterThan(0)
    for (const bytes of files)
      for (const word of ['%PDF', name, 'Authorization']) expect(bytes.includes(word)).toBe(false)
  })

  await test.step('an admin reads the form and approves', async () => {
    await follow(admin, '/adminScanRequests')
    await expect(rowOf(admin, email)).toContainText('11/01/2026')
    const opening = admin.context().waitForEvent('page')
    await rowOf(admin, email)
      .getByRole('link', { name: /Signed form/ })
      .click()
    await expect((await opening).getByText(name).first()).toBeVisible()
    await admin.getByRole('button', { name: `Approve the request of ${name}` }).click()
    const dialog = admin.getByRole('dialog')
    await expect(dialog).toContainText(`${name} will be able to open the scan of 11/01/2026`)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(admin.getByText(`The request of ${name} was approved.`)).toBeVisible()
    await expect(admin.getByRole('button', { name: `Revoke access for ${name}` })).toBeVisible()
  })

  await test.step('the patient is told, and the list opens the viewer', async () => {
    await mailTo(patient, email, /approved/)
    await press(patient, patient.getByRole('banner').getByRole('link', { name: 'Scans' }))
    await expect(patient).toHaveURL(/\/scan$/)
    await patient.reload()
    await expect(patient.locator('[aria-current=step]')).toHaveText(/Available until\w{3} \d+, \d{4}$/)
    const opening = patient.context().waitForEvent('page')
    await press(patient, patient.getByRole('button', { name: /Open images/ }))
    const viewer = await opening
    await expect(viewer.getByRole('status').filter({ hasText: 'Slice 1 of 1' })).toBeVisible()
    await press(viewer, viewer.getByText('What am I seeing?'))
    await expect(viewer.getByText(/The right side of the body is on the left of the picture/)).toBeVisible()
  })

  await test.step('the admin takes the access back, and it is gone', async () => {
    await admin.getByRole('button', { name: `Revoke access for ${name}` }).click()
    await admin.getByRole('dialog').getByLabel('Reason').fill('Asked for by phone')
    await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(admin.getByText(`Access for ${name} was revoked.`)).toBeVisible()
    await patient.reload()
    await expect(patient.getByText('The clinic wrote: Asked for by phone')).toBeVisible()
  })
})

test('an answer is put off, declined on a ground, and asked for again; the patient reads day, reasons, ground and how to appeal', async ({
  browser,
}) => {
  const { patient, admin, email, name, study } = await patientWithScan(browser)
  await patient.setViewportSize({ width: 390, height: 844 })
  await askFor(patient, name, study)
  await patient.goto('/scan')
  await expect(patient.getByText(/and by \w{3} \d+, \d{4} at the latest\.$/)).toBeVisible()

  await follow(admin, '/adminScanRequests')
  await expect(rowOf(admin, email)).toContainText('30 days left')
  await admin.getByRole('button', { name: `Extend the time to answer ${name}` }).click()
  await admin.getByRole('dialog').getByLabel('Reason').fill('The disks are at another site')
  await admin.getByRole('dialog').getByRole('button', { name: 'Extend' }).click()
  await expect(admin.getByText(`The time to answer ${name} was extended.`)).toBeVisible()
  await expect(rowOf(admin, email)).toContainText('60 days left')
  await expect(admin.getByRole('button', { name: `Extend the time to answer ${name}` })).toHaveCount(0)

  await mailTo(patient, email, /About your access request/)
  await patient.reload()
  await expect(patient.getByText('We need more time to answer the request.')).toBeVisible()
  await expect(patient.getByText('The clinic wrote: The disks are at another site')).toBeVisible()

  await admin.getByRole('button', { name: `Decline the request of ${name}` }).click()
  await chooseGround(admin, 'Endangers life or physical safety')
  await admin.getByRole('dialog').getByLabel('Reason').fill('Dr. Diaz will call you')
  await admin.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(admin.getByText(`The request of ${name} was declined.`)).toBeVisible()

  await patient.reload()
  await expect(patient.getByText(/could put you or someone else in danger/)).toBeVisible()
  await expect(patient.getByText('The clinic wrote: Dr. Diaz will call you')).toBeVisible()
  const appeal = patient.getByRole('region', { name: 'What you can do' })
  await expect(appeal.getByText(/You can ask for a review/)).toBeVisible()
  await expect(appeal.getByRole('link', { name: 'hhs.gov/ocr/complaints' })).toBeVisible()
  await expectNoSidewaysScroll(patient)

  const again = await request(patient, name)
  await submit(again)
  await expect(again.getByRole('dialog', { name: 'Success!' })).toBeVisible()
  await admin.reload()
  await admin.getByRole('button', { name: `Approve the request of ${name}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText(`The request of ${name} was approved.`)).toBeVisible()
  await patient.reload()
  await expect(patient.getByText(/Available until/)).toBeVisible()
})
