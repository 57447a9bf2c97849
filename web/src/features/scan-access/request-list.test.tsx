import { getAdminProfile, type PendingRequest } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { refreshCall } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { brokenWords } from '../../testing/broken-words.ts'
import { testRequest } from '../../testing/scans.ts'
import { ok, type Served, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { AdminScanRequestsPage } from './AdminScanRequestsPage.tsx'

const requests: PendingRequest[] = Array.from({ length: 3 }, (_, n) => ({
  ...testRequest,
  request_id: `r-${n}`,
  firstname: `First${n}`,
  lastname: `Last${n}`,
  email: `p${n}@mail.example`,
  studyId: `1.2.${n}`,
}))
const admin = { provider_id: 'S-1', first_name: 'Ada', last_name: 'Min', email: 'ada@x.example', role: 'Admin' }
const profile = (pending_requests: PendingRequest[]) => ok({ admin: { ...admin, pending_requests } })
const many = 'POST /admin/approve_scan_requests/'
const render = async (answer: () => Served | Promise<Served>) => {
  const open = ok({ open: [{ ...requests[0], access_until: '2026-12-31' }], total: 1, total_pages: 1 })
  const asked = serve({
    'GET /admin/get_open_scan_access/': open,
    'POST /admin/get_admin_profile/': answer,
    [many]: ok({ lines: [] }),
  })
  const shown = await show(<AdminScanRequestsPage />, { role: 'Admin', at: '/adminScanRequests?request=r-0' })
  return { ...shown, asked }
}

test('beside the menu of a tablet no date or MRN breaks in two', async () => {
  await page.viewport(800, 900)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render(() => profile([{ ...requests[0]!, dob: '04-17-1986', mrn_number: 'LN-204417' }]))
  await expect.element(screen.getByText('04-17-1986').first()).toBeVisible()
  screen.container.style.width = '540px'
  for (const table of screen.getByRole('table').elements()) expect(brokenWords(table)).toEqual([])
})

test('a request for a scan that was moved says so, and can only be declined', async () => {
  const { screen } = await render(() => profile(requests.map((one, n) => ({ ...one, is_moved: n === 0 }))))
  const row = screen.getByRole('row', { name: /First0/ })
  await expect.element(row.getByText(/This scan no longer belongs to this patient/)).toBeVisible()
  await expect.element(row.getByRole('button', { name: 'Approve the request of First0 Last0' })).toBeDisabled()
  await expect.element(row.getByRole('button', { name: 'Decline the request of First0 Last0' })).toHaveFocus()
  expect(row.getByRole('button', { name: /^Extend/ }).elements()).toHaveLength(0)
  expect(screen.getByText(/no longer belongs to this patient/).elements()).toHaveLength(1)
  expect(await axeHits()).toEqual([])
  await screen.getByRole('checkbox', { name: /First0 Last0/ }).click()
  await screen.getByRole('checkbox', { name: /First1 Last1/ }).click()
  await screen.getByRole('button', { name: 'Approve selected' }).click()
  await expect
    .element(
      screen.getByRole('dialog').getByText('One of them stays pending: its scan no longer belongs to the patient.'),
    )
    .toBeVisible()
})

test('a request that somebody decided is no longer among the selected', async () => {
  let pending = requests
  const { screen } = await render(() => profile(pending))
  for (const name of [/First0 Last0/, /First1 Last1/]) await screen.getByRole('checkbox', { name }).click()
  await expect.element(screen.getByRole('status').filter({ hasText: '2 selected' })).toBeInTheDocument()
  pending = requests.slice(1)
  await refreshCall(getAdminProfile)
  await expect.element(screen.getByRole('status').filter({ hasText: '1 selected' })).toBeInTheDocument()
})

const twoSelected = async () => {
  let pending = requests.slice(0, 2)
  const { screen, asked } = await render(() => profile(pending))
  await screen.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  const show = (next: PendingRequest[]) => {
    pending = next
    return refreshCall(getAdminProfile)
  }
  return { screen, asked, show }
}
const selectedOf = (screen: { getByRole: Locator['getByRole'] }, text: string) =>
  expect.element(screen.getByRole('status').filter({ hasText: text })).toBeInTheDocument()

test('a request that left the list is not selected when the patient asks again', async () => {
  const { screen, show } = await twoSelected()
  await selectedOf(screen, '2 selected')
  await show(requests.slice(1, 2))
  await selectedOf(screen, '1 selected')
  await show(requests.slice(0, 2))
  await expect.element(screen.getByText('2 pending requests')).toBeInTheDocument()
  expect(screen.getByRole('status').filter({ hasText: '1 selected' }).elements()).toHaveLength(1)
  expect(screen.getByRole('checkbox', { name: /First0 Last0/ }).element()).not.toBeChecked()
})

test('a request that replaced another between two looks is not selected, and one that changed is as it is now', async () => {
  const { screen, show } = await twoSelected()
  await selectedOf(screen, '2 selected')
  await show([
    { ...requests[0]!, request_id: 'r-9' },
    { ...requests[1]!, is_moved: true },
  ])
  await selectedOf(screen, '1 selected')
  await screen.getByRole('button', { name: 'Approve selected' }).click()
  await expect.element(screen.getByRole('dialog').getByText(/its scan no longer belongs to the patient/)).toBeVisible()
})

test('only the requests that were listed in the dialog are decided, also if all were selected', async () => {
  const rows = Array.from({ length: 11 }, (_, n) => ({
    ...requests[0]!,
    request_id: `r-${n}`,
    firstname: `First${n}`,
    studyId: `1.2.${n}`,
  }))
  let pending = rows
  const { screen, asked } = await render(() => profile(pending))
  await screen.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
  await screen.getByRole('button', { name: 'Select all 11' }).click()
  await screen.getByRole('button', { name: 'Approve selected' }).click()
  pending = [...rows, { ...rows[0]!, request_id: 'r-11', firstname: 'Late', studyId: '1.2.11' }]
  await refreshCall(getAdminProfile)
  await expect.element(screen.getByText('12 pending', { exact: false })).toBeInTheDocument()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve 11 requests' }).click()
  await expect.element(screen.getByRole('dialog', { name: /approved/ })).toBeVisible()
  expect(asked.find(({ call }) => call === many)?.body).toEqual({
    requests: rows.map(({ email, studyId, request_id, form_file_id }) => ({
      email,
      studyId,
      request_id,
      form_file_id,
    })),
  })
})

test('what comes after the requests does not move when they arrive', async () => {
  let arrive = () => {}
  const { screen } = await render(() => new Promise<Served>((resolve) => (arrive = () => resolve(profile(requests)))))
  const tops = new Set<number>()
  let frame = 0
  const watch = () => {
    const [heading] = screen.getByRole('heading', { name: 'Open scans' }).elements()
    if (heading) tops.add(heading.getBoundingClientRect().top)
    frame = requestAnimationFrame(watch)
  }
  watch()
  onTestFinished(() => cancelAnimationFrame(frame))
  await expect.element(screen.getByText('Loading', { exact: false }).first()).toBeInTheDocument()
  arrive()
  await expect.element(screen.getByRole('rowheader', { name: 'First2' })).toBeVisible()
  await expect.element(screen.getByRole('columnheader', { name: 'Open until' })).toBeVisible()
  // A busy browser may not have drawn yet.
  await expect.poll(() => tops.size).toBeGreaterThan(0)
  expect(tops.size).toBe(1)
})
