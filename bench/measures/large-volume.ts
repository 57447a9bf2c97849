import { createHash } from 'node:crypto'
import { loadavg } from 'node:os'
import { mrSeries } from '@fornix/demo/seeds/scans/mr-series.ts'
import type { Browser, Page } from '@playwright/test'
import { signedInPage, withBrowser } from '../browser.ts'
import type { Program } from '../program.ts'
import type { Figure } from '../report.ts'
import { aStudy, storeAll } from '../scans.ts'

const physician = 'physician@northside.example'
const [side, slices] = [512, 300]
const steps = 40

/** Sends a study of one volume of 157 MB, a file for each slice, fifty at a time. */
const store = async (token: string) => {
  const study = aStudy(createHash('sha256').update(String(Date.now())).digest('hex').slice(0, 8))
  const volume = {
    nx: side,
    ny: side,
    nz: slices,
    dx: 0.5,
    dy: 0.5,
    dz: 0.6,
    data: new Uint8Array(side * side * slices),
  }
  const files = mrSeries(volume, study, {
    number: 1,
    description: 'Large',
    scanning: 'GR',
    repetitionMs: 880,
    echoMs: 5,
    window: { center: 1000, width: 2000 },
    valueAt: (voxel) => (voxel >> 6) % 2000,
  })
  await storeAll(token, files)
  return study.studyUid
}

/** In the page: marks when the last file is there and when the words under the picture first say where it is. */
const markTimes = () => {
  const observer = new MutationObserver(() => {
    const text = document.body?.textContent ?? ''
    if (text.includes('Preparing the views') && performance.getEntriesByName('bytes').length === 0)
      performance.mark('bytes')
    if (!document.querySelector('[role=status]')?.textContent?.includes('Axial')) return
    observer.disconnect()
    requestAnimationFrame(() => performance.mark('shown'))
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

/** In the page: how many steps a second are drawn, each in a frame of its own. */
const drawSteps = async (count: number) => {
  const canvas = document.querySelector('canvas')
  canvas?.focus()
  const begun = performance.now()
  for (let n = 0; n < count; n++) {
    const key = n % 2 === 0 ? 'ArrowUp' : 'ArrowDown'
    canvas?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    const gl = canvas?.getContext('webgl2')
    // What was asked for is drawn when a pixel of it can be read.
    gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
  }
  return (1000 * count) / (performance.now() - begun)
}

/** In the page: how many seconds until another window is drawn. */
const changeWindow = () => {
  const canvas = document.querySelector('canvas')
  const begun = performance.now()
  canvas?.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }))
  const gl = canvas?.getContext('webgl2')
  gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
  return (performance.now() - begun) / 1000
}

const heapOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  return (usedSize + backingStorageSize) / 1e6
}

/** What all processes of the browser have used of the processors, which other programs do not lengthen much, in seconds. */
const processorTime = async (browser: Browser) => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}
const waitForMark = (page: Page, name: string) =>
  page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, name)

/** A volume of 512 x 512 x 300 in a browser that draws in software. */
export const measureLargeVolume = async (program: Program): Promise<Figure[]> => {
  const [token = ''] = await program.tokensOf(physician, 1)
  const study = await store(token)
  return withBrowser(async (browser) => {
    const page = await signedInPage(browser, physician, 240_000)
    await page.addInitScript(markTimes)
    await page.goto(`/viewer?study=${study}`, { waitUntil: 'commit' })
    await waitForMark(page, 'bytes')
    const before = await processorTime(browser)
    await waitForMark(page, 'shown')
    const used = (await processorTime(browser)) - before
    const first = await page.evaluate(() => {
      const [bytes] = performance.getEntriesByName('bytes')
      const [shown] = performance.getEntriesByName('shown')
      return ((shown?.startTime ?? 0) - (bytes?.startTime ?? 0)) / 1000
    })
    const figures: Figure[] = [
      { what: 'Load of the machine (programs that want a processor)', value: loadavg()[0] ?? 0, unit: '' },
      { what: 'Volume of 512 x 512 x 300: first picture after the bytes', value: first, unit: 's', atMost: 3 },
      { what: 'Volume of 512 x 512 x 300: the same in processor time', value: used, unit: 's' },
    ]
    for (const plane of ['Axial', 'Coronal', 'Sagittal']) {
      await page.getByRole('button', { name: new RegExp(`^${plane}`) }).click()
      const begun = await processorTime(browser)
      const perSecond = await page.evaluate(drawSteps, steps)
      const perStep = ((await processorTime(browser)) - begun) / steps
      figures.push({
        what: `Volume of 512 x 512 x 300: ${plane.toLowerCase()} steps`,
        value: perSecond,
        unit: '/s',
        atLeast: 20,
      })
      figures.push({
        what: `Volume of 512 x 512 x 300: ${plane.toLowerCase()} step in processor time`,
        value: 1000 * perStep,
        unit: 'ms',
      })
    }
    const another = await page.evaluate(changeWindow)
    figures.push({ what: 'Volume of 512 x 512 x 300: another window', value: another, unit: 's' })
    figures.push({
      what: 'Volume of 512 x 512 x 300: heap with buffers',
      value: await heapOf(page),
      unit: 'MB',
      atMost: 400,
    })
    return figures
  })
}
