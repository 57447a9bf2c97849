import { readdir, readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectGoodInEveryLook } from './axe.ts'
import { press, tabTo, type } from './keyboard.ts'
import { textOf } from './pdf.ts'
import {
  confirmationLink,
  mailTo,
  newPatient,
  newPerson,
  signInAdmin,
  signInOperator,
  signInPatient,
} from './people.ts'
import { arriveFor } from './studies.ts'

const newPage = async (browser: Browser) =>
  (await browser.newContext({ acceptDownloads: true, reducedMotion: 'reduce' })).newPage()
const scan = '1.2.3.4'
/** The form for a scan that was chosen in another tab. */
const openForm = async (page: Page, studyId = scan) => {
  await page.evaluate((id) => {
    sessionStorage.setItem('studyId', id)
    sessionStorage.setItem('studyDate', '20260214')
  }, studyId)
  await page.goto('/authForm')
  await expect(page.getByLabel('MRI Scan date')).toHaveValue('2026-02-14')
}
const fill = async (page: Page, name: string) => {
  await page.getByRole('checkbox', { name: 'Personal Use' }).check()
  await page.getByLabel('Signature').fill(name)
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()
/** Drawing two pages at scale 3 is the browser's hardest work here; on a busy machine it takes long. */
const drawn = { timeout: 90_000 }
const done = 'Your request was submitted successfully.PLease allow us 2-3 buisness days to approve your request.'

/** A patient of this test's own, signed in, whose one scan has arrived; and an admin. */
const patientWithScan = async (browser: Browser) => {
  const [patient, admin] = [await newPage(browser), await newPage(browser)]
  const { email, password, name } = await newPatient(patient.request)
  await signInPatient(patient, email, password)
  await signInAdmin(admin, 'admin@northside.example')
  await arriveFor(admin, patient, name)
  return { patient, admin, email, name }
}

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

/** Asks from the list of scans, as a patient does: the form opens in a new tab. */
const request = async (page: Page, name: string) => {
  await page.goto('/scan')
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: /Request Access/ }).click()
  const form = await opening
  await fill(form, name)
  return form
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
    await expect(form.getByRole('dialog', { name: 'Success!' })).toContainText(done, drawn)
    await press(form, form.getByRole('button', { name: 'Okay' }))
    await expect(form).toHaveURL(/\/scan$/)
    await expect(form.getByText('We answer your request within 2-3 business days.')).toBeVisible()
    await expect(form.getByRole('button', { name: /Request Access|Open images/ })).toHaveCount(0)
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
    await admin.goto('/adminScanRequests')
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
    await patient.reload()
    await expect(patient.locator('[aria-current=step]')).toHaveText(/Open until\w{3} \d+, \d{4}$/)
    const opening = patient.context().waitForEvent('page')
    await press(patient, patient.getByRole('button', { name: /Open images/ }))
    const viewer = await opening
    await expect(viewer.getByRole('status').filter({ hasText: 'Slice 1 of 1' })).toBeVisible(drawn)
    await press(viewer, viewer.getByText('What am I seeing?'))
    await expect(viewer.getByText(/On the left of the picture is your right side/)).toBeVisible()
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

