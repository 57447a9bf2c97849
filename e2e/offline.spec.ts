import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { demoPort } from './demo-program.ts'
import { follow } from './follow.ts'
import { newPatient, signInPatient, signOut } from './people.ts'

test('a patient whose link drops keeps the frame and what was typed, and goes on when it is back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password)
  const files = page.getByRole('navigation', { name: 'Patient' }).getByRole('link', { name: 'Files' }).last()
  const banner = page.getByText('You are offline. What you see may be out of date.')
  await page.waitForLoadState('networkidle')

  await test.step('a page that is not loaded says so inside the frame, and comes by itself', async () => {
    await page.context().setOffline(true)
    await expect(banner).toBeVisible()
    await files.click()
    await expect(page.getByText('This page will open as soon as the connection is back.')).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(files).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
    await expect(banner).toHaveCount(0)
  })

  await test.step('a message waits for the connection, says so, and can be taken back', async () => {
    await page.goto('/contactUs')
    await page.getByLabel('Subject').fill('Parking')
    await page.getByLabel('How can we help?').fill('Where do I park?')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(/Your changes will be sent as soon as the connection is back/)).toBeVisible()
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    await expect(page.getByText('Nothing was sent. Everything you typed is still here.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('How can we help?')).toHaveValue('Where do I park?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.context().setOffline(false)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByLabel('How can we help?')).toHaveValue('')
  })
})

test('once a patient moves, the pages of the navigation are fetched ahead, and open without network', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { email, password } = await newPatient(page.request, 'Nadia')
  await signInPatient(page, email, password)
  await page.waitForLoadState('networkidle')
  const lastOfThem = page.waitForResponse(/\/assets\/ReimbursementTab-.*\.js/)
  await page.mouse.move(100, 300)
  await page.mouse.move(110, 300)
  await lastOfThem
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Patient', exact: true }).last()
  for (const [link, title] of [
    ['Appointments', /Appointments?|Book your scan session/],
    ['Scans', "Nadia's Scans"],
    ['Files', "Nadia's Files"],
    ['Claims', 'Reimbursement'],
    ['Home', /^Good /],
  ] as const) {
    await bar.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
})

test('a network that drops while pages are fetched ahead fails none of them: they come once it is back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // Each of them waits until the browser is idle, which it is when this test says so.
  await page.addInitScript(() => {
    const idle = window as unknown as { next?: IdleRequestCallback | undefined; isOver?: boolean }
    window.requestIdleCallback = (go) => {
      if (idle.isOver) return setTimeout(go)
      idle.next = go
      return 0
    }
  })
  const isNext = () => page.waitForFunction(() => 'next' in window)
  const goOn = (isOver = false) =>
    page.evaluate((isOver) => {
      const idle = window as unknown as { next?: () => void; isOver: boolean }
      const { next } = idle
      delete idle.next
      idle.isOver = isOver
      next?.()
    }, isOver)
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password)
  await page.waitForLoadState('networkidle')
  await page.mouse.move(100, 300)
  await page.mouse.move(110, 300)
  await isNext()
  await goOn()
  // Of the home page, which is open.
  await isNext()
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  const lastOfThem = page.waitForResponse(/\/assets\/ReimbursementTab-.*\.js/)
  await goOn(true)
  await page.context().setOffline(false)
  await lastOfThem
  await page
    .getByRole('navigation', { name: 'Patient', exact: true })
    .last()
    .getByRole('link', { name: 'Claims' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reimbursement' })).toBeVisible()
})

test('once a patient moves on the list of scans, the viewer is fetched ahead, and not on another page', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const ofViewer = () => scripts.filter((url) => /\/ViewerPage-/.test(url))
  const { email, password } = await newPatient(page.request, 'Noor')
  await signInPatient(page, email, password, '/files')
  const lastOfThem = page.waitForResponse(/\/assets\/ReimbursementTab-.*\.js/)
  await page.mouse.move(100, 300)
  await page.mouse.move(110, 300)
  await lastOfThem
  await page.waitForLoadState('networkidle')
  expect(ofViewer()).toEqual([])
  await follow(page, '/scan')
  await expect.poll(ofViewer).toHaveLength(1)
})

