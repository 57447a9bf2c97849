import { expect, type Locator, type Page } from '@playwright/test'

const most = 60

/** Presses Tab until something has the focus, as somebody without a mouse does; in vain where Tab does not lead there. */
export const tabTo = async (page: Page, target: Locator) => {
  // A radio is there for Tab, but its picture is what is seen.
  let element = await target.elementHandle()
  for (let presses = 0; presses < most; presses++) {
    const found = await element?.evaluate((one) => (one === document.activeElement ? 'focused' : one.isConnected))
    if (found === 'focused') return
    // To look for it by its role and name at each press would cost more than all else. It may have been drawn anew.
    if (!found) element = await target.elementHandle()
    await page.keyboard.press('Tab')
  }
  await expect(target, `after ${most} times Tab`).toBeFocused()
}

export const press = async (page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

export const type = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target)
  await page.keyboard.type(text)
}
