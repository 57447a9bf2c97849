import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PublicShell } from '../../clinic/shell/PublicShell.tsx'
import { axeHits } from '../../testing/axe.ts'
import { serve } from '../../testing/serve.ts'
import { showRoutes } from '../../testing/show.tsx'
import { GalleryPage } from './GalleryPage.tsx'

beforeEach(() => {
  serve({})
})
afterEach(() => page.viewport(1280, 800))

test.each([
  ['light', 1280],
  ['light', 390],
  ['dark', 1280],
  ['dark', 390],
] as const)('every component is free of accessibility faults: %s, %i px', async (scheme, width) => {
  await page.viewport(width, 900)
  const { screen } = await showRoutes([{ Component: PublicShell, children: [{ path: '/', Component: GalleryPage }] }], {
    scheme,
  })
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible()
  await expect.element(screen.getByText('hello@lumen.example')).toBeInTheDocument()
  expect(document.title).toBe('Components · Lumen Neuro')
  expect(await axeHits()).toEqual([])
})

test('nothing scrolls sideways at 320 px', async () => {
  await page.viewport(320, 800)
  const { screen } = await showRoutes([{ Component: PublicShell, children: [{ path: '/', Component: GalleryPage }] }])
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
