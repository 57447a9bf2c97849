import { expect, type Locator, type Page } from '@playwright/test'
import type { Cut, Link } from './link.ts'

/** What the link does while somebody sends something. */
export type Weather = {
  name: string
  /** The device has no network before the button is pressed. */
  isOffline?: true
  /** The person gives up waiting, and presses again once the network is back. */
  stops?: true
  /** The person changes what waits, so that nothing is sent. */
  edits?: true
  /** Of the calls that carry what is sent. */
  cut?: Cut
  times?: number
  /** With the request that is cut, the device loses the network, or the portal is gone. */
  thenGone?: 'device' | 'server'
  /** Of any call on the way, also of those that read, or keep a draft. */
  anywhere?: Cut
}
export const weathers: Weather[] = [
  { name: 'clear' },
  { name: 'offline', isOffline: true },
  { name: 'offline, and stops waiting', isOffline: true, stops: true },
  { name: 'offline, and changes it', isOffline: true, edits: true },
  { name: 'the request is lost', cut: 'request' },
  { name: 'two requests are lost', cut: 'request', times: 2 },
  { name: 'the response is lost', cut: 'response' },
  { name: 'two responses are lost', cut: 'response', times: 2 },
  { name: 'the request breaks off', cut: 'half a request' },
  { name: 'two responses break off', cut: 'half a response', times: 2 },
  { name: 'the network goes before the server has it', cut: 'request', thenGone: 'device' },
  { name: 'the network goes after the server has it', cut: 'response', thenGone: 'device' },
  { name: 'the portal goes after it has it', cut: 'response', thenGone: 'server' },
  { name: 'any request is lost', anywhere: 'request' },
  { name: 'any response is lost', anywhere: 'response' },
]

const banners = {
  device: /^You are offline\. (What you see|Your changes)/,
  server: /^The portal cannot be reached right now\. (What you see|Your changes)/,
}
type Gone = keyof typeof banners
const banner = (page: Page, gone: Gone) => page.getByText(banners[gone])

export const lose = async (page: Page, link: Link, gone: Gone) => {
  if (gone === 'device') await page.context().setOffline(true)
  else link.up(false)
}
export const restore = async (page: Page, link: Link) => {
  link.cutNothing()
  link.up(true)
  await page.context().setOffline(false)
  // What a browser says once its device is back; after a portal that was gone the page asks by itself, later and later.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectBanner(page, null)
}
/** The banner says what is true of the link. */
export const expectBanner = async (page: Page, gone: Gone | null) => {
  for (const one of ['device', 'server'] as const) await expect(banner(page, one)).toHaveCount(one === gone ? 1 : 0)
}

export type Sending = {
  /** The call that carries it, as method and path. */
  about: RegExp
  /** How many of these calls pass before one is cut. */
  after?: number
  press: () => Promise<unknown>
  /** What the page says once it is stored, and only then. */
  done: Locator
  /** What it says when it is not, or may not be. */
  problem: Locator
  /** That it waits for the connection. */
  waits?: Locator
  /** Gives up waiting. */
  stop?: () => Promise<unknown>
  /** Changes what was typed. */
  edit?: () => Promise<unknown>
  /** All that was typed is still on the screen. */
  typed: () => Promise<unknown>
}

/** Sends as somebody does who reads what the page says, and presses again until it says that it is done. */
export const sendThrough = async (page: Page, link: Link, weather: Weather, sending: Sending) => {
  const { about, after = 0, press, done, problem, edit, typed } = sending
  // The page may find out by itself that it has arrived, also while somebody is about to press.
  const pressAgain = () => expect(async () => (await done.isVisible()) || (await press())).toPass({ timeout: 30_000 })
  const { isOffline, stops, edits, cut, times = 1, thenGone } = weather
  const waits = sending.waits ?? page.getByText(/Your changes will be sent as soon as the connection is back/)
  const stop = sending.stop ?? (() => page.getByRole('button', { name: 'Stop waiting' }).click())
  if (isOffline) await lose(page, link, 'device')
  if (cut) link.cutNext({ about, cut, after, times, ...(thenGone && { onCut: () => lose(page, link, thenGone) }) })
  await press()
  if (isOffline) {
    await expect(waits.first()).toBeVisible()
    await expectBanner(page, 'device')
    await typed()
    if (stops) {
      await stop()
      await expect(waits).toHaveCount(0)
      await typed()
    }
    if (edits) await edit?.()
    await restore(page, link)
    if (edits && edit) {
      await expect(page.getByText(/^You made changes while this was waiting/)).toBeVisible()
      await typed()
    }
    if (stops || (edits && edit)) await pressAgain()
  }
  if (thenGone) {
    await expectBanner(page, thenGone)
    await typed()
    await restore(page, link)
  }
  for (let tries = 0; ; tries++) {
    await expect(done.or(problem).first()).toBeVisible()
    if (await done.isVisible()) break
    expect(tries, await problem.allTextContents().then(String)).toBeLessThan(3)
    await typed()
    await pressAgain()
  }
  link.cutNothing()
}
