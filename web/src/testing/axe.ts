import axe from 'axe-core'
import { page } from 'vitest/browser'
import { looks } from './looks.ts'

/** What axe finds wrong on the page under WCAG 2.2 AA, one line per rule and place. */
export const axeHits = async (within: Element | Document = document) => {
  // A color in the middle of a transition is not a real one.
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  const { violations } = await axe.run(within, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n')[1] ?? ''}`),
  )
}

/** The same in each look, plus anything wider than the window there. */
export const hitsInEveryLook = async (within?: Element) => {
  const root = document.documentElement
  const attribute = 'data-mantine-color-scheme'
  const before = { width: innerWidth, height: innerHeight, scheme: root.getAttribute(attribute) ?? 'light' }
  const hits: string[] = []
  for (const [scheme, width] of looks) {
    await page.viewport(width, before.height)
    root.setAttribute(attribute, scheme)
    hits.push(...(await axeHits(within)))
    if (root.scrollWidth > root.clientWidth) hits.push(`${root.scrollWidth} px wide at ${width}`)
  }
  root.setAttribute(attribute, before.scheme)
  await page.viewport(before.width, before.height)
  return hits
}
