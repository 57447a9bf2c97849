import type { OpenAccess, PendingRequest } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits, hitsInEveryLook } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { testRequest } from '../../testing/scans.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { AdminScanRequestsPage } from './AdminScanRequestsPage.tsx'

const admin = { provider_id: 'S-1', first_name: 'Ada', last_name: 'Min', email: 'ada@x.example', role: 'Admin' }
const list = 'POST /admin/get_admin_profile/'
const open = 'GET /admin/get_open_scan_access/'
const approve = 'POST /admin/approve_scan_request/'
const revoke = 'POST /admin/revoke_scan_access/'
const pending = (...pending_requests: PendingRequest[]) => ok({ admin: { ...admin, pending_requests } })
const opened = (at = 0): OpenAccess => ({
  ...testRequest,
  studyId: `1.2.${at}`,
  firstname: `Open${at}`,
  access_until: '2026-12-31',
})
const openOf = (...rows: OpenAccess[]) => ok({ open: rows, total: rows.length, total_pages: 1 })

const render = async (answers: ServedCalls = {}, search = '') => {
  const sent = serve({ [list]: pending(testRequest), [open]: openOf(), ...answers })
  const { screen } = await show(<AdminScanRequestsPage />, { role: 'Admin', at: `/adminScanRequests${search}` })
  return { screen, sent, openScans: screen.getByRole('region', { name: 'Open scans' }) }
}

test('how many wait is read out, and the signed form is in reach before the decision', async () => {
  const { screen } = await render()
  await expect.element(screen.getByText('1 pending request', { exact: true })).toBeVisible()
  await expectLink(
    screen,
    'Signed form of Ana Rivera, opens in a new tab',
    expect.stringContaining(testRequest.form_file_id),
  )
  expect(await axeHits()).toEqual([])
})

test('a scan that is open without a request has no form and no last day, and can be closed', async () => {
  const { openScans } = await render({ [open]: openOf({ ...opened(), form_file_id: null, access_until: null }) })
  await expect.element(openScans.getByText('No end date')).toBeVisible()
  await expect.element(openScans.getByRole('link', { name: /^Signed form/ })).not.toBeInTheDocument()
  await expect.element(openScans.getByRole('button', { name: 'Revoke access for Open0 Rivera' })).toBeVisible()
})

