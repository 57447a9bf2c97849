import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fillPath, getPatientInfo } from '@fornix/contract'
import { demoStudy } from '@fornix/demo/seeds/scans/demo-study.ts'
import { uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'
import { expect, type Page, test } from '@playwright/test'
import { follow } from './follow.ts'
import { anyLetters, newPatient, signInOperator } from './people.ts'

const tech = 'tech@northside.example'
let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/fornix-arrival-`)
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

/** A study of somebody in a folder, one series of 36 slices, with a letter that is no image beside it. */
const studyFolder = async (patientId: string, name = 'Somebody^Else') => {
  const instances = demoStudy({
    studyUid: uidOf('arrival', patientId, anyLetters()),
    date: '20261120',
    time: '101530',
    accession: 'E1',
    description: 'Brain MRI of today',
    physician: 'Raman^Priya',
    institution: 'Lumen Neuro',
    patient: { id: patientId, issuer: '', name, birthDate: '', sex: 'O' },
  })
  await mkdir(`${folder}/disc/series`, { recursive: true })
  let count = 0
  for await (const { bytes } of instances) {
    if (count === 36) break
    await writeFile(`${folder}/disc/series/IM${++count}`, bytes)
  }
  await writeFile(`${folder}/disc/letter.pdf`, '%PDF-1.4 a letter')
  await writeFile(`${folder}/disc/DICOMDIR`, 'an index')
  return `${folder}/disc`
}

/** Somebody new, and the ID by which a scanner would know them. */
const aPatient = async (page: Page) => {
  const { email } = await newPatient(page.request)
  const token = await page.evaluate(() => sessionStorage.getItem('operator_token'))
  const address = fillPath(getPatientInfo.path, { key: email })
  const answer = await page.request.get(address, { headers: { authorization: `Bearer ${token}` } })
  const { patient } = (await answer.json()) as {
    patient: { patient_id: string; first_name: string; last_name: string }
  }
  return patient
}

/** Requests to store wait until they are let through. */
const heldUp = async (page: Page) => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route('**/api/dicomweb/studies/', async (route) => {
    await opened
    // One that was paused meanwhile is gone.
    await route.continue().catch(() => {})
  })
  return () => open()
}

test('a technician sends the folder of a disc, reads what came of it, and the study is with its patient', async ({
  page,
}) => {
  await signInOperator(page, tech)
  const patient = await aPatient(page)
  const disc = await studyFolder(patient.patient_id, `${patient.last_name}^${patient.first_name}`)
  await page.getByRole('link', { name: 'Upload scans' }).click()
  await expect(page.getByRole('heading', { name: 'Upload scans' })).toBeVisible()

  const letThrough = await heldUp(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a folder' }).press('Enter')
  await (await chooser).setFiles(disc)
  await expect(page.getByText('1 of 37 files', { exact: true })).toBeVisible()

  await test.step('leaving asks first', async () => {
    const away = page.getByRole('link', { name: 'Day sheet' })
    await away.click()
    await expect(page.getByRole('alertdialog', { name: 'Files are still uploading' })).toBeVisible()
    await page.getByRole('button', { name: 'Keep uploading' }).press('Enter')
    // The focus comes back a moment after the dialog has gone.
    await expect(away).toBeFocused()
  })
  await test.step('it can be paused and goes on', async () => {
    await page.getByRole('button', { name: 'Pause' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible()
    await page.getByRole('button', { name: 'Resume' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Uploading' })).toBeVisible()
  })
  letThrough()

  // What was on its way when it was paused may have arrived.
  const outcome = /(36 files stored|\d+ files? stored, \d+ files? already here), 1 file refused\./
  await expect(page.getByRole('main')).toContainText(outcome)
  await expect(page.getByText(/1 file skipped/)).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`11-20-2026.*${patient.last_name}`) })).toBeVisible()
  await expect(page.getByText('This is not a DICOM file. (1 file)')).toBeVisible()
  await expect(page.getByText('disc/letter.pdf')).toBeVisible()

  await test.step('a notification leads to the study in the Scan tab of its patient', async () => {
    await follow(page, '/notifications')
    const what = new RegExp(`scan was uploaded.*${patient.last_name}`)
    await page.getByRole('button', { name: what }).first().click()
    await expect(page.getByRole('tab', { name: 'Scan', exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('row', { name: /11-20-2026.*Brain MRI of today/ })).toBeVisible()
  })
})

test('files that are dropped and belong to nobody are stored, and it is said who will decide', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInOperator(page, tech, '/scanUpload')
  const disc = await studyFolder(`NOBODY-${anyLetters()}`)
  const bytes = (await readFile(`${disc}/series/IM1`)).toString('latin1')
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    const whole = Uint8Array.from(text, (sign) => sign.charCodeAt(0))
    data.items.add(new File([whole], 'IM1'))
    data.items.add(new File([whole.slice(0, 9000)], 'IM2'))
    return data
  }, bytes)
  await page.getByText('Drag a folder, files, or a zip file here').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByText('1 file stored, 1 file refused.')).toBeVisible()
  await expect(
    page.getByText('No patient has the MRN in the file. An admin will decide who it belongs to.'),
  ).toBeVisible()
  await expect(page.getByText('The file ends too early: a part of it is missing. (1 file)')).toBeVisible()
  await page.getByRole('button', { name: 'Upload more' }).click()
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toBeVisible()
})
