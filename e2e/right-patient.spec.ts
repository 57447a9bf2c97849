import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fillPath, getPatientInfo, keysOf, limits } from '@fornix/contract'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import fc from 'fast-check'
import { signInOperator } from './people.ts'

const windowCount = 10
/** `npm run drill -- ten-windows` asks for 1,000, in an order of its own. */
const steps = Number(process.env.RIGHT_PATIENT_STEPS ?? 16)
const seed = Number(process.env.RIGHT_PATIENT_SEED ?? 1)

/** `name` is the first one. */
type Window = { page: Page; id: string; name: string; notes: string[] }

const { points, seconds } = limits.session
/** Of one step at most, with room to spare. */
const callsOfStep = 40

/** All windows share one session, which may make so many calls a minute: a thousand steps in a row would be refused. */
const paceOf = (context: BrowserContext) => {
  const calls: number[] = []
  context.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(Date.now())
  })
  return async () => {
    const oldest = calls.at(callsOfStep - points)
    if (oldest !== undefined) await wait(Math.max(0, oldest + seconds * 1000 - Date.now()))
  }
}

/** A click with Ctrl opens a window, as the browser itself sees it, and the list stays. */
const expectAside = async (list: Page, href: string) => {
  const address = list.url()
  const browser = await list.context().browser()?.newBrowserCDPSession()
  await list
    .locator(`a[href="${href}"]`)
    .first()
    .click({ modifiers: ['Control'] })
  const windows = async () => {
    const { targetInfos = [] } = (await browser?.send('Target.getTargets')) ?? {}
    return targetInfos.filter(({ type, url }) => type === 'page' && url.endsWith(href))
  }
  await expect.poll(async () => (await windows()).length).toBe(1)
  expect(list.url()).toBe(address)
  for (const { targetId } of await windows()) await browser?.send('Target.closeTarget', { targetId })
  await browser?.detach()
}

const openRecords = async (context: BrowserContext, list: Page): Promise<Window[]> => {
  const links = list.getByRole('table').getByRole('link')
  await expect(links).toHaveCount(windowCount)
  const records = await links.evaluateAll((all) =>
    all.map((link) => [link.getAttribute('href') ?? '', link.textContent] as const),
  )
  await expectAside(list, records[0]?.[0] ?? '')
  // All at once, without waiting for any to load. Not by clicks: Playwright misses now and then that a click opened a window.
  return Promise.all(
    records.map(async ([href, name]) => {
      const page = await context.newPage()
      await page.goto(href)
      return { page, id: new URLSearchParams(href.split('?')[1]).get('patient') ?? '', name, notes: [] }
    }),
  )
}

/** The window still shows the patient it was opened with, by name, by id and in its address. */
const expectOwn = async ({ page, id, name }: Window) => {
  await expect(page).toHaveURL(new RegExp(`[?&]patient=${id}(&|$)`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByRole('definition').getByText(id, { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${id} · `))
}

const acts = {
  reload: ({ page }: Window) => page.reload(),
  // Somebody comes back to a window after another record was opened elsewhere.
  'look away and back': ({ page }: Window) =>
    page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      window.dispatchEvent(new Event('focus'))
    }),
  'another tab of the record and back': async ({ page }: Window) => {
    await page.getByRole('tab', { name: 'File', exact: true }).click()
    await page.getByRole('tab', { name: 'Profile' }).click()
  },
  'another record in the list': async (_: Window, list: Page, row: number) => {
    await list.goto('/operatorPatientlist')
    await list.getByRole('table').getByRole('link').nth(row).click()
    await expect(list.getByRole('heading', { level: 1 })).not.toHaveText('Patient List')
  },
  note: async (window: Window) => {
    const text = `${window.id} ${window.notes.length} ${randomUUID()}`
    await window.page.getByLabel('New note').fill(text)
    await window.page.getByRole('button', { name: 'Add note' }).click()
    // The field holds the same text as long as the note is on its way.
    await expect(window.page.getByRole('listitem').filter({ hasText: text })).toBeVisible()
    window.notes.push(text)
  },
}

test('ten windows each keep their patient, and nothing that is typed lands with another', async ({ context, page }) => {
  const pace = paceOf(context)
  await signInOperator(page, 'nurse@northside.example')
  const windows = await openRecords(context, page)
  expect(new Set(windows.map(({ id }) => id)).size).toBe(windowCount)
  for (const window of windows) await expectOwn(window)
  const list = await context.newPage()
  const step = fc.record({
    window: fc.constantFrom(...windows),
    act: fc.constantFrom(...keysOf(acts)),
    row: fc.nat(windowCount - 1),
  })
  for (const { window, act, row } of fc.sample(step, { seed, numRuns: steps }))
    await test.step(`${act} ${window.id}`, async () => {
      await pace()
      await acts[act](window, list, row)
      await expectOwn(window)
    })
  const token = await page.evaluate(() => sessionStorage.getItem('operator_token'))
  for (const { id, notes } of windows) {
    const answer = await page.request.get(fillPath(getPatientInfo.path, { key: id }), {
      headers: { authorization: `Bearer ${token}` },
    })
    const { patient } = getPatientInfo.response.parse(await answer.json())
    const texts = patient.notes.map(({ text }) => text)
    const kept = texts.filter((text) => /^P-\w+ \d+ [\w-]{36}$/.test(text))
    expect(kept.toSorted(), id).toEqual(notes.toSorted())
  }
})
