import { readFile } from 'node:fs/promises'
import { devices, expect, type Page, test } from '@playwright/test'
import { heicPhoto } from '../web/src/testing/photos.ts'
import { expectNoSidewaysScroll } from './axe.ts'
import { cameraPhoto } from './camera-photo.ts'
import { newPatient, signInPatient } from './people.ts'

const limit = 1_048_576
// The engine is given by the configuration.
const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
test.use({ ...phone, acceptDownloads: true })

const lookAt = (page: Page, jpeg: Buffer) =>
  page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${bytes}`)).blob())
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height })
    const context = canvas.getContext('2d')!
    context.drawImage(picture, 0, 0)
    const at = (share: number) => {
      const [red = 0, , blue = 0] = context.getImageData(picture.width / 2, picture.height * share, 1, 1).data
      return red > blue ? 'red' : 'blue'
    }
    return { width: picture.width, height: picture.height, top: at(0.2), bottom: at(0.8) }
  }, jpeg.toString('base64'))

test('a photo of 12 megapixels from a phone arrives as a receipt: upright, below 1 MB, and without the place', async ({
  page,
  context,
}) => {
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password, '/patient/reimbursement')
  // A page of no origin, which no content security policy holds back.
  const bench = await context.newPage()
  const photo = await cameraPhoto(bench)
  expect(photo.length).toBeGreaterThan(2.5 * limit)
  expect(photo.includes('Exif\0\0')).toBe(true)

  await page.getByRole('button', { name: 'Add Reimbursement' }).click()
  const form = page.getByRole('form', { name: 'Add Reimbursement' })
  await form.getByLabel('Amount').fill('48')
  await form.getByLabel('Description').fill('Taxi')
  await expect(form.getByText('Drag and drop')).toHaveCount(0)
  const choosing = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Take a photo' }).tap()
  await (await choosing).setFiles({ name: 'IMG_4711.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(form.getByText('The photo’s location was removed.')).toBeVisible()
  await expect(form.getByRole('img', { name: 'Page 1 of IMG_4711.jpg' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await form.getByRole('button', { name: 'Submit' }).tap()
  await expect(page.getByText('Your request was submitted.')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the receipt for Taxi' }).tap()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('IMG_4711.jpg')
  const stored = await readFile(await download.path())
  expect(stored.length).toBeLessThanOrEqual(limit)
  expect(stored.includes('Exif\0\0')).toBe(false)
  expect(await lookAt(bench, stored)).toEqual({ width: 1500, height: 2000, top: 'red', bottom: 'blue' })
})

test('two photos, one of them HEIC, become one PDF, which the portal takes and shows page by page', async ({
  page,
  context,
}) => {
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password, '/files')
  const photo = await cameraPhoto(await context.newPage())
  const heic = Buffer.from(await heicPhoto().arrayBuffer())
  const choose = async (button: string, name: string, mimeType: string, buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: button }).tap()
    await (await choosing).setFiles({ name, mimeType, buffer })
  }
  await page.getByRole('button', { name: 'Upload', exact: true }).tap()
  const dialog = page.getByRole('dialog', { name: 'Upload your file' })
  await choose('Take a photo', 'letter.jpg', 'image/jpeg', photo)
  // The library that reads it is WebAssembly, which only the policy of workers lets run.
  await choose('Add another page to letter.jpg', 'IMG_0001.HEIC', 'image/heic', heic)
  await expect(dialog.getByText('2 pages')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).tap()
  await page.getByRole('button', { name: 'Okay' }).tap()
  await expect(page.getByText('letter.pdf', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'View letter.pdf' }).tap()
  await expect(page.getByRole('region', { name: 'Page 2 of 2' })).toBeVisible()
})
