import { type Browser, chromium } from '@playwright/test'

/** A browser as patients have it, without a window. */
export const withBrowser = async <T>(work: (browser: Browser) => Promise<T>) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}
