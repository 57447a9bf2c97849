import { expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { expectLoaded } from './loaded.ts'

/** What stands beyond the edges of the window, or is cut by what it stands in. What scrolls by itself is at hand all the same. */
const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth: width } = document.documentElement
    const parents = (element: Element): Element[] =>
      element.parentElement ? [element.parentElement, ...parents(element.parentElement)] : []
    const overflowOf = (element: Element) => getComputedStyle(element).overflowX
    // The dot before a fact that begins a line is cut off (ui/display/WholeFacts.tsx).
    const dotOf = (element: Element) =>
      element.closest('[class*=_facts_]') ? Number.parseFloat(getComputedStyle(element).fontSize) : 0
    const isBeyond = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return (
        (right > width + 1 || left < -1 - dotOf(element)) &&
        !parents(element).some((one) => /auto|scroll/.test(overflowOf(one)))
      )
    }
    const isCut = (element: Element) =>
      /hidden|clip/.test(overflowOf(element)) &&
      element.textContent !== '' &&
      element.scrollWidth > element.clientWidth + 1
    return [...document.querySelectorAll('#root *')]
      .filter(
        (element) =>
          element.clientWidth > 1 &&
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.closest('[class*=isually-hidden], [class*=VisuallyHidden]') &&
          (isBeyond(element) || isCut(element)),
      )
      .map((element) => `${element.className}: ${element.textContent.slice(0, 40)}`)
  })

/** Nothing of the page that is shown is cut or out of reach. */
export const expectWhole = (page: Page, address: string) =>
  test.step(address, async () => {
    await expectLoaded(page)
    await expectNoSidewaysScroll(page)
    expect(await cutTexts(page)).toEqual([])
  })
