import type { Page } from '@playwright/test'

/** Counts from now on what the mouse does in this document, and whatever keyboard and assistive technology press like it. */
export const countClicks = async (page: Page) => {
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number }
    counted.clicks = 0
    addEventListener('click', (event) => event.isTrusted && counted.clicks++, true)
  })
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks)
}
