import { readdir, readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { textOf } from './pdf.ts'
import { mailTo, newPatient, signInAdmin, signInOperator, signInPatient } from './people.ts'

const newPage = async (browser: Browser, look: object = {}) =>
  (await browser.newContext({ acceptDownloads: true, reducedMotion: 'reduce', ...look })).newPage()
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
const done = 'Your request was submitted successfully.PLease allow us 2-3 buisness days to approve your request.'

/** Asks from the list of scans, as a patient does: the form opens in a new tab. */
const request = async (page: Page, name: string) => {
  await page.goto('/scan')
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: /Request Access/ }).click()
  const form = await opening
  await fill(form, name)
  return form
}
const rowOf = (page: Page, first: string) => page.getByRole('row', { name: new RegExp(first) })

const bytesOnDisk = async () => {
  const folder = process.env['E2E_DATA_DIR'] ?? ''
  const files = await readdir(`${folder}/files`, { recursive: true, withFileTypes: true })
  return Promise.all(
    files.filter((file) => file.isFile()).map(({ parentPath, name }) => readFile(`${parentPath}/${name}`)),
  )
}

test('from the list of scans by a signed form and an approval to the viewer', async ({ browser }) => {
  const [patient, admin] = [await newPage(browser), await newPage(browser)]
  await signInPatient(patient, 'dana.rossi@lakeview.example')
  const form = await request(patient, 'Dana Rossi')

  await test.step('the form goes out as a PDF, and the list shows the request', async () => {
    await form.getByRole('checkbox', { name: 'Other' }).check()
    await form.getByLabel('Details of the other purpose').fill('For my neurologist')
    await submit(form)
    await expect(form.getByRole('dialog', { name: 'Success!' })).toContainText(done)
    await form.getByRole('button', { name: 'Okay' }).click()
    await expect(form).toHaveURL(/\/scan$/)
    await expect(form.getByText('Requested. We answer within 2-3 business days.')).toBeVisible()
    await expect(form.getByRole('button', { name: /Request Access|Open viewer/ })).toHaveCount(0)
  })

  await test.step('the patient reads it again and has it as a PDF whose text can be selected', async () => {
    await patient.goto('/files')
    await patient.getByRole('link', { name: 'Read AuthorizationForm' }).click()
    await expect(patient.getByText('Personal Use; Other: For my neurologist')).toBeVisible()
    await expect(patient.getByText('The seal of this form is intact')).toBeVisible()
    const downloading = patient.waitForEvent('download')
    await patient.getByRole('button', { name: 'Download PDF' }).click()
    const pdf = await readFile(await (await downloading).path())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeLessThan(2_000_000)
    const text = textOf(pdf)
    for (const part of [
      'Request for MRI Scan Authorization Form',
      'Dana Rossi',
      '[x]',
      'Other: For my neurologist',
      'Page 2 of 2',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/I authorize the imaging provider/)
  })

  await test.step('on the disk nothing of it can be read', async () => {
    for (const bytes of await bytesOnDisk())
      for (const word of ['%PDF', 'Dana Rossi', 'Authorization']) expect(bytes.includes(word)).toBe(false)
  })

  await test.step('an admin reads the form and approves', async () => {
    await signInAdmin(admin, 'admin@lakeview.example')
    await admin.goto('/adminScanRequests')
    await expect(rowOf(admin, 'Dana')).toContainText('07/02/2026')
    const opening = admin.context().waitForEvent('page')
    await rowOf(admin, 'Dana')
      .getByRole('link', { name: /Signed form/ })
      .click()
    await expect((await opening).getByText('Dana Rossi').first()).toBeVisible()
    await admin.getByRole('button', { name: 'Approve the request of Dana Rossi' }).click()
    const dialog = admin.getByRole('dialog')
    await expect(dialog).toContainText('Dana Rossi will be able to open the scan of 07/02/2026')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(admin.getByText('The request of Dana Rossi was approved.')).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Revoke the access of Dana Rossi' })).toBeVisible()
  })

  await test.step('the patient is told, and the list opens the viewer', async () => {
    await mailTo(patient, 'dana.rossi@lakeview.example', /approved/)
    await patient.goto('/scan')
    await expect(patient.getByText(/Open until \d\d\/\d\d\/\d{4}/)).toBeVisible()
    const opening = patient.context().waitForEvent('page')
    await patient.getByRole('button', { name: /Open viewer/ }).click()
    expect((await opening).url()).toMatch(/\/viewer\?seriesId=[\d.]+$/)
  })

  await test.step('the admin takes the access back, and it is gone', async () => {
    await admin.getByRole('button', { name: 'Revoke the access of Dana Rossi' }).click()
    await admin.getByRole('dialog').getByLabel('Reason').fill('Asked for by phone')
    await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(admin.getByText('The access of Dana Rossi was taken back.')).toBeVisible()
    await patient.reload()
    await expect(patient.getByText('Access was taken back: Asked for by phone')).toBeVisible()
  })
})

test('a declined request tells its reason, and may be made again', async ({ browser }) => {
  const [patient, admin] = [await newPage(browser), await newPage(browser)]
  await signInPatient(patient, 'eli.novak@lakeview.example')
  await submit(await request(patient, 'Eli Novák'))
  await expect(async () => {
    await patient.reload()
    await expect(patient.getByText('Requested. We answer within 2-3 business days.')).toBeVisible({ timeout: 1000 })
  }).toPass()

  await signInAdmin(admin, 'admin@lakeview.example')
  await admin.goto('/adminScanRequests')
  await admin.getByRole('button', { name: 'Decline the request of Eli Novák' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('Please sign with your full name')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(admin.getByText('The request of Eli Novák was declined.')).toBeVisible()

  await patient.reload()
  await expect(patient.getByText('Declined: Please sign with your full name')).toBeVisible()
  const form = await request(patient, 'Eli Novák')
  await submit(form)
  await expect(form.getByRole('dialog', { name: 'Success!' })).toBeVisible()
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
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Details of the other purpose')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('checkbox', { name: 'Other' })).not.toBeChecked()
  await submit(page)
  await expect(page.getByText('Please choose at least one purpose', { exact: true })).toBeVisible()
})

test('without a scan the error dialog opens and says nothing', async ({ page, request }) => {
  const { email, password } = await newPatient(request)
  await signInPatient(page, email, password)
  await page.goto('/authForm')

  const dialog = page.getByRole('dialog', { name: 'Oh no!' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toHaveText(/^Oh no!\s*Close$/)
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
  await expect(dialog).toContainText('Failed to upload the form as a PDF.')
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
  await expect(dialog).toContainText('Your request for this scan is waiting.')
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

  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()

  await expect(page).toHaveURL(/\/authForm$/)
  await expect(page.getByText('We kept what you had typed')).toBeVisible()
  await expect(page.getByLabel('Signature')).toHaveValue('Nadia Somebody')
  await expect(page.getByRole('checkbox', { name: 'Personal Use' })).toBeChecked()
  await expect(page.getByLabel('MRI Scan date')).toHaveValue('2026-02-14')
})

test('lists that cannot be fetched say so', async ({ browser }) => {
  const failing = async (page: Page, address: string) => page.route(address, (route) => route.fulfill({ status: 500 }))
  const [patient, admin] = [await newPage(browser), await newPage(browser)]
  await failing(patient, '**/patient/get_patient_scan_list/**')
  await signInPatient(patient, 'ana.rivera@northside.example')
  await patient.goto('/scan')
  await expect(patient.getByText('Failed to fetch Scans. Please try again.')).toBeVisible()

  await failing(admin, '**/admin/get_admin_profile/')
  await signInAdmin(admin, 'admin@northside.example')
  await admin.goto('/adminScanRequests')
  await expect(admin.getByText('Error fetching pending requests. Please try again.')).toBeVisible()
  await admin.unroute('**/admin/get_admin_profile/')
  await failing(admin, '**/admin/approve_scan_request/')
  await admin.getByRole('button', { name: 'Retry' }).click()
  await admin.getByRole('button', { name: 'Approve the request of Ben Okafor' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText('Failed to Approve the Scan Request. Please try again.')).toBeVisible()
})

for (const width of [390, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`every state of forms and scans is accessible at ${width} px, ${colorScheme}`, async ({
      browser,
      request,
    }) => {
      const look = { viewport: { width, height: 850 }, colorScheme }
      const check = async (page: Page) => {
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      }
      const [patient, admin, physician] = [
        await newPage(browser, look),
        await newPage(browser, look),
        await newPage(browser, look),
      ]
      const { email, password } = await newPatient(request)
      await signInPatient(patient, email, password)
      await openForm(patient)
      await patient.getByRole('checkbox', { name: 'Other' }).check()
      await submit(patient)
      await expect(patient.getByRole('alert')).toBeVisible()
      await check(patient)
      await patient.getByLabel('Details of the other purpose').fill('A talk')
      await fill(patient, 'Nadia')
      await submit(patient)
      await expect(patient.getByRole('dialog', { name: 'Oh no!' })).toBeVisible()
      await check(patient)

      await signInAdmin(admin, 'admin@northside.example')
      await admin.goto('/adminScanRequests')
      for (const [button, field] of [
        ['Approve the request of Ben Okafor', 'Approve'],
        ['Decline the request of Ben Okafor', 'Decline'],
        ['Revoke the access of Ana Rivera', 'Revoke'],
      ] as const) {
        await admin.getByRole('button', { name: button }).click()
        await expect(admin.getByRole('dialog').getByRole('button', { name: field })).toBeVisible()
        await check(admin)
        await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      }
      const opening = admin.context().waitForEvent('page')
      await admin.getByRole('link', { name: 'Signed form of Ana Rivera, opens in a new tab' }).click()
      const form = await opening
      await expect(form.getByText('The seal of this form is intact')).toBeVisible()
      await check(form)

      await signInOperator(physician, 'physician@northside.example')
      await physician.goto('/operatorPatientlist?searchQuery=rivera')
      await physician.getByRole('link', { name: /Ana/ }).click()
      await expect(physician.getByRole('heading', { name: 'Ana Rivera' })).toBeVisible()
      await physician.goto('/profile?tab=scan')
      await expect(physician.getByRole('button', { name: /Open viewer/ })).toHaveCount(2)
      await check(physician)
      await physician.goto('/scan')
      await expect(physician.getByRole('heading', { name: "Ana's Scans" })).toBeVisible()
      await expect(physician.getByRole('button', { name: /Open viewer/ })).toHaveCount(2)
      await check(physician)
    })
