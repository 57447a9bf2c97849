import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standard = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

// Otherwise each run opens a page of its own, only for the sake of frames from other sites: there are none.
const axe = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)
const expectNoHits = async (builder: AxeBuilder) => {
  const { violations } = await builder.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

/** No axe hit of WCAG 2.2 AA; a failure names rule and place. */
export const expectAccessible = (page: Page) => expectNoHits(axe(page).withTags(standard))

export const expectNoSidewaysScroll = async (page: Page) => {
  const [content = 0, window = 0] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  expect(content).toBeLessThanOrEqual(window)
}

/** As on a phone and on a desk, in the light and in the dark: no axe hit, and nothing wider than the window. */
export const expectGoodInEveryLook = async (page: Page) => {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 850 }
  for (const one of [390, 1280]) {
    await page.setViewportSize({ width: one, height })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    // Of all rules this one alone depends on the scheme.
    await expectNoHits(axe(page).withRules('color-contrast'))
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await page.setViewportSize({ width, height })
}
