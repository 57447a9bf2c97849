import { type Browser, chromium, type Page } from '@playwright/test'
import { address } from './program.ts'

/** A browser as patients have it, without a window. */
export const withBrowser = async <T>(work: (browser: Browser) => Promise<T>, args: readonly string[] = []) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', ...args],
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Signs somebody of the demo in by the form of an entrance. */
export const signIn = async (page: Page, email: string, entrance = '/physicians') => {
  await page.goto(entrance)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Demo-portal-1!')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== entrance)
}

/** A page on which somebody of the demo's staff is signed in. */
export const signedInPage = async (browser: Browser, email: string, patienceMs = 30_000) => {
  const page = await browser.newPage({ baseURL: address, viewport: { width: 1280, height: 900 } })
  page.setDefaultTimeout(patienceMs)
  await signIn(page, email)
  return page
}

/** As Chromium's developer tools name it: bytes a second, and ms until a response begins. */
export const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
