import { expect, test } from '@playwright/test'
import { signInOperator } from './people.ts'

test('a list keeps its filters, page and place on Back, Forward, reload and the way back from a record', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await signInOperator(page, 'physician@northside.example')
  const list = '/operatorPatientlist?page=2&page_size=25'
  const rows = page.locator('tbody a')
  const heading = page.getByRole('heading', { level: 1, name: 'Patient List' })
  const scrolled = () => page.evaluate(() => scrollY)
  await page.goto(list)
  await expect(rows).toHaveCount(25)
  await page.evaluate(() => scrollTo(0, 600))
  await expect.poll(scrolled).toBe(600)

  await page.reload()
  await expect.poll(scrolled).toBe(600)
  await rows.nth(8).click()
  await expect(heading).toHaveCount(0)
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect.poll(scrolled).toBe(600)
  await page.goForward()
  await page.getByRole('link', { name: 'Back to Patient Table' }).click()
  await expect(page).toHaveURL(list)
  await expect.poll(scrolled).toBe(600)
})

test('a list that takes long to load comes back to its place', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.clock.install()
  await signInOperator(page, 'physician@northside.example', '/operatorPatientlist?page=2&page_size=25')
  const scrolled = () => page.evaluate(() => scrollY)
  await expect(page.locator('tbody a')).toHaveCount(25)
  await page.evaluate(() => scrollTo(0, 600))
  await expect.poll(scrolled).toBe(600)

  const held = Promise.withResolvers<void>()
  await page.route('**/operator/get_all_patients/**', async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/operator/get_all_patients/**')
  await page.reload()
  await asked
  await page.clock.fastForward('00:15')
  held.resolve()
  await expect.poll(scrolled).toBe(600)
})

test('a public page stays where it was scrolled to when the program comes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.evaluate(() => scrollTo(0, 1500))
  await page.keyboard.press('Shift')
  // It comes with the program, whose first commit is when the router scrolls.
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /@/ })).toHaveCount(1)
  expect(await page.evaluate(() => scrollY)).toBe(1500)
})
