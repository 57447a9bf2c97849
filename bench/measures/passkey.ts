import type { Page } from '@playwright/test'
import { signInByForm } from '../../e2e/people.ts'
import { withAuthenticator } from '../../e2e/virtual-authenticator.ts'
import { withBrowser } from '../browser.ts'
import { address } from '../program.ts'
import { type Figure, percentile } from '../report.ts'

const rounds = Number(process.env.ROUNDS ?? 20)
const patient = 'ben.okafor@northside.example'

const addPasskey = async (page: Page) => {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Set up a second step' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
}

/** The browser knows of no session any more, and the passkey stays. */
const forget = async (page: Page) => {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
}

/** From the press of the button to the home page; the virtual authenticator confirms at once, where a person needs a moment. */
const signIn = async (page: Page) => {
  await page.goto('/patients')
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.waitFor()
  const begun = performance.now()
  await button.click()
  await page.waitForURL(/\/profile$/, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return performance.now() - begun
}

/** Signing in with a passkey, in a browser with an authenticator: how long it takes, and how often a person taps. */
export const measurePasskey = () =>
  withBrowser(async (browser): Promise<Figure[]> => {
    const context = await browser.newContext({ baseURL: address })
    const page = await context.newPage()
    const authenticator = await withAuthenticator(context, page)
    let confirmed = 0
    authenticator.on('WebAuthn.credentialAsserted', () => confirmed++)
    await signInByForm(page, 'patient', patient)
    await addPasskey(page)
    await forget(page)

    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      times.push(await signIn(page))
      await forget(page)
    }
    return [
      { what: 'Sign-in with a passkey, p50', value: percentile(times, 0.5) / 1000, unit: 's' },
      { what: 'Sign-in with a passkey, p95', value: percentile(times, 0.95) / 1000, unit: 's', atMost: 2 },
      { what: 'Taps: the button, and each question of the device', value: 1 + confirmed / rounds, unit: '', atMost: 2 },
    ]
  })
