import type { News } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { NewsBell } from './NewsBell.tsx'
import { NewsPage } from './NewsPage.tsx'

const list = 'GET /patient/news/'
const read = 'POST /patient/news/read/'
const entry = (n: number, part: Partial<News>): News => ({
  id: `id-${n}`,
  kind: 'message',
  at: `2032-03-10T15:0${n}:00.000Z`,
  item_id: `item-${n}`,
  about: '',
  status: '',
  seen: false,
  is_new: false,
  ...part,
})
const all = [
  entry(5, { kind: 'message', about: 'Earplugs', is_new: true }),
  entry(4, { kind: 'access', about: '20320301', status: 'approved', is_new: true }),
  entry(3, { kind: 'images', about: '20320301' }),
  entry(0, { kind: 'report', about: '20320301', item_id: 'study-1' }),
  entry(2, { kind: 'claim', about: 'Taxi', status: 'On Hold' }),
  entry(0, { id: 'id-6', kind: 'claim', about: 'Hotel', status: 'question' }),
  entry(0, { id: 'id-7', kind: 'claim', about: 'Lunch', status: 'amount' }),
  entry(0, { id: 'id-8', kind: 'claim', about: '', status: 'Deleted' }),
  entry(1, { kind: 'file', about: 'prepare.pdf' }),
]
const read_through = '2032-03-10T15:03:00.000Z'
const listed = (news: News[], total_pages = 1) =>
  ok({ news, unread: news.filter(({ is_new }) => is_new).length, read_through, total: news.length, total_pages })

const open = async (answer: () => Served, scheme: 'light' | 'dark' = 'light') => {
  const sent = serve({ [list]: answer, [read]: ok({ unread: 0 }) })
  const { screen } = await show(<NewsPage />, { role: 'Patient', scheme })
  return { screen, marks: () => sent.flatMap(({ call, body }) => (call === read ? [body] : [])) }
}

beforeEach(signOut)

test.each(['light', 'dark'] as const)('in %s each entry says what happened and leads there', async (scheme) => {
  await page.viewport(390, 800)
  const { screen } = await open(() => listed(all), scheme)
  for (const [name, href] of [
    ['Your care team wrote to you: Earplugs', '/messages/item-5'],
    ['The scan of Mar 1, 2032 can now be opened', '/scan'],
    ['The images of the scan of Mar 1, 2032 have arrived', '/scan'],
    ['You can read a report about the scan of Mar 1, 2032', '/scan'],
    ['The reimbursement request “Taxi” is now: On Hold', '/patient/reimbursement'],
    ['New question about the reimbursement request “Hotel”', '/patient/reimbursement'],
    ['The amount of the reimbursement request “Lunch” has changed', '/patient/reimbursement'],
    ['A reimbursement request was deleted', '/patient/reimbursement'],
    ['The clinic added a file: prepare.pdf', '/files'],
  ] as const)
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeHits()).toEqual([])
})

test('what was new is said to be seen, and keeps its mark while the page is open', async () => {
  let isRead = false
  const { screen, marks } = await open(() => listed(isRead ? all.map((one) => ({ ...one, is_new: false })) : all))
  await expect.element(screen.getByText('New', { exact: true }).first()).toBeVisible()
  isRead = true
  await expect.poll(marks).toEqual([{ through: all[0]?.at }])
  expect(screen.getByText('New', { exact: true }).elements()).toHaveLength(2)
})

test('what was new is so on the next page, too, after the first one was seen', async () => {
  const [newest, other, ...old] = all
  let isRead = false
  const seen = (news: (News | undefined)[]) =>
    news.flatMap((one) => (one ? [{ ...one, is_new: !isRead && one.is_new }] : []))
  const sent = serve({
    [list]: ({ query }) => listed(seen(query.get('page') === '2' ? [other, ...old] : [newest]), 2),
    [read]: () => {
      isRead = true
      return ok({ unread: 0 })
    },
  })
  const { screen } = await show(<NewsPage />, { role: 'Patient' })
  await expect.element(screen.getByText('New', { exact: true })).toBeVisible()
  await expect.poll(() => sent.filter(({ call }) => call === read)).toHaveLength(1)
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(screen.getByText('The scan of Mar 1, 2032 can now be opened')).toBeVisible()
  expect(screen.getByText('New', { exact: true }).elements()).toHaveLength(1)
})

test('nothing new is said, and so is a list that does not come', async () => {
  let answer = refused(500)
  const { screen } = await open(() => answer)
  await expect.element(screen.getByText('The notifications could not be loaded.')).toBeVisible()
  answer = listed([])
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Nothing new')).toBeVisible()
})

test('the bell counts what is new', async () => {
  serve({ [list]: listed(all) })
  const { screen } = await show(<NewsBell />, { role: 'Patient' })
  await expectLink(screen, 'Notifications: 2 new', '/news')
  expect(await axeHits()).toEqual([])
})
