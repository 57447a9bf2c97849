import { fillPath, listMyScans } from '@fornix/contract'
import { type Browser, devices, type Page } from '@playwright/test'
import { cameraPhoto } from '../../e2e/camera-photo.ts'
import { signIn, slow4G, withBrowser } from '../browser.ts'
import type { Program } from '../program.ts'
import { withProxy } from '../proxy.ts'
import { type Figure, percentile } from '../report.ts'

const patient = 'ana.rivera@northside.example'
const rounds = 5
/** How much slower than this machine a phone's processor is. */
const slowdown = 4

/** A patient's phone with a processor four times slower. */
const signedInPhone = async (browser: Browser, baseURL: string) => {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    baseURL,
    serviceWorkers: 'block',
    ignoreHTTPSErrors: true,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await signIn(page, patient, '/patients')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, devtools }
}

/** In the page: marks the frame in which the first image of a scan is on the screen, the preview or the slice itself. */
const markPicture = () => {
  const observer = new MutationObserver(() => {
    const isShown =
      document.querySelector<HTMLImageElement>('img[alt^="Preview"]') ??
      document.querySelector('main [role=status]')?.textContent?.match(/of \d+/)
    if (!isShown) return
    observer.disconnect()
    requestAnimationFrame(() => performance.mark('picture'))
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

/**
 * Where the patient who is signed in opens the first of their scans; with the page's session, which a sign-in of the measure's own would
 * end.
 */
const viewerOf = async (page: Page) => {
  const answer = await page.evaluate(
    async (path) => {
      const headers = { authorization: `Bearer ${sessionStorage.getItem('patient_token')}` }
      return (await fetch(path, { headers })).json()
    },
    fillPath(listMyScans.path, { key: patient }),
  )
  const { scans } = listMyScans.response.parse(answer)
  return `/viewer?seriesId=${scans.find(({ seriesId }) => seriesId)?.seriesId}`
}

/** Seconds from the address of the viewer to its first image, over Slow 4G, with nothing in the browser's cache. */
const viewerSeconds = async (browser: Browser, baseURL: string) => {
  const { page, devtools } = await signedInPhone(browser, baseURL)
  const viewer = await viewerOf(page)
  await page.addInitScript(markPicture)
  await devtools.send('Network.enable')
  // What pages load ahead would share the link.
  await page.goto('about:blank')
  await devtools.send('Network.emulateNetworkConditions', slow4G)
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    await devtools.send('Network.clearBrowserCache')
    await page.goto(viewer, { waitUntil: 'commit' })
    const shown = await page.waitForFunction(() => performance.getEntriesByName('picture')[0]?.startTime)
    seconds.push(((await shown.jsonValue()) ?? Number.NaN) / 1000)
  }
  return seconds
}

/** In the page: marks when the camera hands over a photo and when it is on the screen, and measures what workers do. */
const markPhoto = () => {
  addEventListener('change', () => performance.mark('chosen'), true)
  window.Worker = class extends Worker {
    override postMessage(...message: [unknown]) {
      const start = performance.now()
      this.addEventListener('message', () => performance.measure('worker', { start }))
      super.postMessage(...message)
    }
  }
  const observer = new MutationObserver(() => {
    const picture = document.querySelector<HTMLImageElement>('img[alt^="Page 1 of"]')
    if (!picture) return
    observer.disconnect()
    picture.decode().then(() => requestAnimationFrame(() => performance.mark('ready')))
  })
  observer.observe(document, { subtree: true, childList: true })
}

/**
 * Seconds from the moment that the page has a photo to its page in the form, turned, scaled down and without its location: ready to be
 * sent. Before that, the driver hands 5 MB over to the page in JSON, which no camera does. Workers are not slowed: their time counts
 * as often as the processor is slower.
 */
const photoSeconds = async (browser: Browser, baseURL: string) => {
  const photo = await cameraPhoto(await (await browser.newContext()).newPage())
  const { page } = await signedInPhone(browser, baseURL)
  await page.addInitScript(markPhoto)
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) seconds.push(await onePhoto(page, photo))
  return seconds
}
const onePhoto = async (page: Page, buffer: Buffer) => {
  await page.goto('/patient/reimbursement')
  await page.getByRole('button', { name: 'Add Reimbursement' }).tap()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Take a photo' }).tap()
  const chooser = await choosing
  await chooser.setFiles({ name: 'IMG_4711.jpg', mimeType: 'image/jpeg', buffer })
  await page.waitForFunction(() => performance.getEntriesByName('ready').length > 0)
  const [waited, inWorkers] = await page.evaluate(() => {
    const at = (name: string) => performance.getEntriesByName(name).at(-1)?.startTime ?? Number.NaN
    const inWorkers = performance.getEntriesByName('worker').reduce((sum, { duration }) => sum + duration, 0)
    return [at('ready') - at('chosen'), inWorkers] as const
  })
  return (waited + (slowdown - 1) * inWorkers) / 1000
}

/** What a patient waits for on a phone: the first image of a scan, and a photo of 12 megapixels. */
export const measurePhone = (program: Program): Promise<Figure[]> =>
  withProxy(program, (baseURL, args) =>
    withBrowser(
      async (browser) => [
        {
          what: 'phone, Slow 4G: first image of a scan',
          value: percentile(await viewerSeconds(browser, baseURL), 0.5),
          unit: 's',
          atMost: 8,
        },
        {
          what: 'phone: a 12-megapixel photo is ready to be sent',
          value: percentile(await photoSeconds(browser, baseURL), 0.5),
          unit: 's',
          atMost: 3,
        },
      ],
      args,
    ),
  )
