import { expect, type Page } from '@playwright/test'
import { readPng } from '../../server/test/dicom-tools.ts'
import type { Picture } from './writers.ts'

const images = (page: Page) => page.getByRole('application')

/** What the page shows there, in red, green and blue, after two more frames: one that was asked for before may still be on its way. */
const shot = async (page: Page, width: number, height: number, x: number, y: number) => {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const { data, channels } = readPng(await page.screenshot({ clip: { x, y, width, height } }))
  return { at: (column: number, row: number) => [0, 1, 2].map((n) => data[(row * width + column) * channels + n]!) }
}

/** A single picture, as large as it is stored, with nothing over it. */
export const readSlice = async (page: Page): Promise<Picture> => {
  const { x, y, width, height } = await images(page).evaluate((box) => {
    const image = box.querySelector('img')!
    for (const other of box.children)
      if (other !== image && other instanceof HTMLElement) other.style.visibility = 'hidden'
    const { naturalWidth: width, naturalHeight: height } = image
    Object.assign(image.style, {
      position: 'absolute',
      left: '0',
      top: '0',
      width: `${width}px`,
      height: `${height}px`,
    })
    const { x, y } = image.getBoundingClientRect()
    return { x, y, width, height }
  })
  const { at } = await shot(page, width, height, x, y)
  const data = Buffer.from(
    Array.from({ length: width * height }, (_, n) => at(n % width, Math.floor(n / width))).flat(),
  )
  return { width, height, channels: 3, data }
}

/** Canvas pixels for a voxel: an odd number, so that one lies in its middle and nothing is mixed. */
const perVoxel = 5
/** The viewer has been made smaller once: letters and scale stand beside the picture. */
const zoom = 0.8
/** Enough for the scale, which stands at the lower right. */
const beside = 100

/** Makes the canvas as large as its view needs to be drawn in whole pixels. */
const fitCanvas = (page: Page, size: { width: number; height: number }) =>
  images(page).evaluate((canvas, { width, height }) => {
    Object.assign(canvas.parentElement!.style, {
      ...{ position: 'fixed', inset: 'auto', left: '0', top: '0', zIndex: '99' },
      ...{ width: `${width}px`, height: `${height}px` },
    })
  }, size)

/** The view that is drawn, pixel by pixel; undefined where the crosshair hides it. */
export const readView = async (page: Page, width: number, height: number) => {
  const canvasHeight = (height * perVoxel) / zoom
  const canvasWidth = width * perVoxel + 2 * beside
  await fitCanvas(page, { width: canvasWidth, height: canvasHeight })
  await expect.poll(() => images(page).evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBe(canvasWidth)
  await expect.poll(() => images(page).evaluate((canvas: HTMLCanvasElement) => canvas.height)).toBe(canvasHeight)
  const { at } = await shot(page, canvasWidth, canvasHeight, 0, 0)
  const [left, top] = [(canvasWidth - width * perVoxel) / 2, (canvasHeight - height * perVoxel) / 2]
  const middle = (perVoxel - 1) / 2
  return Array.from({ length: width * height }, (_, n) => {
    const [red, green, blue] = at(
      left + (n % width) * perVoxel + middle,
      top + Math.floor(n / width) * perVoxel + middle,
    )
    return red === green && green === blue ? red : undefined
  })
}
