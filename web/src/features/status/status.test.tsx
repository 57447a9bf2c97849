import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { StatusPage } from './StatusPage.tsx'

const call = 'GET /status.json'
const status = (down: string[] = []) => {
  const parts = ['records', 'files', 'images', 'email'].map((part) => [part, !down.includes(part)])
  return ok({ parts: Object.fromEntries(parts), checked_at: '2026-11-24T15:00:00Z' })
}
beforeEach(signOut)

test('a visitor reads that everything works', async () => {
  serve({ [call]: status() })
  const { screen } = await show(<StatusPage />)
  await expect.element(screen.getByRole('status')).toHaveTextContent('Everything is working.')
  expect(screen.getByText('Working', { exact: true }).elements()).toHaveLength(4)
  expect(await axeHits()).toEqual([])
})

test.each([320, 1280])('a part that is down is named, with what it means and whom to call, at %i px', async (width) => {
  await page.viewport(width, 800)
  onTestFinished(() => page.viewport(1280, 800))
  serve({ [call]: status(['images']) })
  const { screen } = await show(<StatusPage />)
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Some parts of the portal are not working right now. We are on it.')
  await expect.element(screen.getByText('Images cannot be opened right now. Your scans are safe.')).toBeVisible()
  await expect.element(screen.getByText(/call \+1 \(555\) 010-2000/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(await axeHits()).toEqual([])
})

test('a portal that does not answer is said to be out of reach, and looked at again', async () => {
  let isDown = true
  serve({ [call]: () => (isDown ? 'no network' : status()) })
  const { screen } = await show(<StatusPage />)
  await expect.element(screen.getByText(/cannot be reached right now/)).toBeVisible()
  isDown = false
  await screen.getByRole('button').click()
  await expect.element(screen.getByText('Everything is working.')).toBeVisible()
})
