import { type BrowserContext, expect, test } from '@playwright/test'
import { signInPatient } from './people.ts'

/** What a first visit may bring over the network, in KB as they are sent: compressed, with headers. */
const budgets: Record<'signedOut' | 'signedIn', Record<string, number>> = {
  signedOut: { '/': 46, '/patients': 295 },
  signedIn: {
    '/profile': 288,
    '/patient/appointment': 299,
    '/scan': 295,
    '/files': 288,
    '/patient/reimbursement': 294,
    '/messages': 277,
    '/news': 255,
    '/account': 306,
    '/accessLog': 267,
    '/survey': 295,
  },
}

/** The weight of a page in a browser that has nothing kept. */
const weightOf = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  let bytes = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  return Math.round(bytes / 1024)
}

for (const [path, most] of Object.entries(budgets.signedOut))
  test(`a first visit to ${path} weighs at most ${most} KB`, async ({ context }) => {
    expect(await weightOf(context, path)).toBeLessThanOrEqual(most)
  })

test('the pages of a patient stay within their weights', async ({ page, browser }) => {
  await signInPatient(page, 'ana.rivera@northside.example')
  let storageState = await page.context().storageState()
  for (const [path, most] of Object.entries(budgets.signedIn)) {
    // A browser of its own, in which the patient is signed in by the cookie, which each visit renews.
    const context = await browser.newContext({ storageState })
    const weight = await weightOf(context, path)
    storageState = await context.storageState()
    await context.close()
    expect.soft(weight, path).toBeLessThanOrEqual(most)
  }
})

test('a page that is only read loads the program when the pointer moves, and not for one that rests', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  // What browsers send of a pointer that rests where a page appears.
  await page.evaluate(() => dispatchEvent(new PointerEvent('pointermove')))
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((url) => /\/(base|main)-/.test(url))).toEqual([])
  await page.mouse.move(200, 200)
  await page.mouse.move(210, 210)
  await expect.poll(() => scripts.filter((url) => /\/base-/.test(url))).toHaveLength(1)
})
