import axe from 'axe-core'

/** What axe finds wrong on the page by WCAG 2.2 AA, one line a rule and place. */
export const axeHits = async (within: Element | Document = document) => {
  // A color on its way to another is nobody's.
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  const { violations } = await axe.run(within, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n')[1] ?? ''}`),
  )
}
