import { expect, test } from 'vitest'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { NoticesCard } from './NoticesCard.tsx'

test.each<[string, Served]>([
  ['refused', refused(500)],
  ['lost', 'no network'],
])('settings whose response is %s are not shown as if they were all on', async (_, answer) => {
  let isBack = false
  serve({ 'GET /patient/notices/': () => (isBack ? ok({ email_off: [], push_on: [], push_key: '' }) : answer) })
  const { screen } = await show(<NoticesCard />, { role: 'Patient' })
  const retry = screen.getByRole('button', { name: 'Retry' })
  await expect.element(retry).toBeVisible()
  expect(screen.getByRole('switch').elements()).toEqual([])
  isBack = true
  await retry.click()
  await expect.element(screen.getByRole('switch').first()).toBeVisible()
})
