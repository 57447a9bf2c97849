import type { listUnusualAccess, ResponseOf, UnusualAccess } from '@fornix/contract'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { anaOfLists, idOf as id, onePage } from '../../testing/listed.ts'
import { checkReason } from '../../testing/reason-dialog.ts'
import { ok, refused, type Sent, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { UnusualAccessPage } from './UnusualAccessPage.tsx'

const list = 'GET /admin/unusual_access/'
const decide = `POST /admin/unusual_access/${id(1)}/`
const finding = (n: number, part: Partial<UnusualAccess> = {}): UnusualAccess => ({
  finding_id: id(n),
  rule: 'same_last_name',
  state: 'new',
  reader: { provider_id: 'S-1', name: 'Nora Rivera', role: 'Nurse' },
  record: anaOfLists,
  day: '2032-03-09',
  first_at: '2032-03-09T15:04:00.000Z',
  last_at: '2032-03-09T17:30:00.000Z',
  reads: 3,
  records: 1,
  decision: null,
  may_decide: true,
  version: 1,
  ...part,
})
const findings = [
  finding(1),
  finding(2, { rule: 'many_records', record: null, records: 140, reads: 300, may_decide: false }),
  finding(3, {
    rule: 'night',
    state: 'explained',
    reads: 1,
    last_at: '2032-03-09T15:04:00.000Z',
    decision: { by: 'Adam Ochs', at: '2032-03-10T15:00:00.000Z', reason: 'On call that night', assignee: null },
    version: 2,
  }),
  finding(4, {
    rule: 'no_task',
    state: 'follow_up',
    decision: {
      by: 'Adam Ochs',
      at: '2032-03-10T15:00:00.000Z',
      reason: '',
      assignee: { provider_id: 'A-2', name: 'Bea Chief' },
    },
    version: 2,
  }),
]
const answer = (part: Partial<ResponseOf<typeof listUnusualAccess>> = {}) =>
  ok({
    findings,
    counts: { new: 2, follow_up: 1, explained: 1 },
    time_zone: 'America/New_York',
    emergencies: 2,
    looked_through: '2032-03-10T16:00:00.000Z',
    ...onePage(4),
    ...part,
  })
const person = (provider_id: string, name: string, role: string) => ({ provider_id, name, role, kinds: [] })
const people: ServedCalls = {
  'GET /admin/audit_log_people/': ok({ people: [{ ...person('S-1', 'Nora Rivera', 'Nurse'), has_left: false }] }),
  'GET /operator/work_queue_colleagues/': ok({
    colleagues: [person('S-1', 'Nora Rivera', 'Nurse'), person('A-2', 'Bea Chief', 'Admin')],
  }),
}
const render = (answers: ServedCalls = {}, search = '') => {
  const asked = serve({ [list]: () => answer(), ...people, ...answers })
  const last = (wanted: string) => asked.findLast(({ call }: Sent) => call === wanted)
  return show(<UnusualAccessPage />, { role: 'Admin', at: `/unusualReading${search}` }).then((shown) => ({
    ...shown,
    last,
  }))
}

beforeEach(signOut)

test('each case says who, whose record, when, why, and what came of it, and leads to its entries of the access log', async () => {
  const { screen } = await render()
  const rows = screen.getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent(/Tue, Mar 9.*10:04 AM – 12:30 PM/)
  await expect.element(rows.nth(1)).toMatchTextContent(/Nora Rivera.*Nurse.*Ana Rivera.*04-17-1986 · LN-1 · P-7K3QX9/)
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/Same last name.*The reader and the patient have the same last name\..*Opened 3 times.*New/)
  await expectLink(
    rows.nth(1),
    'Access log of Nora Rivera, Tue, Mar 9',
    '/auditLog?person=S-1&patient=P-7K3QX9&from=2032-03-09&to=2032-03-09',
  )
  await expect.element(rows.nth(2)).toMatchTextContent(/Many records.*Up to 140 records in one hour/)
  await expect.element(rows.nth(2)).toMatchTextContent(/This is about you\. Another admin decides\./)
  expect(rows.nth(2).getByRole('button').elements()).toEqual([])
  await expect
    .element(rows.nth(3))
    .toMatchTextContent(/Opened once.*Explained.*On call that night.*Adam Ochs, Mar 10, 2032, 10:00:00 AM/)
  await expect.element(rows.nth(4)).toMatchTextContent(/Follow up.*Assigned to Bea Chief/)
  await expect.element(screen.getByText('4 cases')).toBeVisible()
  await expect.element(screen.getByRole('note')).toMatchTextContent(/^2 records .* need a review\./)
  await expectLink(screen, 'Open emergency access', '/emergencyAccess')
  await expect.element(screen.getByText(/checked through Mar 10, 2032, 11:00:00 AM\..*Eastern Time/)).toBeVisible()
  await expect.element(screen.getByText(/Cases marked New or Follow up are listed whatever their date\./)).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('what is chosen goes into the address and the question, from the first page, and can be cleared', async () => {
  const { screen, address, last } = await render({}, '?page=3')
  await screen.getByText('Follow up (1)').click()
  await screen.getByRole('combobox', { name: 'Why' }).click()
  await screen.getByRole('option', { name: 'At night' }).click()
  await screen.getByRole('combobox', { name: 'Who' }).click()
  await screen.getByRole('option', { name: 'Nora Rivera, Nurse' }).click()
  await screen.getByRole('combobox', { name: 'When' }).click()
  await screen.getByRole('option', { name: 'Last 90 days' }).click()
  const chosen = { state: 'follow_up', rule: 'night', person: 'S-1', days: '90' }
  await expect.poll(() => Object.fromEntries(last(list)?.query ?? [])).toMatchObject({ ...chosen, page: '1' })
  expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual(chosen)
  await screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(address).toBe('/unusualReading')
})

test('an explanation needs a reason, which stays when it cannot be saved', async () => {
  let isDown = true
  const { screen, last } = await render({
    [decide]: () => (isDown ? 'no network' : ok({ finding: finding(1, { state: 'explained' }) })),
  })
  await screen.getByRole('button', { name: 'Decide: Nora Rivera, Tue, Mar 9' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Decide about this case' })
  await checkReason(
    {
      dialog,
      label: 'Why was the record opened?',
      button: 'Save',
      typed: 'Covered for a colleague',
      problem: 'The portal did not respond. Please try again. Nothing will be saved twice.',
    },
    () => {
      isDown = false
    },
  )
  expect(last(decide)?.body).toMatchObject({ state: 'explained', reason: 'Covered for a colleague', version: 1 })
})

test('a follow-up is given to an admin, never to the reader; who was slower is told', async () => {
  const sentence = 'A colleague has just decided this. Please look again.'
  const { screen, last } = await render({ [decide]: () => refused(409, sentence) })
  await screen.getByRole('button', { name: 'Decide: Nora Rivera, Tue, Mar 9' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Decide about this case' })
  await dialog.getByText('Follow up', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Please choose an admin')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Who follows up?' }).click()
  expect(screen.getByRole('option', { name: /Nora/ }).elements()).toEqual([])
  await screen.getByRole('option', { name: 'Bea Chief' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  expect(last(decide)?.body).toMatchObject({ state: 'follow_up', assignee: 'A-2' })
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('nothing unusual, nothing that matches, and a failure are told apart', async () => {
  const none = { findings: [], total: 0, counts: { new: 0, follow_up: 0, explained: 0 } }
  const { screen } = await render({ [list]: () => answer({ ...none, looked_through: null }) })
  await expect.element(screen.getByText('No access to records stood out during this period.')).toBeVisible()
  await expect.element(screen.getByText(/has not been checked yet/)).toBeVisible()
  expect(await axeHits()).toEqual([])
  await screen.unmount()

  const filtered = await render({ [list]: () => answer(none) }, '?rule=night&state=gossip')
  await expect.element(filtered.screen.getByText('No cases match these filters.')).toBeVisible()
  expect(filtered.last(list)?.query.toString()).toBe('page=1&page_size=10&rule=night')
  await filtered.screen.unmount()

  const broken = await render({ [list]: () => refused(500) })
  await expect.element(broken.screen.getByText('Unusual access could not be loaded.')).toBeVisible()
  await expect.element(broken.screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('in a narrow window each case is a card', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render()
  const card = screen.getByRole('listitem').first()
  await expect.element(card).toMatchTextContent(/Nora Rivera, Nurse.*Ana Rivera/)
  await expect.element(card.getByRole('button', { name: 'Decide: Nora Rivera, Tue, Mar 9' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeHits()).toEqual([])
})
