import { readFile, rm } from 'node:fs/promises'
import { type Download, expect, test } from '@playwright/test'
import { demoPort, seededFolder, startProgram } from './demo-program.ts'
import { mailTo, signInByForm, signInByProvider, signOut } from './people.ts'

// A program of its own: it is stopped and started again on the way.
const port = demoPort + 1
test.use({ baseURL: `http://localhost:${port}` })

const pdf = Buffer.from(
  `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${'A letter of the referring doctor. '.repeat(4000)}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
)
const email = 'greta.holm@patients.example'
const password = 'Lantern-fish-7!'
const bytesOf = async (download: Download) => readFile(await download.path())

let program: Awaited<ReturnType<typeof startProgram>>
let dataDir: string
test.beforeEach(async () => {
  dataDir = await seededFolder()
  program = await startProgram(port, dataDir)
})
test.afterEach(async () => {
  await program.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('from the landing page to a file in the hands of the physician, across a restart', async ({ browser }) => {
  const newPage = async () =>
    (await browser.newContext({ baseURL: `http://localhost:${port}`, acceptDownloads: true })).newPage()
  const patient = await newPage()
  const physician = await newPage()

  await test.step('a visitor registers', async () => {
    await patient.goto('/')
    await patient.getByRole('link', { name: 'I’m a patient' }).click()
    await patient.getByText('Register', { exact: true }).click()
    const form = patient.getByRole('form', { name: 'Register' })
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Password', { exact: true }).fill(password)
    await form.getByLabel('Confirm password').fill(password)
    await expect(form.getByText('Passwords match')).toBeVisible()
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByLabel('First name').fill('Greta')
    await form.getByLabel('Last name').fill('Holm')
    await form.getByLabel('Address line 1').fill('7 Quiet Lane')
    await form.getByLabel('City').fill('Boston')
    await form.getByRole('combobox', { name: 'State' }).click()
    await patient.getByRole('option', { name: /MA/ }).click()
    await form.getByLabel('ZIP code (optional)').fill('02110')
    await form.getByLabel('Mobile number').fill('6175550188')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Register' }).click()
    await expect(patient.getByText('Registration successful!')).toBeVisible()
    await expect(patient.getByText('You have 72 hours.')).toBeVisible()
  })

  await test.step('signs in right away, and sees only how to confirm the address', async () => {
    await signInByForm(patient, 'patient', email, password)
    await expect(patient.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
    await patient.goto('/files')
    await expect(patient.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
  })

  await test.step('opens the verification mail in the mailbox', async () => {
    await mailTo(patient, email, /confirm your email/)
    await patient.goto(`/demo/mail?to=${email}`)
    await patient.getByRole('link', { name: /confirm your email/ }).click()
    await patient.getByRole('link', { name: /verify-email/ }).click()
    await expect(patient.getByText('Your email address is confirmed')).toBeVisible()
  })

  await test.step('goes on to the profile and edits it', async () => {
    await patient.getByRole('link', { name: 'Go to your profile' }).click()
    await patient.getByRole('link', { name: 'Edit my profile' }).click()
    await patient.getByRole('button', { name: 'Edit contact details' }).click()
    await patient.getByLabel('City').fill('Somerville')
    await patient.getByRole('button', { name: 'Save' }).click()
    await expect(patient.getByText('7 Quiet Lane, Somerville, MA 02110')).toBeVisible()
    await patient.getByRole('button', { name: 'Edit medical information' }).click()
    await patient.getByLabel('Neck length').fill('12 cm')
    await patient.getByLabel('Previous history').fill('None known')
    await patient.getByRole('button', { name: 'Save' }).click()
    await expect(patient.getByText('12 cm')).toBeVisible()
  })

  await test.step('uploads a PDF by drag and drop and downloads it again', async () => {
    await patient.goto('/files')
    await expect(patient.getByRole('heading', { name: "Greta's Files" })).toBeVisible()
    await patient.getByRole('button', { name: 'Upload', exact: true }).click()
    const dialog = patient.getByRole('dialog')
    const transfer = await patient.evaluateHandle((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'letter.pdf', { type: 'application/pdf' }))
      return data
    }, pdf.toString())
    const zone = dialog.getByText('Drag and drop your file here')
    await zone.dispatchEvent('drop', { dataTransfer: transfer })
    await expect(dialog.getByText('letter.pdf').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(patient.getByText('File uploaded successfully!')).toBeVisible()
    await patient.getByRole('button', { name: 'Okay' }).click()
    const downloading = patient.waitForEvent('download')
    await patient.getByRole('button', { name: 'Download letter.pdf' }).click()
    expect(await bytesOf(await downloading)).toEqual(pdf)
  })

  const findAsPhysician = async () => {
    await physician.getByPlaceholder('Search Patients...').fill('hol gre')
    await physician.getByRole('link', { name: /Greta/ }).click()
    await expect(physician.getByRole('heading', { name: 'Greta Holm' })).toBeVisible()
  }

  await test.step('the physician signs in through the provider, downloads the same bytes, and is notified', async () => {
    await signInByProvider(physician, '/physicians', 'physician@northside.example')
    await expect(physician).toHaveURL(/\/operatorPatientlist/)
    await findAsPhysician()
    await expect(physician.getByText('7 Quiet Lane, Somerville, MA 02110')).toBeVisible()
    await physician.getByRole('tab', { name: 'File', exact: true }).click()
    const downloading = physician.waitForEvent('download')
    await physician.getByRole('button', { name: 'Download letter.pdf' }).click()
    expect(await bytesOf(await downloading)).toEqual(pdf)
    // The bell asks ten seconds after the page stands, most of which have passed.
    await expect(physician.getByRole('button', { name: /[1-9]\d* unread/ })).toBeVisible()
  })

  await test.step('both sign out', async () => {
    await signOut(patient)
    await expect(patient).toHaveURL(/\/patients\/?$/)
    await signOut(physician)
    await expect(physician).toHaveURL(`http://localhost:${port}/`)
    await physician.goto('/operatorPatientlist')
    await expect(physician).toHaveURL(/\/physicians/)
  })

  await test.step('an admin sees the number of operators', async () => {
    const admin = await newPage()
    await signInByForm(admin, 'admin', 'admin@northside.example')
    await expect(admin.getByText(/^[1-9]\d*$/).first()).toBeVisible()
  })

  await test.step('everything is still there after a kill and a restart', async () => {
    await program.kill()
    program = await startProgram(port, dataDir)
    await signInByForm(patient, 'patient', email, password)
    await expect(patient.getByText('7 Quiet Lane, Somerville, MA 02110')).toBeVisible()
    await patient.goto('/files')
    const downloading = patient.waitForEvent('download')
    await patient.getByRole('button', { name: 'Download letter.pdf' }).click()
    expect(await bytesOf(await downloading)).toEqual(pdf)
  })
})
