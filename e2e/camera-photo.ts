import type { Page } from '@playwright/test'

/** EXIF that says that the camera was held upright (orientation 6), and where (a GPS directory). */
const exif = Buffer.from(
  'ffe10040457869660000' +
    '4d4d002a00000008000201120003000000010006000088250004000000010000002600000000000100010002000000024e00000000000000',
  'hex',
)

/** As a phone stores it: 12 megapixels lying on their side. Upright, its upper half is red, and its lower half blue. */
export const cameraPhoto = async (page: Page) => {
  const encoded = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 4032, height: 3024 })
    const context = canvas.getContext('2d')!
    const grain = new ImageData(4032, 3024)
    for (let at = 0; at < grain.data.length; at += 4) {
      const noise = Math.random() * 70
      grain.data.set([noise + (at % 16128 < 8064 ? 180 : 0), noise, noise + (at % 16128 < 8064 ? 0 : 180), 255], at)
    }
    context.putImageData(grain, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
  })
  const jpeg = Buffer.from(encoded, 'base64')
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}
