import { notificationStream } from '@fornix/contract'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { signInOperator, signInPatient } from './people.ts'

/**
 * What a first visit may bring over the network, in KB as they are sent: compressed, with headers, up to 2 KB above what it brings. By
 * HTTP/2, as `npm run bench -- pages` counts, it is 4 KB less.
 */
const budgets: Record<'signedOut' | 'patient' | 'staff', Record<string, number>> = {
  signedOut: { '/': 47, '/patients': 277 },
  patient: {
    '/profile': 274,
    '/patient/profile': 276,
    '/patient/appointment': 289,
    '/scan': 282,
    '/files': 273,
    '/patient/reimbursement': 273,
    '/messages': 264,
    '/news': 241,
    '/account': 278,
    '/accessLog': 255,
    '/survey': 285,
    '/mrSafety': 259,
  },
  staff: {
    '/workQueue': 270,
    '/operatorPatientlist': 301,
    '/profile?patient=': 303,
    '/daySheet': 290,
    '/reports': 285,
  },
}

/** As Lighthouse's phone. What lies below its first screen is not part of a visit that nobody scrolls. */
const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true }

/** What a page weighs in a browser that has nothing kept, and which scripts it asked for that its document had not named. */
const visit = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  let bytes = 0
  const open = new Set<string>()
  network.on('Network.requestWillBeSent', ({ requestId }) => open.add(requestId))
  network.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId)
    bytes += encodedDataLength
  })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname))
  const html = await (await page.goto(path, { waitUntil: 'networkidle' }))?.text()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // On a busy machine the network rests before the page does, and before what was drawn has asked for its fonts.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await expect.poll(() => open.size).toBe(0)
  return { weight: Math.round(bytes / 1024), late: scripts.filter((script) => !html?.includes(script)) }
}

for (const [path, most] of Object.entries(budgets.signedOut))
  test(`a first visit to ${path} weighs at most ${most} KB`, async ({ context }) => {
    expect((await visit(context, path)).weight).toBeLessThanOrEqual(most)
  })

/** Visits pages as whoever is signed in, each in a browser of its own, by the cookie, which each visit renews. */
const visitAll = async (browser: Browser, page: Page, paths: string[]) => {
  let storageState = await page.context().storageState()
  const visits: Record<string, Awaited<ReturnType<typeof visit>>> = {}
  for (const path of paths) {
    const context = await browser.newContext({ storageState, ...phone })
    // For staff it stays open as long as the page does, and weighs nothing.
    await context.route(`**${notificationStream.path}`, (route) => route.abort())
    visits[path] = await visit(context, path)
    storageState = await context.storageState()
    await context.close()
  }
  return visits
}

test('the pages of a patient stay within their weights, and their documents name all their scripts', async ({
  page,
  browser,
}) => {
  await signInPatient(page, 'ana.rivera@northside.example')
  const visits = await visitAll(browser, page, Object.keys(budgets.patient))
  for (const [path, { weight, late }] of Object.entries(visits)) {
    expect.soft(weight, path).toBeLessThanOrEqual(budgets.patient[path] ?? 0)
    expect.soft(late, path).toEqual([])
  }
})

test('the session is asked for before the styles are there', async ({ page, browser }) => {
  await signInPatient(page, 'ana.rivera@northside.example')
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const tab = await context.newPage()
  const asked = tab.waitForRequest('**/patient/refresh/')
  await tab.route('**/*.css', async (route) => {
    await asked
    await route.continue()
  })
  await tab.goto('/files')
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test('the pages of staff stay within their weights', async ({ page, browser }) => {
  const email = 'ana.rivera@northside.example'
  await signInOperator(page, 'nurse@northside.example', `/operatorPatientlist?searchQuery=${email}`)
  const record = await page.getByRole('table').getByRole('link').first().getAttribute('href')
  const addressOf = (path: string) => (path.startsWith('/profile') ? (record ?? '') : path)
  const visits = await visitAll(browser, page, Object.keys(budgets.staff).map(addressOf))
  for (const [path, most] of Object.entries(budgets.staff))
    expect.soft(visits[addressOf(path)]?.weight, path).toBeLessThanOrEqual(most)
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
