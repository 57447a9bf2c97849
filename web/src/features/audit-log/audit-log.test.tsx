import type { AuditEntry } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { brokenWords } from '../../testing/broken-words.ts'
import { expectLink } from '../../testing/links.ts'
import { checkReason } from '../../testing/reason-dialog.ts'
import { ok, refused, type Sent, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { AuditLogPage } from './AuditLogPage.tsx'

const list = 'GET /admin/audit_log/'
const people = 'GET /admin/audit_log_people/'
const file = 'GET /admin/export_audit_log/'
const entry = (n: number, part: Partial<AuditEntry> = {}): AuditEntry => ({
  event_id: `01930000-0000-7000-8000-00000000000${n}`,
  at: '2026-03-01T15:04:05.000Z',
  who: 'Nora Lindt',
  who_id: 'S-4F7K2M',
  role: 'Nurse',
  what: 'Opened a scan in the viewer',
  item: 'March 12, 2026',
  record: { patient_id: 'P-7K3QX9', name: 'Ana Rivera', dob: '04-17-1986', is_deleted: false },
  result: 'done',
  detail: '',
  request_id: 'request-1',
  ...part,
})
const entries = [
  entry(1),
  entry(2, {
    who: 'Someone not signed in',
    role: '',
    what: 'Tried to sign in',
    item: 'Account of Nora Lindt',
    record: null,
    result: 'refused',
    detail: 'The password was wrong',
  }),
  entry(3, {
    what: 'Opened the day sheet',
    item: '2026-11-26',
    record: { patient_id: '', name: '', dob: '', is_deleted: false },
  }),
  entry(4, { record: { patient_id: 'P-2', name: 'Ben Okafor', dob: '', is_deleted: true } }),
]
const answer = (part = {}) =>
  ok({ entries, total: 4, total_pages: 1, is_capped: false, time_zone: 'America/New_York', ...part })
const staff = ok({
  people: [
    { provider_id: 'S-1', name: 'Nora Lindt', role: 'Nurse', has_left: false },
    { provider_id: 'S-2', name: 'Gil Gone', role: 'Physician', has_left: true },
  ],
})
const render = (answers = {}, search = '') => {
  const asked = serve({ [list]: () => answer(), [people]: staff, ...answers })
  const last = () => asked.findLast(({ call }: Sent) => call === list)?.query
  return show(<AuditLogPage />, { role: 'Admin', at: `/auditLog${search}` }).then((shown) => ({
    ...shown,
    asked,
    last,
  }))
}

test.each([390, 1280])('at %i px the filters are equally wide', async (width) => {
  await page.viewport(width, 900)
  const { screen } = await render()
  const widthOf = (name: string) =>
    Math.round(screen.getByRole('combobox', { name, exact: true }).element().getBoundingClientRect().width)
  await expect.element(screen.getByRole('combobox', { name: 'Result', exact: true })).toBeVisible()
  expect(new Set(['Patient', 'Who', 'What', 'Result'].map(widthOf)).size).toBe(1)
})

test('on a tablet the filters stand in rows of two without a gap', async () => {
  await page.viewport(800, 900)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render()
  const names = ['Patient', 'Who', 'What', 'From', 'To', 'Result']
  const bottoms = names.map((name) =>
    Math.round(screen.getByLabelText(name, { exact: true }).first().element().getBoundingClientRect().bottom),
  )
  expect(new Set(bottoms).size).toBe(3)
})

test('beside the menu of a tablet no word of the table breaks in two', async () => {
  await page.viewport(800, 900)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render({
    [list]: () =>
      answer({ entries: [entry(1, { what: 'Looked at the reimbursements', item: '', detail: 'With the password' })] }),
  })
  await expect.element(screen.getByRole('row').nth(1)).toBeVisible()
  screen.container.style.width = '540px'
  expect(brokenWords(screen.getByRole('table').element())).toEqual([])
})

test('each entry says when, who, what, of whom and with which result; only its details name the request', async () => {
  const { screen } = await render()
  const rows = screen.getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent(/^Mar 1, 2026, 10:04:05 AM/)
  await expect.element(rows.nth(1)).toMatchTextContent(/Opened a scan in the viewer: March 12, 2026/)
  await expect.element(rows.nth(1)).toMatchTextContent(/04-17-1986 · P-7K3QX9/)
  await expectLink(rows.nth(1), 'Ana Rivera', '/profile?patient=P-7K3QX9')
  await expect.element(rows.nth(2)).toMatchTextContent(/Someone not signed in.*Refused.*The password was wrong/)
  await expect.element(rows.nth(3)).toMatchTextContent(/Opened the day sheet: Nov 26, 2026.*No record/)
  await expect.element(rows.nth(4)).toMatchTextContent(/Ben Okafor \(deleted\)/)
  await expect.element(screen.getByText('4 entries')).toBeVisible()
  await expect.element(screen.getByText(/Eastern Time/)).toBeVisible()
  expect(document.body.textContent).not.toContain('request-1')
  expect(await axeHits()).toEqual([])

  await screen.getByRole('button', { name: 'Details: Tried to sign in, Mar 1, 2026, 10:04:05 AM' }).click()
  const details = screen.getByRole('dialog', { name: 'Details' })
  await expect.element(details.getByText('request-1')).toBeVisible()
  expect(await axeHits()).toEqual([])
  await details.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(details).not.toBeInTheDocument()
})

test('what is chosen goes into the address and the question, from the first page, and can be cleared', async () => {
  const { screen, address, last } = await render({}, '?page=3&study=1.2.3')
  const perPatient = screen.getByText(/lists are not entered for each patient/)
  expect(perPatient.query()).toBeNull()
  await screen.getByRole('combobox', { name: 'Who' }).click()
  await screen.getByRole('option', { name: 'Gil Gone, Physician' }).click()
  await screen.getByRole('combobox', { name: 'What' }).click()
  await screen.getByRole('option', { name: 'Scans and images' }).click()
  await screen.getByLabelText('From').fill('2026-03-02')
  await screen.getByLabelText('To', { exact: true }).fill('2026-03-01')
  await expect.element(screen.getByText('This day is before the first one')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Patient' }).fill('p-7k3qx9')
  await screen.getByRole('option', { name: 'P-7K3QX9' }).click()
  const chosen = {
    person: 'S-2',
    kind: 'scans',
    from: '2026-03-02',
    to: '2026-03-01',
    patient: 'P-7K3QX9',
    study: '1.2.3',
  }
  await expect.poll(() => Object.fromEntries(last() ?? [])).toMatchObject({ ...chosen, page: '1' })
  expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual(chosen)
  await expect.element(screen.getByText(/^One scan only/)).toBeVisible()
  await expect.element(perPatient).toBeVisible()
  await screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(address).toBe('/auditLog')
  await expect.element(screen.getByRole('combobox', { name: 'Patient' })).toHaveValue('')
})

test('the pages behind the first go on from its newest entry, until something else is looked for', async () => {
  const { screen, last } = await render({ [list]: () => answer({ total: 25, total_pages: 3 }) })
  const through = () => Object.fromEntries(last() ?? [])['through']
  await expect.element(screen.getByText(/Ben Okafor/)).toBeVisible()
  expect(through()).toBeUndefined()
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => last()?.get('page')).toBe('2')
  expect(through()).toBe(entry(1).event_id)
  await screen.getByRole('combobox', { name: 'What' }).click()
  await screen.getByRole('option', { name: 'Scans and images' }).click()
  await expect.poll(() => last()?.get('page')).toBe('1')
  expect(through()).toBeUndefined()
})

test('an address that means nothing shows the whole log', async () => {
  const { screen, last } = await render({}, '?kind=gossip&from=0001-01-01&result=maybe&page=x')
  await expect.element(screen.getByText('4 entries')).toBeVisible()
  expect(last()?.toString()).toBe('page=1&page_size=10')
})

test('a total that stopped counting says how to narrow it; nothing and a failure are told apart', async () => {
  const { screen } = await render({ [list]: () => answer({ total: 10_000, total_pages: 1000, is_capped: true }) })
  await expect.element(screen.getByText(/^More than 10,000 entries/)).toBeVisible()
  await screen.unmount()

  const empty = await render({ [list]: () => answer({ entries: [], total: 0 }) })
  await expect.element(empty.screen.getByText('No entries')).toBeVisible()
  await expect.element(empty.screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled()
  await empty.screen.unmount()

  const broken = await render({ [list]: () => refused(400) })
  await expect.element(broken.screen.getByText('The access log could not be loaded.')).toBeVisible()
  await expect.element(broken.screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('an export needs a reason, keeps it when the file does not come, and takes the filters along', async () => {
  let isDown = true
  const { screen, asked } = await render(
    { [file]: () => (isDown ? refused(503) : new Response('a,b')) },
    '?kind=exports&page=2',
  )
  await screen.getByRole('button', { name: 'Export CSV' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Export these entries?' })
  const reason = dialog.getByRole('textbox', { name: 'Why do you need this file?' })
  await expect.element(reason).toHaveFocus()
  await reason.fill('no')
  await checkReason(
    {
      dialog,
      label: 'Why do you need this file?',
      button: 'Download file',
      typed: 'Asked for by the patient',
      problem: 'The list could not be exported. Status: 503',
    },
    () => {
      isDown = false
    },
  )
  expect(asked.findLast(({ call }) => call === file)?.query.toString()).toBe(
    'kind=exports&reason=Asked+for+by+the+patient',
  )
})

test('a reason that was discarded is gone when the export is opened again', async () => {
  const { screen } = await render()
  const reason = screen.getByRole('textbox', { name: 'Why do you need this file?' })
  const button = screen.getByRole('button', { name: 'Export CSV' })
  await button.click()
  await reason.fill('Asked for by the patient')
  await screen.getByRole('button', { name: 'Close' }).click()
  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(reason).not.toBeInTheDocument()
  await button.click()
  await expect.element(reason).toHaveValue('')
})

test('in a narrow window each entry is a card', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render()
  const card = screen.getByRole('listitem').first()
  await expect.element(card).toMatchTextContent(/Nora Lindt, Nurse/)
  await expect
    .element(card.getByRole('button', { name: 'Details: Opened a scan in the viewer, Mar 1, 2026, 10:04:05 AM' }))
    .toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeHits()).toEqual([])
})
