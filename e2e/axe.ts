import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOnly } from 'axe-core'

const runOnly: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }

// Less than half of the bytes of what the package exports as its source.
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Tested = typeof globalThis & { axe: typeof axe }

/**
 * No axe hit of WCAG 2.2 AA; a failure names rule and place. The page gets axe once, which costs more than to run it. `within` is all it
 * looks at.
 */
export const expectAccessible = async (page: Page, within?: string) => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const hits = await page.evaluate(
    async ({ runOnly, within }) => {
      // A color on its way to another is nobody's.
      for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
      const { axe } = globalThis as Tested
      // No rule of these tags reads style sheets, of which axe would gather all rules first.
      const { violations } = await axe.run(within ?? document, {
        runOnly,
        resultTypes: ['violations'],
        preload: { assets: ['media'] },
      })
      const small = violations.find(({ id }) => id === 'target-size')
      // What lies half under a sticky bar can be scrolled from under it: such a target is measured again in the middle of the window.
      if (small) {
        const [x, y] = [scrollX, scrollY]
        const stillSmall = []
        for (const node of small.nodes) {
          const element = document.querySelector(node.target.join(' '))
          element?.scrollIntoView({ block: 'center', behavior: 'instant' })
          const again = await axe.run(element ?? document, { runOnly: { type: 'rule', values: ['target-size'] } })
          if (again.violations.length > 0) stillSmall.push(node)
        }
        scrollTo({ left: x, top: y, behavior: 'instant' })
        small.nodes = stillSmall
      }
      return violations.flatMap(({ id, nodes }) =>
        nodes.length === 0 ? [] : `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    },
    { runOnly, within },
  )
  expect(hits).toEqual([])
}

/** Once what follows the width of the window by a script has been drawn again: a table becomes cards in the frame after. */
export const expectNoSidewaysScroll = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)

/** Words of letters that continue on another line, as in a column too narrow for them; hyphenated ones may. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const broken: string[] = []
    while (texts.nextNode()) {
      const { currentNode: node } = texts
      const { parentElement } = node
      if (!parentElement?.checkVisibility({ visibilityProperty: true })) continue
      if (getComputedStyle(parentElement).hyphens === 'auto' || parentElement.clientWidth === 1) continue
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/(?<!\S)[\p{L}’']{2,}(?!\S)/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    }
    return broken
  })

/**
 * On a phone in the light and on a desk in the dark: no axe hit, and nothing wider than the window, nor on a tablet. On the narrowest phone
 * words stay whole, too. Colors do not change
 * with the width, nor widths with the colors, so the other looks would say the same again, in minutes.
 */
export const expectGoodInEveryLook = async (page: Page) => {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 850 }
  await page.setViewportSize({ width: 320, height })
  await expectNoSidewaysScroll(page)
  await expect.poll(() => brokenWords(page)).toEqual([])
  await page.setViewportSize({ width: 390, height })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 820, height })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width, height })
}
