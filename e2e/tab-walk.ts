import { expect, type Page } from '@playwright/test'

const most = 120

/** Whatever covers a page: a dialog, drawer, menu, or the panel of a button. The last one is on top. */
export const overlays = '[role=dialog], [role=alertdialog], [role=menu]'

/** What has the focus, and how it shows that; a native radio or checkbox may show it by what is drawn for it. */
const focused = (page: Page, within = ':root') =>
  page.evaluate(async (within) => {
    // From a date in a dialog, Mantine corrects where Tab leads in a task of its own.
    await new Promise((resolve) => setTimeout(resolve))
    const element = document.activeElement
    if (!element || element === document.body) return null
    const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    const channelsOf = (color: string) => {
      pixel.clearRect(0, 0, 1, 1)
      pixel.fillStyle = color
      pixel.fillRect(0, 0, 1, 1)
      return [...pixel.getImageData(0, 0, 1, 1).data]
    }
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (one: string, other: string) => {
      const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
      return (light + 0.05) / (dark + 0.05)
    }
    const surfaceOf = (drawn: Element | null): string => {
      if (!drawn) return 'white'
      const { backgroundColor } = getComputedStyle(drawn)
      return channelsOf(backgroundColor)[3] === 255 ? backgroundColor : surfaceOf(drawn.parentElement)
    }
    const shown = [element, element.nextElementSibling, element.parentElement].some((drawn) => {
      if (!drawn) return false
      const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(drawn)
      const around = surfaceOf(Number.parseFloat(outlineOffset) < 0 ? drawn : drawn.parentElement)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && contrast(outlineColor, around) >= 3
    })
    // A date has several stops, which are those of one element; the browser itself marks its button.
    const isSame = element.getAttribute('data-walked') === 'last'
    const isNew = isSame || !element.hasAttribute('data-walked')
    for (const last of document.querySelectorAll('[data-walked=last]')) last.setAttribute('data-walked', '')
    element.setAttribute('data-walked', 'last')
    return {
      isNew,
      isSame,
      isInside: [...document.querySelectorAll(within)].at(-1)?.contains(element),
      // What a dialog gives the focus to be read aloud is no stop; an item of a menu is one for the arrow keys.
      shown:
        shown ||
        isSame ||
        (element instanceof HTMLElement && element.tabIndex < 0 && !element.matches('[role^=menuitem]')),
      what: `${element.tagName} ${(element.textContent || element.getAttribute('aria-label')) ?? ''}`.slice(0, 60),
    }
  }, within)

const forgetStops = (page: Page) =>
  page.evaluate(() => {
    for (const walked of document.querySelectorAll('[data-walked]')) walked.removeAttribute('data-walked')
  })

/** Where Tab leads first, as on a page that was just loaded. */
const startOver = async (page: Page) => {
  await forgetStops(page)
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
}

/** What can be seen and has a place in the order of the Tab key, and had no stop; of a group of radios one has. */
const leftOut = (page: Page, within = ':root') =>
  page.evaluate((within) => {
    const place = [...document.querySelectorAll(within)].at(-1) ?? document
    const nameOf = (element: Element) =>
      element instanceof HTMLInputElement && element.type === 'radio' ? element.name : ''
    const walked = new Set([...document.querySelectorAll('[data-walked]')].map(nameOf).filter((name) => name !== ''))
    return [...place.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')]
      .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled, [data-walked], [inert] *'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !walked.has(nameOf(element)))
      .map((element) => element.outerHTML.slice(0, 120))
  }, within)

/**
 * Every stop of the Tab key on a page shows a ring of 2 px, 3:1 against what lies around it (WCAG 2.4.7, 1.4.11), and whatever should be
 * one is.
 */
export const expectRings = async (page: Page, { skips = true } = {}) => {
  await startOver(page)
  const stops: string[] = []
  const without: string[] = []
  while (stops.length < most) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (!now?.isNew) break
    stops.push(now.what)
    if (!now.shown) without.push(now.what)
  }
  if (skips) expect(stops[0], 'the first stop').toMatch(/Skip to/)
  expect(stops.length).toBeGreaterThan(skips ? 4 : 0)
  expect(without).toEqual([])
  expect(await leftOut(page)).toEqual([])
}

/** A date has as many stops as parts; what is alone in a dialog is its only stop. */
const maxSame = 5

/** The same of what covers the page: the key goes around within it, and nowhere else. */
export const expectRingsInside = async (
  page: Page,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowUp',
  within = overlays,
) => {
  await forgetStops(page)
  const stops: string[] = []
  const wrong: string[] = []
  let same = 0
  while (stops.length < most && same < maxSame) {
    await page.keyboard.press(key)
    const now = await focused(page, within)
    if (!now?.isInside) wrong.push(`${key} leads outside, to ${now?.what ?? 'the page'}`)
    if (!now?.isNew || !now.isInside) break
    same = now.isSame ? same + 1 : 0
    stops.push(now.what)
    if (!now.shown) wrong.push(`no ring: ${now.what}`)
  }
  expect(wrong).toEqual([])
  expect(stops.length).toBeGreaterThan(0)
  expect(await leftOut(page, within)).toEqual([])
}
