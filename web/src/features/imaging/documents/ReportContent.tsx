import { createElement, Fragment, type ReactNode } from 'react'

/** The only elements taken over from the report, without their attributes. */
const shown = {
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  h6: 'h6',
  p: 'p',
  ul: 'ul',
  li: 'li',
  dl: 'dl',
  dt: 'dt',
  dd: 'dd',
  section: 'section',
  strong: 'strong',
} as const
const isShown = (name: string): name is keyof typeof shown => Object.hasOwn(shown, name)

const contentOf = (parent: Node): ReactNode[] =>
  [...parent.childNodes].map((node) => {
    if (!(node instanceof Element)) return node.textContent
    const { localName } = node
    if (localName === 'br') return createElement('br')
    // The title is already shown above, and a script is not text.
    if (localName === 'h1' || localName === 'script' || localName === 'style') return null
    return createElement(isShown(localName) ? shown[localName] : Fragment, null, ...contentOf(node))
  })

/** A report as the server writes it, rebuilt from this page's own elements: nothing in it can run or be loaded. */
export const ReportContent = ({ html }: { html: string }) =>
  createElement('div', null, ...contentOf(new DOMParser().parseFromString(html, 'text/html').body))
