import { loginPatient } from '@fornix/contract'
import { type Browser, devices, type Page } from '@playwright/test'
import { cameraPhoto } from '../../e2e/camera-photo.ts'
import { demoPassword } from '../../e2e/people.ts'
import { viewerOfOwn } from '../../e2e/studies.ts'
import { signIn, slow4G, withBrowser } from '../browser.ts'
import { address, type Program } from '../program.ts'
import { type Figure, percentile } from '../report.ts'

const patient = 'ana.rivera@northside.example'
const rounds = 5

/** A patient's phone with a processor four times slower. */
const signedInPhone = async (browser: Browser) => {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: address, serviceWorkers: 'block' })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await signIn(page, patient, '/patients')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
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

/** Seconds from the address of the viewer to its first image, over Slow 4G, with nothing in the browser's cache. */
const viewerSeconds = async (browser: Browser) => {
  const { page, devtools } = await signedInPhone(browser)
  const login = await page.request.post(loginPatient.path, { data: { email: patient, password: demoPassword } })
  const { access_token } = loginPatient.response.parse(await login.json())
  const viewer = await viewerOfOwn(page.request, patient, access_token)
  await page.addInitScript(markPicture)
  await devtools.send('Network.enable')
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

/** Seconds from a chosen photo to its page in the form, turned, scaled down and without its location: ready to be sent. */
const photoSeconds = async (browser: Browser) => {
  const photo = await cameraPhoto(await (await browser.newContext()).newPage())
  const { page } = await signedInPhone(browser)
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
  const start = performance.now()
  await chooser.setFiles({ name: 'IMG_4711.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('img', { name: 'Page 1 of IMG_4711.jpg' }).waitFor()
  return (performance.now() - start) / 1000
}

/** What a patient waits for on a phone: the first image of a scan, and a photo of 12 megapixels. */
export const measurePhone = (_: Program): Promise<Figure[]> =>
  withBrowser(async (browser) => [
    {
      what: 'phone, Slow 4G: first image of a scan',
      value: percentile(await viewerSeconds(browser), 0.5),
      unit: 's',
      atMost: 8,
    },
    {
      what: 'phone: a 12-megapixel photo is ready to be sent',
      value: percentile(await photoSeconds(browser), 0.5),
      unit: 's',
      atMost: 3,
    },
  ])
