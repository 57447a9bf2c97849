import type { OperatorRow } from '@fornix/contract'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits, hitsInEveryLook } from '../../testing/axe.ts'
import { ok, refused, type Sent, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { OperatorListPage } from './OperatorListPage.tsx'

const all: OperatorRow[] = Array.from({ length: 14 }, (_, n) => ({
  _id: `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  provider_id: `S-${n}`,
  first_name: `First${n}`,
  last_name: `Last${n}`,
  email: `p${n}@staff.example`,
  role: 'Nurse',
  register_status: n === 1 ? 'Invited' : 'Registered',
  two_step: n > 2,
  invite_failed: null,
}))
const listed = ({ query }: Sent) => {
  const found = query.get('searchQuery') === 'nobody' ? [] : all
  const [at, size] = [Number(query.get('page')) - 1, Number(query.get('page_size'))]
  const operators = found.slice(at * size, (at + 1) * size)
  return ok({ operators, total: found.length, total_pages: Math.max(1, Math.ceil(found.length / size)) })
}
const list = 'GET /admin/get_all_operators/'
const render = () => show(<OperatorListPage />, { role: 'Admin', at: '/operatorList' })

test('the list has the columns, pages, a search and a way to the admins', async () => {
  const asked = serve({ [list]: listed })
  const { screen } = await render()
  for (const name of ['Provider Id', 'First Name', 'Last Name', 'Email Address', 'Role', 'Status', 'Two-step sign-in'])
    await expect.element(screen.getByRole('columnheader', { name })).toBeVisible()
  await screen.getByRole('button', { name: 'Last page' }).click()
  await expect.element(screen.getByText('Last13')).toBeVisible()
  await screen.getByPlaceholder('Search Providers...').fill('nobody')
  await expect.element(screen.getByText('No providers found').first()).toBeVisible()
  await screen.getByText('Admins').click()
  await expect.poll(() => asked.at(-1)?.query.get('group')).toBe('admins')
  await screen.getByText('Providers', { exact: true }).click()
  await screen.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(screen.getByText('Last3', { exact: true })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('a row opens the profile with the operator in the navigation state, by mouse and by link', async () => {
  serve({ [list]: listed })
  const { screen, router } = await render()
  await screen.getByText('p3@staff.example').click()
  await expect.poll(() => router.state.location.pathname).toBe('/operatorProfile')
  expect(router.state.location.state).toEqual({ operator: all[3] })
  await router.navigate(-1)
  await screen.getByRole('link', { name: 'First4' }).click()
  await expect.poll(() => router.state.location.state).toEqual({ operator: all[4] })
})

test('a failed list is told with its status, and can be tried again', async () => {
  let broken = true
  serve({ [list]: (asked) => (broken ? refused(500, 'no') : listed(asked)) })
  const { screen } = await render()
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(dialog.getByText('Failed to fetch operators. Status: 500')).toBeVisible()
  broken = false
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Last3', { exact: true })).toBeVisible()
})

test('deleting asks first and says that it is done', async () => {
  const asked = serve({
    [list]: listed,
    'DELETE /admin/delete_operator/p2%40staff.example/': () => ok({ message: 'gone' }),
  })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Delete First2 Last2' }).click()
  expect(await hitsInEveryLook()).toEqual([])
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(asked.some(({ call }) => call.startsWith('DELETE '))).toBe(false)
  await screen.getByRole('button', { name: 'Delete First2 Last2' }).click()
  await screen.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(screen.getByText('Great! The provider has been successfully deleted.')).toBeVisible()
})

test.each([
  [500, 'Failed to delete operator. Status: 500'],
  [409, 'The last admin cannot be deleted.'],
])('a delete that fails with %i says so and why', async (status, reason) => {
  serve({
    [list]: listed,
    'DELETE /admin/delete_operator/p2%40staff.example/': () => refused(status, 'The last admin cannot be deleted.'),
  })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Delete First2 Last2' }).click()
  await screen.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  const sentence = 'There was an error deleting the provider. Please try again later.'
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  await expect.element(dialog.getByText(reason)).toBeVisible()
})

test.each([
  [200, 'Great! Invite sent successfully!'],
  [500, 'Failed to send email. Status: 500'],
  [0, 'An error occurred while sending the invitation. Please try again.'],
])('an invitation is sent again, answered with %i', async (status, sentence) => {
  serve({
    [list]: listed,
    'POST /admin/send_email/p1%40staff.example/': () => {
      if (status === 0) throw new TypeError('no network')
      return status === 200 ? ok({ message: 'sent' }) : refused(status, 'no')
    },
  })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Send the invitation to First1 Last1 again' }).click()
  await expect.element(screen.getByRole('dialog').getByText(sentence)).toBeVisible()
})

test('in a narrow window providers are cards', async () => {
  await page.viewport(767, 800)
  serve({ [list]: listed })
  const { screen } = await render()
  await expect.element(screen.getByRole('link', { name: 'First3 Last3' })).toBeVisible()
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument()
  await page.viewport(1280, 800)
})

test('an invitation that did not arrive says why, until it is sent again', async () => {
  let invite_failed: string | null = 'No such mailbox'
  serve({
    [list]: () => ok({ operators: [{ ...all[1], invite_failed }], total: 1, total_pages: 1 }),
    'POST /admin/send_email/p1%40staff.example/': () => {
      invite_failed = null
      return ok()
    },
  })
  const { screen } = await render()
  const row = screen.getByRole('row', { name: /Last1/ })
  await expect.element(row).toMatchTextContent(/Email failed.*No such mailbox/)
  expect(await axeHits()).toEqual([])
  await screen.getByRole('button', { name: 'Send the invitation to First1 Last1 again' }).click()
  await expect.element(screen.getByText('Great! Invite sent successfully!')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(row).toMatchTextContent(/Invited/)
})
