import { type BrowserContext, expect, test } from '@playwright/test'
import { signInPatient } from './people.ts'

/** What a first visit may bring over the network, in KB as they are sent: compressed, with headers. */
const budgets: Record<'signedOut' | 'signedIn', Record<string, number>> = {
  signedOut: { '/': 46, '/patients': 297 },
  signedIn: {
    '/profile': 290,
    '/patient/profile': 290,
    '/patient/appointment': 297,
    '/scan': 295,
    '/files': 292,
    '/patient/reimbursement': 296,
    '/messages': 279,
    '/news': 259,
    '/account': 299,
    '/accessLog': 268,
    '/survey': 297,
    '/mrSafety': 286,
  },
}

/** What a page weighs in a browser that has nothing kept, and which scripts it asked for that its document had not named. */
const visit = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  let bytes = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname))
  const document = await (await page.goto(path, { waitUntil: 'networkidle' }))?.text()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  return { weight: Math.round(bytes / 1024), late: scripts.filter((script) => !document?.includes(script)) }
}

for (const [path, most] of Object.entries(budgets.signedOut))
  test(`a first visit to ${path} weighs at most ${most} KB`, async ({ context }) => {
    expect((await visit(context, path)).weight).toBeLessThanOrEqual(most)
  })

test('the pages of a patient stay within their weights, and their documents name all their scripts', async ({
  page,
  browser,
}) => {
  await signInPatient(page, 'ana.rivera@northside.example')
  let storageState = await page.context().storageState()
  for (const [path, most] of Object.entries(budgets.signedIn)) {
    // A browser of its own, in which the patient is signed in by the cookie, which each visit renews.
    const context = await browser.newContext({ storageState })
    const { weight, late } = await visit(context, path)
    storageState = await context.storageState()
    await context.close()
    expect.soft(weight, path).toBeLessThanOrEqual(most)
    expect.soft(late, path).toEqual([])
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