test('a declined request tells its reason, and may be made again', async ({ browser }) => {
  const { patient, admin, name } = await patientWithScan(browser)
  const first = await request(patient, name)
  await submit(first)
  await expect(first.getByRole('dialog', { name: 'Success!' })).toBeVisible(drawn)
  await patient.reload()
  await expect(patient.getByText('We answer your request within 2-3 business days.')).toBeVisible()

  await admin.goto('/adminScanRequests')
  await admin.getByRole('button', { name: `Decline the request of ${name}` }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Please choose a ground')).toBeVisible()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await expect(dialog.getByLabel('Ground')).toBeFocused()
  await chooseGround(admin, 'Form is not complete')
  await dialog.getByLabel('Reason').fill('Please sign with your full name')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(admin.getByText(`The request of ${name} was declined.`)).toBeVisible()

  await patient.reload()
  await expect(patient.getByText('The clinic wrote: Please sign with your full name')).toBeVisible()
  const again = await request(patient, name)
  await submit(again)
  await expect(again.getByRole('dialog', { name: 'Success!' })).toBeVisible(drawn)
  await admin.reload()
  await admin.getByRole('button', { name: `Approve the request of ${name}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText(`The request of ${name} was approved.`)).toBeVisible()
  await patient.reload()
  await expect(patient.getByText(/Open until/)).toBeVisible()
  const opening = patient.context().waitForEvent('page')
  await patient.getByRole('button', { name: /Open images/ }).click()
  expect((await opening).url()).toMatch(/\/viewer\?study=[\d.]+&seriesId=[\d.]+$/)
})

test('an answer is put off, then declined on a ground; the patient reads day, reasons, ground and how to appeal', async ({
  browser,
}) => {
  const { patient, admin, email, name } = await patientWithScan(browser)
  await patient.setViewportSize({ width: 390, height: 844 })
  const form = await request(patient, name)
  await submit(form)
  await expect(form.getByRole('dialog', { name: 'Success!' })).toBeVisible(drawn)
  await patient.reload()
  await expect(patient.getByText(/^We answer by \w{3} \d+, \d{4} at the latest\.$/)).toBeVisible()

  await admin.goto('/adminScanRequests')
  await expect(rowOf(admin, email)).toContainText('30 days left')
  await admin.getByRole('button', { name: `Extend the time to answer ${name}` }).click()
  await admin.getByRole('dialog').getByLabel('Reason').fill('The disks are at another site')
  await expectGoodInEveryLook(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Extend' }).click()
  await expect(admin.getByText(`The time to answer ${name} was extended.`)).toBeVisible()
  await expect(rowOf(admin, email)).toContainText('60 days left')
  await expect(admin.getByRole('button', { name: `Extend the time to answer ${name}` })).toHaveCount(0)

  await mailTo(patient, email, /About your request/)
  await patient.goto('/scan')
  await expect(patient.getByText('We need more time to answer your request.')).toBeVisible()
  await expect(patient.getByText('The clinic wrote: The disks are at another site')).toBeVisible()
  await expectGoodInEveryLook(patient)

  await admin.getByRole('button', { name: `Decline the request of ${name}` }).click()
  await chooseGround(admin, 'Endangers life or physical safety')
  await admin.getByRole('dialog').getByLabel('Reason').fill('Dr. Diaz will call you')
  await expectGoodInEveryLook(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(admin.getByText(`The request of ${name} was declined.`)).toBeVisible()

  await patient.reload()
  await expect(patient.getByText(/could put you or someone else in danger/)).toBeVisible()
  await expect(patient.getByText('The clinic wrote: Dr. Diaz will call you')).toBeVisible()
  const appeal = patient.getByRole('region', { name: 'What you can do' })
  await expect(appeal.getByText(/You can ask for a review/)).toBeVisible()
  await expect(appeal.getByRole('link', { name: 'hhs.gov/ocr/complaints' })).toBeVisible()
  await expectGoodInEveryLook(patient)
})

test('an empty form does not go out, and names what is missing', async ({ page, request }) => {
  const { email, password } = await newPatient(request)
  await signInPatient(page, email, password)
  await openForm(page)
  await page.getByRole('checkbox', { name: 'Other' }).check()
  await page.getByLabel('Expiration Date').fill('2020-01-01')
  await submit(page)

  for (const sentence of [
    'Please say for what purpose',
    'The expiration date has passed',
    'Please sign by typing your full name',
  ])
    await expect(page.getByText(sentence, { exact: true }).first()).toBeVisible()
  await expect(page.getByLabel('Details of the other purpose')).toBeFocused()
  await expectGoodInEveryLook(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('checkbox', { name: 'Other' })).not.toBeChecked()
  await submit(page)
  await expect(page.getByText('Please choose at least one purpose', { exact: true })).toBeVisible()
})

test('without a scan the error dialog opens and says nothing', async ({ page, request }) => {
  const { email, password } = await newPatient(request)
  await signInPatient(page, email, password, '/authForm')

  const dialog = page.getByRole('dialog', { name: 'Oh no!' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toHaveText(/^Oh no!\s*Close$/)
  await expectGoodInEveryLook(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'Back to scans' }).click()
  await expect(page.getByText('No scan data available ..')).toBeVisible()
})

test('what fails on the way is told by the sentences of the specification, and nothing typed is lost', async ({
  page,
  request,
}) => {
  const { email, password } = await newPatient(request)
  await signInPatient(page, email, password)
  await openForm(page)
  await fill(page, 'Nadia Somebody')
  const dialog = page.getByRole('dialog', { name: 'Oh no!' })
  const close = () => dialog.getByRole('button', { name: 'Close' }).last().click()

  // This patient has no such scan, so the server does not take the form.
  await submit(page)
  await expect(dialog).toContainText('Failed to upload the form as a PDF.', drawn)
  await close()

  let uploads = 0
  await page.route('**/patient/upload_form_with_encryption/**', (route) => {
    uploads++
    return route.fulfill({ status: 201, json: { file_id: '01930000-0000-7000-8000-000000000000' } })
  })
  await page.route('**/admin/update_pending_requests_admin/', (route) =>
    route.fulfill({
      status: 409,
      json: { error: 'Your request for this scan is waiting.', code: 'pending', detail: '', request_id: '' },
    }),
  )
  await submit(page)
  await expect(dialog).toContainText('Your request for this scan is waiting.', drawn)
  await close()

  await page.route('**/admin/update_pending_requests_admin/', (route) =>
    route.fulfill({ status: 500, body: 'no JSON' }),
  )
  await submit(page)
  await expect(dialog).toContainText('An unexpected error occurred.')
  await close()
  await expect(page.getByLabel('Signature')).toHaveValue('Nadia Somebody')
  expect(uploads).toBe(1)
})

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

test('lists that cannot be fetched say so', async ({ browser }) => {
  const failing = async (page: Page, address: string) => page.route(address, (route) => route.fulfill({ status: 500 }))
  const [patient, admin] = [await newPage(browser), await newPage(browser)]
  await failing(patient, '**/patient/get_patient_scan_list/**')
  await signInPatient(patient, 'ana.rivera@northside.example', undefined, '/scan')
  await expect(patient.getByText('Failed to fetch Scans. Please try again.')).toBeVisible()

  await failing(admin, '**/admin/get_admin_profile/')
  await signInAdmin(admin, 'admin@northside.example', '/adminScanRequests')
  await expect(admin.getByText('Error fetching pending requests. Please try again.')).toBeVisible()
  await admin.unroute('**/admin/get_admin_profile/')
  await failing(admin, '**/admin/approve_scan_request/')
  await admin.getByRole('button', { name: 'Retry' }).click()
  await admin.getByRole('button', { name: 'Approve the request of Ben Okafor' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText('Failed to Approve the Scan Request. Please try again.')).toBeVisible()
})

test('every state of the scans of staff is accessible in every look', async ({ browser }) => {
  const [admin, physician] = [await newPage(browser), await newPage(browser)]
  await signInAdmin(admin, 'admin@northside.example', '/adminScanRequests')
  // Other tests leave scans open, too; those of the demo come last.
  await admin
    .getByRole('region', { name: 'Open scans' })
    .getByRole('combobox', { name: 'Rows per page' })
    .selectOption('50')
  for (const [button, field] of [
    ['Approve the request of Ben Okafor', 'Approve'],
    ['Decline the request of Ben Okafor', 'Decline'],
    ['Revoke access for Ana Rivera', 'Revoke'],
  ] as const) {
    await admin.getByRole('button', { name: button }).click()
    await expect(admin.getByRole('dialog').getByRole('button', { name: field })).toBeVisible()
    await expectGoodInEveryLook(admin)
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  }
  const opening = admin.context().waitForEvent('page')
  await admin.getByRole('link', { name: 'Signed form of Ana Rivera, opens in a new tab' }).click()
  const form = await opening
  await expect(form.getByText('This form has not changed since it was signed')).toBeVisible()
  await expectGoodInEveryLook(form)

  await signInOperator(physician, 'physician@northside.example', '/operatorPatientlist?searchQuery=rivera')
  await physician.getByRole('link', { name: /Ana/ }).click()
  await expect(physician.getByRole('heading', { name: 'Ana Rivera' })).toBeVisible()
  await physician.getByRole('tab', { name: 'Scan', exact: true }).click()
  await expect(physician.getByRole('button', { name: /Open viewer/ })).toHaveCount(2)
  await expectGoodInEveryLook(physician)
  await physician.goto('/scan')
  await expect(physician.getByRole('heading', { name: "Ana's Scans" })).toBeVisible()
  await expect(physician.getByRole('button', { name: /Open viewer/ })).toHaveCount(2)
  await expectGoodInEveryLook(physician)
})
