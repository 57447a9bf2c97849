import { expect, test } from 'vitest'
import { ok, refused, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { AdminAreaPage } from './AdminAreaPage.tsx'

test('the dashboard tells how many operators there are, also after a failed first try', async () => {
  let broken = true
  serve({
    'POST /admin/get_admin_profile/': () => refused(500, 'no'),
    'GET /admin/get_operator_number/': () => (broken ? refused(500, 'no') : ok({ operator_number: 1234, invited: 7 })),
  })
  const { screen } = await show(<AdminAreaPage />, { role: 'Admin', at: '/admin' })
  await expect.element(screen.getByText('The number of operators could not be loaded.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('1,234')).toBeVisible()
  await expect.element(screen.getByText('Error fetching pending requests. Please try again.')).toBeVisible()
})

test('the admin area has the figures and the list of operators as tabs', async () => {
  serve({
    'POST /admin/get_admin_profile/': () => refused(500, 'no'),
    'GET /admin/get_operator_number/': () => ok({ operator_number: 3, invited: 0 }),
    'GET /admin/get_all_operators/': () => ok({ operators: [], total: 0, total_pages: 1 }),
  })
  const { screen } = await show(<AdminAreaPage />, { role: 'Admin', at: '/admin' })
  await expect.element(screen.getByRole('tab', { name: 'Dashboard' })).toHaveAttribute('aria-selected', 'true')
  await screen.getByRole('tab', { name: 'Operator List' }).click()
  await expect.element(screen.getByPlaceholder('Search Providers...')).toBeVisible()
})
