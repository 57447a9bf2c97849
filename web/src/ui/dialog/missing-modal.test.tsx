import { expect, test, vi } from 'vitest'
import { serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { NoticeBar } from '../shell/NoticeBar.tsx'
import { ErrorDialog } from './ErrorDialog.tsx'

vi.mock('./modal-part.ts', () => ({
  get Modal() {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/modal-part.js')
  },
}))

test('an error whose dialog did not load is told in the page once the offer to reload was dismissed', async () => {
  serve({ 'HEAD *': [200, ''] })
  const { screen } = await show(
    <>
      <NoticeBar />
      <ErrorDialog message="Failed to fetch Scans. Please try again." />
    </>,
  )
  await expect.element(screen.getByText(/This page did not load completely/)).toBeVisible()
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(screen.getByText('Failed to fetch Scans. Please try again.')).toBeVisible()
})