test('whose request it is, is said with two identifiers, a mark for a namesake, and again in the question', async () => {
  const { screen } = await render({ [list]: pending({ ...testRequest, has_namesake: true }) })
  await expect.element(screen.getByText('04-17-1986 · 39 years · Female · No MRN')).toBeVisible()
  await expect.element(screen.getByText('Same name')).toBeVisible()
  await expect.element(screen.getByText(/^Requested Mar 1, 2026$/)).toBeVisible()
  await screen.getByRole('button', { name: 'Approve the request of Ana Rivera' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Approve this request?' })
  await expect
    .element(dialog.getByText('Ana Rivera · 04-17-1986 · 39 years · Female · No MRN · Same name'))
    .toBeVisible()
})

test('a line of Today leads to its request, on its page', async () => {
  const others = Array.from({ length: 12 }, (_, n) => ({ ...testRequest, studyId: `9.${n}`, request_id: `r-${n}` }))
  const { screen } = await render({ [list]: pending(...others) }, '?request=r-11')
  await expect.poll(() => document.activeElement?.getAttribute('data-request')).toBe('r-11')
  await expect.element(screen.getByText('12 pending requests')).toBeVisible()
})

test('a question that is left with Escape decides nothing', async () => {
  const { screen, sent } = await render()
  await screen.getByRole('button', { name: 'Approve the request of Ana Rivera' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Approve this request?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent.some(({ call }) => call === approve)).toBe(false)
})

test('an approval needs no reason, and what is approved is open at once', async () => {
  let isOpen = false
  const { screen, sent, openScans } = await render({
    [list]: () => (isOpen ? pending() : pending(testRequest)),
    [open]: () => (isOpen ? openOf(opened()) : openOf()),
    [approve]: () => {
      isOpen = true
      return ok()
    },
  })
  await expect.element(openScans.getByText('No scan is open to a patient')).toBeVisible()
  await screen.getByRole('button', { name: 'Approve the request of Ana Rivera' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: 'Approve' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(openScans.getByRole('rowheader', { name: 'Open0' })).toBeVisible()
  expect(sent.find(({ call }) => call === approve)?.body).toEqual({
    firstname: 'Ana',
    lastname: 'Rivera',
    email: 'ana@mail.example',
    studyId: '1.2.3',
    request_id: testRequest.request_id,
    form_file_id: testRequest.form_file_id,
  })
})

test('taking an access back says what the patient notices, and a failure keeps it', async () => {
  const { screen, openScans } = await render({ [open]: openOf(opened()), [revoke]: refused(500) })
  await openScans.getByRole('button', { name: 'Revoke access for Open0 Rivera' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Revoke this access?' })
  await expect
    .element(
      dialog.getByText(
        /^Open0 Rivera will no longer be able to open the scan of 02\/14\/2026\. The person who signed the form will see/,
      ),
    )
    .toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked to')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText('The access was not revoked. Please try again.')).toBeVisible()
  await expect.element(openScans.getByText('Dec 31, 2026')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(snap).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Asked to')
})

test('a reason of spaces is none', async () => {
  const { screen, sent } = await render()
  await screen.getByRole('button', { name: 'Decline the request of Ana Rivera' }).click()
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  await reason.fill('   ')
  await screen.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect.element(reason).toBeInvalid()
  expect(sent.some(({ call }) => call.includes('decline'))).toBe(false)
})

test('open scans that cannot be fetched say so beside the requests, and can be asked for again', async () => {
  let broken = true
  const { screen, openScans } = await render({ [open]: () => (broken ? refused(400) : openOf(opened())) })
  await expect.element(openScans.getByText('The open scans could not be loaded. Please try again.')).toBeVisible()
  await expect.element(screen.getByRole('rowheader', { name: 'Ana' })).toBeVisible()
  broken = false
  await openScans.getByRole('button', { name: 'Retry' }).click()
  await expect.element(openScans.getByRole('rowheader', { name: 'Open0' })).toBeVisible()
})

test('open scans have pages of their own, which do not turn those of the requests', async () => {
  const all = Array.from({ length: 12 }, (_, at) => opened(at))
  const { screen, sent, openScans } = await render({
    [open]: ({ query }) => {
      const from = (Number(query.get('page')) - 1) * 10
      return ok({ open: all.slice(from, from + 10), total: 12, total_pages: 2 })
    },
  })
  await openScans.getByRole('button', { name: 'Next page' }).click()
  await expect.element(openScans.getByRole('rowheader', { name: 'Open11' })).toBeVisible()
  await expect.element(screen.getByRole('rowheader', { name: 'Ana' })).toBeVisible()
  expect(sent.filter(({ call }) => call === open).at(-1)?.search).toBe('?page=2&page_size=10')
})

test('when the last scan of a page was closed, the page before is shown, and never that nothing is open', async () => {
  let all = Array.from({ length: 11 }, (_, at) => opened(at))
  const seen: string[] = []
  const { openScans } = await render({
    [open]: ({ query }) => {
      const from = (Number(query.get('page')) - 1) * 10
      const total_pages = Math.ceil(all.length / 10)
      seen.push(document.body.textContent ?? '')
      return ok({ open: all.slice(from, from + 10), total: all.length, total_pages })
    },
    [revoke]: () => {
      all = all.slice(0, 10)
      return ok()
    },
  })
  await openScans.getByRole('button', { name: 'Next page' }).click()
  await openScans.getByRole('button', { name: 'Revoke access for Open10 Rivera' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke this access?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked to')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(openScans.getByRole('rowheader', { name: 'Open9' })).toBeVisible()
  await expect.element(openScans.getByText('1–10 of 10')).toBeVisible()
  expect(seen.filter((text) => text.includes('No scan is open to a patient'))).toEqual([])
})

test('in a narrow window a request and an open scan are cards', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render({ [open]: openOf(opened()) })
  await expect.element(screen.getByText('Ana Rivera', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Scan Date: 02/14/2026').first()).toBeVisible()
  await expect.element(screen.getByText('Open until: Dec 31, 2026')).toBeVisible()
})
