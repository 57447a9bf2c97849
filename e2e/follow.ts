import type { Page } from '@playwright/test'
import { watchCalls } from './loaded.ts'

/**
 * Goes to another page as a link in the app does: the document and what it has loaded stay, which costs a tenth of loading it anew.
 * Not for an address that shows the component of the page before it, whose title would stay.
 */
export const follow = async (page: Page, address: string) => {
  watchCalls(page)
  await page.evaluate((address) => {
    for (const title of document.querySelectorAll('h1')) title.setAttribute('data-left', '')
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
  await page.locator('h1[data-left]').waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).waitFor()
}