test('a part of a page that did not come loses nothing that was typed, and comes with a reload', async ({ page }) => {
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password, '/contactUs')
  const isPart = /\/assets\/.*\.js$/
  await page.route(isPart, (route) => (route.request().method() === 'HEAD' ? route.continue() : route.abort()))
  await page.getByLabel('How can we help?').fill('Where do I park?')
  await page.getByRole('button', { name: /account menu/i }).click()
  await expect(page.getByText('This page did not load completely.')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('How can we help?')).toHaveValue('Where do I park?')
  await page.unroute(isPart)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(page.getByLabel('How can we help?')).toHaveValue('Where do I park?')
  await expect(page.getByText('This page did not load completely.')).toHaveCount(0)
})

/** The addresses of all that the service worker keeps. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all((await globalThis.caches.keys()).map((name) => globalThis.caches.open(name)))
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat()
    return requests.map(({ url }) => url.replace(location.origin, ''))
  })

/** The demo behind a server that has another service worker, or none. Requests of a worker's update pass by Playwright's routes. */
const startInFront = async (workerIs: (script: string) => string) => {
  const server = createServer(async (request, response) => {
    if (request.url === '/sw.js') {
      const real = await fetch(`http://localhost:${demoPort}/sw.js`)
      const script = workerIs(await real.text())
      response.writeHead(script ? 200 : 404, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
      return response.end(script)
    }
    const { url: path, method } = request
    const headers = { ...request.headers, host: `localhost:${demoPort}` }
    if (headers.origin) headers.origin = `http://localhost:${demoPort}`
    const passedOn = ask({ port: demoPort, host: 'localhost', path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    return request.pipe(passedOn)
  })
  await once(server.listen(0, 'localhost'), 'listening')
  stopInFront = () => server.close()
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
let stopInFront = () => {}
test.afterAll(() => stopInFront())

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a page that is loaded again without network shows the frame, and comes by itself; nothing of the patient is kept', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    const { email, password, name } = await newPatient(page.request)
    await signInPatient(page, email, password)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    for (const path of ['/profile', '/files', '/scan', '/patient/appointment', '/messages']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    }

    await test.step('the frame stands in, says why, and the page comes back', async () => {
      await page.goto('/files')
      await page.context().setOffline(true)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Waiting for the connection' })).toBeVisible()
      // A browser that only plays to be offline may say to a new document that it is not.
      const why = (await page.evaluate(() => navigator.onLine))
        ? 'The portal cannot be reached right now.'
        : 'You are offline.'
      await expect(page.getByText(`${why} This page will open as soon as the connection is back.`)).toBeVisible()
      await expect(page.getByRole('banner')).toContainText('Lumen Neuro')
      await expect(page.getByRole('link', { name: 'Retry' })).toBeVisible()
      await expect(page.getByText(name)).toHaveCount(0)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.context().setOffline(false)
      await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
    })

    await test.step('files of the program are kept, and no call, picture or page of anybody', async () => {
      const kept = await keptFiles(page)
      expect(kept.length).toBeGreaterThan(5)
      expect(kept.filter((path) => !/^\/assets\/[\w./-]+$/.test(path))).toEqual(['/offline.html'])
    })

    await test.step('nor after the logout', async () => {
      await signOut(page)
      await expect(page).toHaveURL(/\/patients\/$/)
      expect((await keptFiles(page)).filter((path) => !path.startsWith('/assets/'))).toEqual(['/offline.html'])
    })
  })

  test('a new version waits until it is asked for, and takes over then; a server without a worker gets rid of it', async ({
    browser,
    request,
  }) => {
    let workerIs = (script: string) => script
    const origin = await startInFront((script) => workerIs(script))
    const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'allow' })
    const page = await context.newPage()
    const look = () => page.evaluate(async () => (await navigator.serviceWorker.ready).update().catch(() => undefined))
    const cacheNames = () => page.evaluate(() => caches.keys())
    const { email, password } = await newPatient(request)
    await signInPatient(page, email, password)
    await look()
    const [old] = await cacheNames()
    expect(old).toMatch(/^fornix-program-/)

    workerIs = (script) => script.replace(/fornix-program-\w+/, 'fornix-program-next')
    await look()
    await expect(page.getByText('A new version is ready.')).toBeVisible()
    expect(await cacheNames()).toContain(old)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect.poll(cacheNames).toEqual(['fornix-program-next'])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    workerIs = () => ''
    await page.reload()
    await expect.poll(cacheNames).toEqual([])
    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
    await expect.poll(workers).toBe(0)
    await context.close()
  })
})
