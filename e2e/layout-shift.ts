import type { Page } from '@playwright/test'

/** How much of the page has moved by itself since navigation, as browsers measure it (CLS). */
export const shiftOf = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const moves = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
    return moves.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)
  })
