import { createHash } from 'node:crypto'
import { mrSeries } from '@fornix/demo/seeds/scans/mr-series.ts'
import type { Page } from '@playwright/test'
import { signedInPage, slow4G, withBrowser } from '../browser.ts'
import type { Program } from '../program.ts'
import type { Figure } from '../report.ts'
import { aStudy, slices, storeAll } from '../scans.ts'

const physician = 'physician@northside.example'
const side = 256
/** Waves with noise, always the same: a smooth pattern would be compressed as no picture of a scanner is. */
const valueAt = (voxel: number) => {
  const noise = (Math.imul(voxel, 2_654_435_761) >>> 16) % 60
  return Math.round(900 + 700 * Math.sin((voxel % side) / 30) * Math.cos(Math.floor(voxel / side) / 25)) + noise
}

/** Sends a study of one volume of 13 MB, a file for each slice. */
const store = async (token: string) => {
  const study = aStudy(createHash('sha256').update(`slow ${Date.now()}`).digest('hex').slice(0, 8))
  const data = new Uint8Array(side * side * slices)
  const volume = { nx: side, ny: side, nz: slices, dx: 1, dy: 1, dz: 1, data }
  const sequence = {
    number: 1,
    description: 'Far away',
    scanning: 'GR',
    repetitionMs: 880,
    echoMs: 5,
    window: { center: 1000, width: 2000 },
    valueAt,
  } as const
  await storeAll(token, mrSeries(volume, study, sequence))
  return study.studyUid
}

/** In the page: marks when the preview and when the planes are on the screen. */
const markTimes = () => {
  const markOnce = (name: string) => {
    if (performance.getEntriesByName(name).length === 0) requestAnimationFrame(() => performance.mark(name))
  }
  const observer = new MutationObserver(() => {
    if (document.querySelector('img[alt^="Preview"]')) markOnce('preview')
    if (!document.querySelector('[role=status]')?.textContent?.includes('Axial')) return
    observer.disconnect()
    markOnce('planes')
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

/** Seconds from the call of the page to each of its marks; one that is missing is no number. */
const timesOf = async (page: Page, address: string) => {
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('planes').length > 0)
  const marks = await page.evaluate(() =>
    ['preview', 'planes'].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN),
  )
  const [preview = Number.NaN, planes = Number.NaN] = marks.map((ms) => ms / 1000)
  return { preview, planes }
}

/** A series of 100 slices over Slow 4G, in a browser that has not been there and in one that has. */
export const measureSlowLink = async (program: Program): Promise<Figure[]> => {
  const [token = ''] = await program.tokensOf(physician, 1)
  const study = await store(token)
  return withBrowser(async (browser) => {
    const page = await signedInPage(browser, physician, 400_000)
    await page.addInitScript(markTimes)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    // What a service worker fetches is not slowed.
    await session.send('Network.setBypassServiceWorker', { bypass: true })
    await session.send('Network.emulateNetworkConditions', slow4G)
    const figures: Figure[] = []
    for (const visit of ['first visit', 'second visit']) {
      const { preview, planes } = await timesOf(page, `/viewer?study=${study}`)
      const what = `Slow 4G, 256 x 256 x ${slices}, ${visit}`
      figures.push({ what: `${what}: preview`, value: preview, unit: 's' })
      figures.push({ what: `${what}: planes`, value: planes, unit: 's' })
    }
    return figures
  })
}
