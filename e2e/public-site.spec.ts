import { expect, type Page, test } from '@playwright/test'
import { demoPort } from './demo-program.ts'

const content = (page: Page, name: string) => page.locator(`meta[property="${name}"], meta[name="${name}"]`)
const origin = `http://localhost:${demoPort}`

test('every public page brings a title, a description and a social card of its own', async ({ request, page }) => {
  const titles = new Set<string>()
  for (const path of ['/', '/patients', '/physicians', '/aboutus', '/terms-and-conditions', '/privacy-policy']) {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
    const [, title = ''] = /<title>(.+?) · Lumen Neuro<\/title>/.exec(html) ?? []
    expect(title).not.toBe('')
    titles.add(title)
    expect(html).toContain(`og:title" content="${title} · Lumen Neuro"`)
    expect(html).toMatch(/name="description" content=".{40,}"/)
    expect(html).toContain(`og:url" content="${origin}${path}"`)
    expect(html).toContain('name="robots" content="index"')
  }
  expect(titles.size).toBe(6)

  await page.goto('/')
  const picture = await content(page, 'og:image').getAttribute('content')
  expect(picture).toMatch(new RegExp(`^${origin}/assets/`))
  const answer = await request.get(picture ?? '')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
})

test('pages for one person are not for search engines, and their addresses are not repeated', async ({ page }) => {
  for (const path of ['/patient/change-password/a-secret-token', '/patients/../profile', '/no/such/page']) {
    await page.goto(path)
    await expect(content(page, 'robots')).toHaveAttribute('content', 'noindex')
    await expect(content(page, 'og:url')).toHaveAttribute('content', `${origin}/`)
  }
})

test('a line moves on a sign-in page until its form has loaded', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/patients')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.busy-line')).toBeVisible()
})

/** A page that is only read loads the program when its footer comes into view, which then has the contact details. */
const wake = async (page: Page) => {
  const footer = page.getByRole('contentinfo')
  await footer.scrollIntoViewIfNeeded()
  await expect(footer).toContainText('All rights reserved')
}

test('on a phone the landing page is shorter than 3,500 px, in both languages', async ({ browser }) => {
  for (const locale of ['en-US', 'es-MX']) {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await footer.scrollIntoViewIfNeeded()
    await expect(footer.getByRole('link', { name: 'LinkedIn' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollHeight), locale).toBeLessThan(3500)
    await context.close()
  }
})

test('the carousel wraps by the arrow keys', async ({ page }) => {
  await page.goto('/')
  await wake(page)
  const shown = (name: string) => expect(page.locator('[aria-current=true]')).toHaveAccessibleName(name)
  await page.getByRole('button', { name: 'Previous slide' }).focus()
  await shown('1 of 4: Hospitals')
  await page.keyboard.press('ArrowLeft')
  await shown('4 of 4: Clinics')
  await page.keyboard.press('ArrowRight')
  await shown('1 of 4: Hospitals')
})

test('terms have 11 sections and the privacy policy 9, with contents that stay beside the text', async ({ page }) => {
  for (const [path, sections] of [
    ['/terms-and-conditions', 11],
    ['/privacy-policy', 9],
  ] as const) {
    await page.goto(path)
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await expect(page.getByRole('heading', { level: 2, name: /^\d+\. / })).toHaveCount(sections)
    await contents.getByRole('link', { name: 'Contact' }).click()
    await expect(page.getByRole('heading', { name: `${sections}. Contact` })).toBeInViewport()
    await expect(contents).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Print this page' })).toHaveCount(1)
  }
})

test('the footer tells how to reach the project, everywhere', async ({ page }) => {
  await page.goto('/aboutus')
  await wake(page)
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('240 Harbor Street')
  await expect(footer.getByRole('link', { name: 'contact@northside.example' })).toHaveAttribute('href', /^mailto:/)
  await expect(footer.getByRole('link', { name: /617/ })).toHaveAttribute('href', /^tel:/)
  for (const name of ['LinkedIn', 'Instagram', 'YouTube', 'Privacy Policy', 'Terms and Conditions'])
    await expect(footer.getByRole('link', { name })).toBeVisible()
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Lumen Neuro. All rights reserved.`)
})
