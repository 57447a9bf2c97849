import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expectLoaded } from './loaded.ts'
import { expectRingsInside, overlays } from './tab-walk.ts'

/** A dialog, drawer, menu or panel, and how a person comes to it from a page. */
export type Opening = {
  /** The file in web/src that has it. */
  file: string
  opener: (page: Page) => Locator
  /** The key that opens it from there. */
  key?: string
  /** The item of the menu that the opener opens. */
  via?: RegExp
  /** Where it begins, if not at its first item, first field, or title. */
  begins?: RegExp
  /** Something typed there is lost: Escape asks first. */
  asks?: true
  /** Only a narrow window has it. */
  isNarrow?: true
}

/** What one page or tab has, and how to get there. */
export type Place = { go: (page: Page) => Promise<unknown>; has: Opening[] }

/** The components include one that always loads. */
const waitLoaded = (page: Page) => (page.url().endsWith('/navbar') ? undefined : expectLoaded(page))

const top = (page: Page) => page.locator(overlays).last()

/** Where the focus is in what is open, or what a person would be lost at. */
const beginning = (page: Page) =>
  page.evaluate(async (overlays) => {
    // Mantine sets the focus twice, the second time once all that is drawn has taken effect.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const { activeElement: focused } = document
    const open = [...document.querySelectorAll(overlays)].at(-1)
    if (!open || !focused) return 'nothing is open'
    const name = focused.getAttribute('aria-label') ?? (focused.textContent || focused.tagName)
    if (!open.contains(focused)) return `outside: ${name}`
    const seen = [...open.querySelectorAll('*')].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    const find = (selector: string) => seen.find((one) => one.matches(selector))
    const begin =
      find('[role^=menuitem]') ??
      find(':is(input, textarea, select):not(:disabled, [tabindex="-1"], [type=file])') ??
      find('h1, h2, p[tabindex="-1"]')
    return focused === begin ? 'begin' : name
  }, overlays)

const open = async (page: Page, { opener, key = 'Enter', via, begins }: Opening) => {
  // `pages.spec.ts` proves that Tab leads to each of them.
  await opener(page).focus()
  await page.keyboard.press(key)
  await top(page).waitFor()
  if (via) {
    await page.getByRole('menuitem', { name: via }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await top(page).waitFor()
  }
  // What it asks may have to be loaded.
  await waitLoaded(page)
  await expect.poll(() => beginning(page), { intervals: [20, 50, 100] }).toMatch(begins ?? /^begin$/)
}

const expectClosed = async (page: Page, { opener }: Opening) => {
  await expect(page.locator(overlays)).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
}

/** A key pressed too often loses nothing: the question takes the focus, and gives it back. */
const expectQuestion = async (page: Page) => {
  const field = await page.evaluateHandle(() => document.activeElement)
  await page.keyboard.type('7')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button').last()).toBeFocused()
  await expectRingsInside(page, 'Tab', '[role=alertdialog]')
  await expectRingsInside(page, 'Shift+Tab', '[role=alertdialog]')
  await expectAccessible(page, '[role=alertdialog]')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await question.getByRole('button').first().focus()
  await page.keyboard.press('Enter')
}

const inTheDark = async (page: Page, look: () => Promise<unknown>) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await look()
  await page.emulateMedia({ colorScheme: 'light' })
}

/** It takes the focus, keeps it at both ends, shows it at each stop, light or dark, and gives it back; in the dark no axe hit. */
const walk = async (page: Page, opening: Opening) => {
  await open(page, opening)
  // The items of a menu are for the arrow keys.
  const [on, back] =
    (await top(page).getAttribute('role')) === 'menu'
      ? (['ArrowDown', 'ArrowUp'] as const)
      : (['Tab', 'Shift+Tab'] as const)
  await expectRingsInside(page, on)
  await inTheDark(page, async () => {
    await expectAccessible(page, overlays)
    await expectRingsInside(page, back)
  })
  if (opening.asks) {
    await page.keyboard.press('Escape')
    await expectClosed(page, opening)
    await open(page, opening)
    await expectQuestion(page)
  } else await page.keyboard.press('Escape')
  await expectClosed(page, opening)
}

/** Opened and closed in the light of a phone: no axe hit, nothing wider than the window. */
const glance = async (page: Page, opening: Opening) => {
  await open(page, opening)
  await expectAccessible(page, overlays)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expectClosed(page, opening)
}

const widen = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 900 })
  // A table becomes cards in the frame after.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })
  await waitLoaded(page)
}

const stepOf = ({ file, via, opener }: Opening, page: Page) => `${file}: ${opener(page)}${via ? ` ${via}` : ''}`

/** Opens all by keyboard, on a desk and on a phone, and closes it again. */
export const walkPlaces = async (page: Page, places: Place[]) => {
  for (const { go, has } of places) {
    await go(page)
    await waitLoaded(page)
    for (const opening of has.filter(({ isNarrow }) => !isNarrow))
      await test.step(stepOf(opening, page), () => walk(page, opening))
    await widen(page, 390)
    for (const opening of has)
      await test.step(`${stepOf(opening, page)}, narrow`, async () => {
        if (opening.isNarrow) await walk(page, opening)
        else if (await opening.opener(page).isVisible()) await glance(page, opening)
      })
    await widen(page, 1280)
  }
}
