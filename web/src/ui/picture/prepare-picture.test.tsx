import { maxAttachmentBytes, maxDocumentBytes, maxReceiptBytes } from '@fornix/contract'
import { expect, test, vi } from 'vitest'
import { cameraPhoto, heicPhoto, lookAt } from '../../testing/photos.ts'
import { metadataOf } from './metadata.ts'
import { picturesToPdf } from './pictures-to-pdf.ts'
import { preparePicture } from './prepare-picture.ts'

const drawn = async (type: string, { name = 'drawn', side = 40 } = {}) => {
  const canvas = new OffscreenCanvas(side, side)
  canvas.getContext('2d')?.fillRect(0, 0, side / 2, side)
  return new File([await canvas.convertToBlob({ type })], name, { type })
}
const whole = { maxBytes: maxDocumentBytes, turns: 0 }
const secretsOf = async (file: Blob) => metadataOf(await file.arrayBuffer())

test.each([maxReceiptBytes, maxAttachmentBytes, maxDocumentBytes])(
  'a photo of 12 megapixels arrives within %i bytes, upright and without the place',
  async (maxBytes) => {
    const photo = await cameraPhoto()
    expect(photo.size).toBeGreaterThan(2.5 * 1024 * 1024)
    expect(await secretsOf(photo)).toEqual({ hasMetadata: true, hasLocation: true })

    const prepared = await preparePicture(photo, { maxBytes, turns: 0 })

    expect(prepared?.file.size).toBeLessThanOrEqual(maxBytes)
    expect(prepared).toMatchObject({ hadLocation: true, width: 1500, height: 2000 })
    expect(prepared?.file).toMatchObject({ name: 'IMG_0002.jpg', type: 'image/jpeg' })
    expect(await secretsOf(prepared!.file)).toEqual({ hasMetadata: false, hasLocation: false })
    expect(await lookAt(prepared!.file)).toEqual({
      width: 1500,
      height: 2000,
      top: 'red',
      bottom: 'blue',
      left: expect.any(String),
      right: expect.any(String),
    })
  },
)

test('a photo that can hardly be made smaller loses size, not the limit', async () => {
  const maxBytes = 60_000
  const prepared = await preparePicture(await cameraPhoto({ grain: 255 }), { maxBytes, turns: 0 })
  expect(prepared?.file.size).toBeLessThanOrEqual(maxBytes)
})

test('a photo is turned to the right, from how it stands upright', async () => {
  const prepared = await preparePicture(await cameraPhoto({ width: 300, height: 400 }), { ...whole, turns: 1 })
  expect(await lookAt(prepared!.file)).toMatchObject({ width: 400, height: 300, right: 'red', left: 'blue' })
})

test('a HEIC photo becomes a JPEG, without the place', async () => {
  const photo = heicPhoto()
  expect(await secretsOf(photo)).toEqual({ hasMetadata: true, hasLocation: true })
  const prepared = await preparePicture(photo, whole)
  expect(prepared).toMatchObject({ hadLocation: true })
  // By its size and date, the same photo chosen again is the same upload.
  const again = await preparePicture(photo, whole)
  expect(prepared?.file).toMatchObject({ name: 'IMG_0001.jpg', type: 'image/jpeg', lastModified: photo.lastModified })
  expect(again?.file.size).toBe(prepared?.file.size)
  expect(await lookAt(prepared!.file)).toMatchObject({ width: 96, height: 64, left: 'red', right: 'blue' })
})

test('a small picture without metadata stays as it is; another kind becomes a JPEG, white where nothing was', async () => {
  const png = await drawn('image/png', { name: 'screen.png' })
  expect((await preparePicture(png, whole))?.file).toBe(png)
  const webp = await preparePicture(await drawn('image/webp', { name: 'a.b.webp' }), whole)
  expect(webp?.file).toMatchObject({ name: 'a.b.jpg', type: 'image/jpeg' })
  const bitmap = await createImageBitmap(webp!.file)
  const canvas = new OffscreenCanvas(40, 40)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  expect([...(canvas.getContext('2d')?.getImageData(35, 20, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255])
})

test('what is no picture inside stays what it is', async () => {
  for (const name of ['fake.png', 'fake.heic'])
    expect(await preparePicture(new File([new Uint8Array(4000)], name), whole)).toBeUndefined()
})

test('a browser that cannot draw in a worker draws in the page', async () => {
  const photo = await cameraPhoto({ width: 300, height: 400 })
  vi.stubGlobal('OffscreenCanvas', undefined)
  const prepared = await preparePicture(photo, whole)
  vi.unstubAllGlobals()
  expect(await lookAt(prepared!.file)).toMatchObject({ width: 300, height: 400, top: 'red' })
})

test('pictures become the pages of one PDF, each as high as it is', async () => {
  const photo = await preparePicture(await cameraPhoto({ width: 300, height: 400 }), whole)
  const png = await preparePicture(await drawn('image/png'), whole)
  const pdf = await picturesToPdf([photo!, png!], 'letter.pdf')
  expect(pdf).toMatchObject({ name: 'letter.pdf', type: 'application/pdf' })
  const text = new TextDecoder('latin1').decode(await pdf.arrayBuffer())
  expect(text).toMatch(/^%PDF-/)
  expect(text.match(/\/MediaBox \[[^\]]+\]/g)).toEqual([
    expect.stringMatching(/595\.\d+ 793\.\d+\]$/),
    expect.stringMatching(/595\.\d+ 595\.\d+\]$/),
  ])
})
