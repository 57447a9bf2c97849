import { expect, type Locator, type Page } from '@playwright/test'

const most = 60

/** Presses Tab until something has the focus, as somebody without a mouse does; in vain where Tab does not lead there. */
export const tabTo = async (page: Page, target: Locator) => {
  // A radio is there for Tab, but its picture is what is seen.
  await target.waitFor({ state: 'attached' })
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < most; presses++) {
    if (await isFocused()) return
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
