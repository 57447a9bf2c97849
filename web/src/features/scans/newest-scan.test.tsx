import type { MyScan } from '@fornix/contract'
import { expect, test } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { testScans } from '../../testing/scans.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { NewestScan } from './NewestScan.tsx'

const own = 'GET /patient/get_patient_scan_list/P-7K3QX9/'
const visits = 'GET /patient/appointments/'
const listed = (...scans: MyScan[]) => ok({ scans, total: scans.length, total_pages: 1 })
const booked = (start: string, end: string) =>
  ok({ appointments: [{ id: crypto.randomUUID(), status: 'booked', start, end }], time_zone: 'UTC' })

const render = async (answers: ServedCalls) => {
  const sent = serve({ [visits]: ok({ appointments: [], time_zone: 'UTC' }), ...answers })
  return { sent, ...(await show(<NewestScan />, { role: 'Patient' })) }
}

test('the home page shows how the newest scan stands, and the way to all of them', async () => {
  const { screen } = await render({ [own]: listed(testScans.pending, { ...testScans.open, study_UID: '1.2.4' }) })
  const card = screen.getByRole('region', { name: 'Your scan of Feb 14, 2026' })
  await expect.element(card.getByRole('list')).toBeVisible()
  expect(card.getByRole('list').elements()).toHaveLength(1)
  await expect.element(card.getByText('The clinic:')).toBeVisible()
  await expectLink(card, 'See your scans', '/scan')
  expect(await axeHits()).toEqual([])
})

test('before the first scan it shows what comes after the visit', async () => {
  const { screen } = await render({ [own]: listed(), [visits]: booked('2099-03-08T15:00:00Z', '2099-03-08T15:30:00Z') })
  const card = screen.getByRole('region', { name: 'Your first scan' })
  await expect.element(card.getByRole('listitem').first()).toHaveTextContent('Now:BookedMar 8, 2099')
  await expect.element(card.getByRole('link')).not.toBeInTheDocument()
})

test('without a scan and a visit ahead there is nothing to show', async () => {
  const { sent } = await render({ [own]: listed(), [visits]: booked('2020-03-08T15:00:00Z', '2020-03-08T15:30:00Z') })
  await expect.poll(() => sent.map(({ call }) => call)).toEqual(expect.arrayContaining([own, visits]))
  expect(document.querySelector('section')).toBeNull()
})

test('a scan that cannot be fetched is not passed over in silence', async () => {
  let broken = true
  const { screen } = await render({ [own]: () => (broken ? refused(500) : listed(testScans.open)) })
  await expect.element(screen.getByText('Failed to fetch Scans. Please try again.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Dec 31, 2032', { exact: true })).toBeVisible()
})
