import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { CompanyPage } from './CompanyPage.tsx'
import { ForbiddenPage } from './ForbiddenPage.tsx'
import { LandingPage } from './LandingPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PrivacyPage } from './PrivacyPage.tsx'
import { ReadingPage } from './ReadingPage.tsx'
import { TermsPage } from './TermsPage.tsx'
import { WhoWeServe } from './WhoWeServe.tsx'

beforeEach(() => {
  signOut()
  serve({})
})

const phone = async () => {
  await page.viewport(320, 800)
  onTestFinished(() => page.viewport(1280, 800))
}

test('the landing page has one title, and every part of it a heading that names it', async () => {
  const { screen } = await show(<LandingPage />)
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Brain imaging that comes to the bedside')
  for (const name of ['Who We Serve', 'Small magnet, short trip', 'How it works', 'Common questions'])
    await expect.element(screen.getByRole('region', { name })).toBeInTheDocument()
  expect(document.title).toContain('Brain imaging that comes to the bedside')
  expect(await axeHits()).toEqual([])
})

test('the way to a scan is three steps in their order', async () => {
  const { screen } = await show(<LandingPage />)
  const steps = screen.getByRole('region', { name: 'How it works' }).getByRole('heading', { level: 3 }).elements()
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Register and tell us about yourself',
    'Choose a time',
    'Come in for your scan',
    'See and share the results',
  ])
})

test('each question has its answer behind it', async () => {
  const { screen } = await show(<LandingPage />)
  const questions = screen.getByRole('region', { name: 'Common questions' })
  await expect.element(questions.getByText(/^No\. Magnetic/)).not.toBeVisible()
  await questions.getByText('Does it use X-rays?').click()
  await expect.element(questions.getByText(/^No\. Magnetic/)).toBeVisible()
})

test.each([
  ['Learn about portable MRI', '/aboutus'],
  ['privacy policy', '/privacy-policy'],
])('“%s” leads from the landing page to %s', async (name, href) => {
  const { screen } = await show(<LandingPage />)
  await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href)
})

test('on a phone the landing page is not wider than its window', async () => {
  await phone()
  const { screen } = await show(<LandingPage />)
  await expect.element(screen.getByRole('link', { name: 'I’m a patient' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('a visitor chooses a door with the keyboard', async () => {
  const { screen, address } = await show(<LandingPage />, { at: '/' })
  const door = screen.getByRole('link', { name: 'I’m a patient' })
  await userEvent.tab()
  await expect.element(door).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/patients')
})

test.each([
  ['forbidden', ForbiddenPage, 'No access', "You don't have permission to access this page."],
  ['unknown', NotFoundPage, 'Page not found', /^There is no page at this address\./],
])('a page that is %s says so, and leads home', async (_, Page, title, text) => {
  const { screen, address } = await show(<Page />, { at: '/somewhere' })
  await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.element(screen.getByText(text)).toBeVisible()
  await screen.getByRole('link', { name: 'Go to Home' }).click()
  await expect.poll(address).toBe('/')
})

test.each([
  ['the privacy policy', PrivacyPage, 'Privacy Policy'],
  ['the terms', TermsPage, 'Terms and Conditions'],
])('%s say since when they are so', async (_, Page, title) => {
  const { screen } = await show(<Page />)
  await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.element(screen.getByText(/^Last updated: [A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeVisible()
})

test('a page to read is printed by its button', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  onTestFinished(() => print.mockRestore())
  const { screen } = await show(<CompanyPage />)
  await screen.getByRole('button', { name: 'Print this page' }).click()
  expect(print).toHaveBeenCalledOnce()
})

test('sections are numbered, and a list in one is read as a list', async () => {
  const sections = [
    { heading: 'First of all', body: ['A sentence.'] },
    { heading: 'What else?', body: ['Two things:', ['One', 'Other']] },
  ]
  const { screen } = await show(<ReadingPage title="A text" lead="Its lead" sections={sections} />)
  const second = screen.getByRole('region', { name: '2. What else?' })
  await expect.element(second).toBeVisible()
  expect(second.getByRole('listitem').elements()).toHaveLength(2)
  const contents = screen.getByRole('navigation', { name: 'On this page' }).getByRole('link').elements()
  expect(contents.map(({ textContent }) => textContent)).toEqual(['First of all', 'What else?'])
})

test('of the slides the current one is told apart, and other keys leave them alone', async () => {
  const { screen } = await show(<WhoWeServe />)
  const current = () =>
    screen
      .getByRole('group')
      .elements()
      .filter((slide) => slide.getAttribute('aria-current') === 'true')
      .map((slide) => slide.getAttribute('aria-label'))
  expect(current()).toEqual(['1 of 4: Hospitals'])
  screen.getByRole('region', { name: 'Slides. Use the arrow keys to move between them' }).element().focus()
  await userEvent.keyboard('{ArrowDown}x')
  expect(current()).toEqual(['1 of 4: Hospitals'])
  await userEvent.keyboard('{ArrowRight}')
  expect(current()).toEqual(['2 of 4: Imaging Centers'])
})

test('a row that is moved by hand counts from where it has come to rest', async () => {
  await phone()
  const { screen } = await show(<WhoWeServe />)
  const row = screen.getByRole('region', { name: /^Slides/ }).element()
  const second = row.children[1]
  if (!(second instanceof HTMLElement)) throw new Error('No second slide')
  const first = row.children[0]
  if (!(first instanceof HTMLElement)) throw new Error('No first slide')
  row.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
  row.scrollTo({ left: second.offsetLeft - first.offsetLeft, behavior: 'instant' })
  await expect.element(screen.getByRole('status')).toHaveTextContent('Slide 2 of 4')
})
