import { expect, type Page, test } from '@playwright/test'
import { newPatient, signInPatient } from './people.ts'

const most = 120

/** What has the focus, and how it shows that; a native radio or checkbox may show it by what is drawn for it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const shown = [element, element.nextElementSibling, element.parentElement].some((drawn) => {
      if (!drawn) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(drawn)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const isNew = !element.hasAttribute('data-walked')
    element.setAttribute('data-walked', '')
    return {
      isNew,
      shown,
      what: `${element.tagName} ${(element.textContent || element.getAttribute('aria-label')) ?? ''}`.slice(0, 60),
    }
  })

/** Every stop of the Tab key on a page that shows no ring. */
const withoutRing = async (page: Page) => {
  const found: string[] = []
  for (let stop = 0; stop < most; stop++) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (!now?.isNew) break
    if (!now.shown) found.push(now.what)
  }
  return found
}

test('every stop of the Tab key on the public pages shows a ring', async ({ page }) => {
  for (const path of ['/', '/patients', '/patient-register', '/physicians', '/aboutus', '/ContactUsLanding']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await withoutRing(page), path).toEqual([])
  }
})

test('every stop of the Tab key on the pages of a patient shows a ring', async ({ page }) => {
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password)
  for (const path of [
    '/profile',
    '/patient/profile',
    '/patient/appointment',
    '/scan',
    '/files',
    '/patient/reimbursement',
    '/account',
    '/messages',
    '/contactUs',
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await withoutRing(page), path).toEqual([])
  }
})
