import type { KeyboardEvent } from 'react'

const linksIn = (list: Element) =>
  [...list.querySelectorAll('tbody tr, ul[data-density] > li')].flatMap((row) => {
    const link = row.querySelector<HTMLElement>('a, button')
    return link ? [link] : []
  })

/**
 * From a list's search box, arrow down and Enter go to the first row's link, or Enter opens it if it is the only one.
 * From a row's link the arrows go to the next, and up from the first one back to the box.
 */
export const moveByArrows = (event: KeyboardEvent<HTMLElement>) => {
  const { currentTarget: list, target, key } = event
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
  const box = list.querySelector<HTMLElement>('input[type="search"]')
  const isCurrent = !list.querySelector('[aria-busy="true"]')
  const links = isCurrent ? linksIn(list) : []
  const at = links.indexOf(target)
  const isInBox = target === box
  if (isInBox && key === 'Enter' && links.length === 1) links[0]?.click()
  else if (isInBox && (key === 'ArrowDown' || key === 'Enter')) links[0]?.focus()
  else if (at >= 0 && key === 'ArrowDown') links[at + 1]?.focus()
  else if (at >= 0 && key === 'ArrowUp') (links[at - 1] ?? box)?.focus()
  else return
  event.preventDefault()
}
