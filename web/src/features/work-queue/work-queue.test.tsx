import type { getWorkQueue, QueueItem, ResponseOf } from '@fornix/contract'
import { dayMs } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { looks } from '../../testing/looks.ts'
import { ok, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signedOutAt } from '../../testing/show.tsx'
import { WorkQueuePage } from './WorkQueuePage.tsx'

type Queue = ResponseOf<typeof getWorkQueue>
const id = (n: number) => `01930000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`
const item = (n: number, part: Partial<QueueItem> = {}): QueueItem => ({
  id: id(n),
  since: '2032-03-09T15:00:00.000Z',
  name: 'Ana Rivera',
  dob: '04-17-1986',
  mrn_number: 'LN-204417',
  has_namesake: false,
  patient_id: 'P-7K3QX9',
  state: '',
  screening: null,
  note: '',
  until: null,
  assignee: null,
  due_on: null,
  version: 0,
  ...part,
})
const ben = { name: 'Ben Okafor', patient_id: 'P-BEN', mrn_number: '' }
const screening = item(2, { ...ben, screening: 'waiting', until: '2032-04-01T15:00:00.000Z' })
const full: Queue = {
  today: '2032-03-10',
  time_zone: 'America/New_York',
  sections: [
    {
      kind: 'visit',
      count: 1,
      items: [
        item(1, {
          since: '2032-03-10T15:00:00.000Z',
          state: 'arrived',
          screening: 'cleared',
          until: '2032-04-01T15:00:00.000Z',
        }),
      ],
    },
    { kind: 'screening', count: 1, items: [screening] },
    { kind: 'form', count: 1, items: [item(3, { since: '2032-03-12T15:00:00.000Z' })] },
    { kind: 'countersign', count: 1, items: [item(12, { name: 'Eve Stone', patient_id: 'P-EVE' })] },
    { kind: 'request', count: 1, items: [item(4, { note: '20320301', until: '2032-03-09T04:59:59.000Z' })] },
    {
      kind: 'unmatched',
      count: 1,
      items: [item(5, { name: 'Jane Doe', mrn_number: 'X-9', patient_id: '', note: '20320301' })],
    },
    {
      kind: 'reimbursement',
      count: 7,
      items: [
        item(6, {
          state: 'Submitted',
          note: '48.00',
          due_on: '2032-03-08',
          version: 2,
          assignee: { provider_id: 'PR-1', name: 'Amara Abbott' },
        }),
      ],
    },
    {
      kind: 'mail',
      count: 1,
      items: [
        item(7, {
          note: 'Your scan',
          due_on: '2032-03-10',
          version: 1,
          assignee: { provider_id: 'S-2', name: 'Nora Lindt' },
        }),
      ],
    },
    { kind: 'registration', count: 1, items: [item(13, { name: 'Mia Chen', patient_id: 'P-MIA' })] },
    {
      kind: 'invitation',
      count: 2,
      items: [
        item(8, { name: 'Chloe Lin', note: 'chloe@example.org', until: '2020-03-01T15:00:00.000Z' }),
        item(9, {
          name: 'Keisha Barnes',
          dob: null,
          mrn_number: '',
          patient_id: '',
          state: 'Nurse',
          note: 'keisha@example.org',
        }),
      ],
    },
    {
      kind: 'recovery',
      count: 1,
      items: [
        item(11, {
          name: 'Chloe Lin',
          dob: null,
          mrn_number: '',
          patient_id: '',
          state: 'waiting',
          note: 'Patient',
          until: '2032-03-12T15:00:00.000Z',
        }),
      ],
    },
  ],
}
const empty: Queue = { ...full, sections: full.sections.map(({ kind }) => ({ kind, count: 0, items: [] })) }
const read = 'GET /operator/work_queue/'
const assign = `POST /operator/work_queue/screening/${screening.id}/`
const colleagues = {
  'GET /operator/work_queue_colleagues/': ok({
    colleagues: [
      { provider_id: 'PR-1', name: 'Amara Abbott', role: 'Nurse', kinds: ['screening'] },
      { provider_id: 'S-2', name: 'Nora Lindt', role: 'Nurse', kinds: ['screening'] },
      { provider_id: 'S-3', name: 'Adam Brandt', role: 'Admin', kinds: ['request'] },
    ],
  }),
}
const open = (answers: ServedCalls, options: { at?: string; scheme?: 'light' | 'dark' } = {}) => {
  const sent = serve({ ...colleagues, ...answers })
  return show(<WorkQueuePage />, { role: 'Nurse', at: '/workQueue', ...options }).then((shown) => ({ ...shown, sent }))
}

beforeEach(() => signedOutAt(1280, 800))

test.each(looks)('in %s at %i each line says who, since when and where it is done', async (scheme, width) => {
  await page.viewport(width, 800)
  const { screen } = await open({ [read]: ok(full) }, { scheme })
  await expect.element(screen.getByText('18 items are waiting')).toBeVisible()
  const lines = screen.getByRole('region', { name: 'MRI safety answers to review' }).getByRole('listitem')
  await expect
    .element(lines)
    .toHaveTextContent('Ben Okafor04-17-1986 · No MRNWaiting for reviewSince yesterdayAssign to me')
  await expect.element(screen.getByText('10:00 AM · Arrived')).toBeVisible()
  await expect
    .element(
      screen
        .getByRole('region', { name: 'New registrations' })
        .getByText('Change the status or its comment to remove it here'),
    )
    .toBeVisible()
  await expect.element(screen.getByText('Overdue since Mon, Mar 8')).toBeVisible()
  await expect.element(screen.getByText('Since yesterday · Link expired')).toBeVisible()
  await expect
    .element(screen.getByText(/^Confirmed by two colleagues · Can be finished from Mar 12, 2032/))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Assign to me: Chloe Lin' })).toHaveLength(1)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(await axeHits()).toEqual([])
})

test('who shares a name is marked, also where work is assigned; what a scan says is called that', async () => {
  const unmatched = item(9, { patient_id: '', mrn_number: 'X-9' })
  const sections: Queue['sections'] = [
    { kind: 'message', count: 1, items: [item(8, { has_namesake: true })] },
    { kind: 'unmatched', count: 1, items: [unmatched] },
  ]
  const { screen } = await open({ [read]: ok({ ...full, sections }) })
  await expect.element(screen.getByText('04-17-1986 · MRN LN-204417 · Same name')).toBeVisible()
  await expect.element(screen.getByText('As written in the scan: 04-17-1986 · MRN X-9')).toBeVisible()
})

test('every line leads to the spot', async () => {
  const { screen } = await open({ [read]: ok(full) })
  await expect.element(screen.getByRole('heading', { name: 'Visits today' })).toBeVisible()
  const hrefs = [...document.querySelectorAll('li a')].map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([
    expect.stringMatching(/^\/daySheet\?visit=/),
    '/profile?patient=P-BEN&tab=mrsafety',
    '/profile?patient=P-7K3QX9&tab=file',
    expect.stringMatching(/^\/signedForm\/[\w-]+12$/),
    expect.stringMatching(/^\/adminScanRequests\?request=/),
    '/unmatchedScans?searchQuery=X-9',
    '/profile?patient=P-7K3QX9&tab=reimbursement',
    '/profile?patient=P-7K3QX9&tab=email',
    '/profile?patient=P-MIA',
    '/profile?patient=P-7K3QX9',
    '/operatorList?searchQuery=keisha%40example.org',
    expect.stringMatching(/^\/projectSettings\?recovery=/),
  ])
})

test('somebody takes a line by keyboard, and the line says so', async () => {
  let taken = screening
  const { screen, sent } = await open({
    [read]: () => ok({ ...full, sections: [{ kind: 'screening', count: 1, items: [taken] }] }),
    [assign]: () => {
      taken = { ...screening, assignee: { provider_id: 'PR-1', name: 'Amara Abbott' }, version: 1 }
      return ok({ assignee: taken.assignee, due_on: null, version: 1 })
    },
  })
  await expect.element(screen.getByRole('button', { name: 'Assign to me: Ben Okafor' })).toBeVisible()
  screen.getByRole('link', { name: 'Ben Okafor' }).element().focus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByText('You', { exact: true })).toBeVisible()
  await expect.poll(() => document.activeElement?.textContent).toBe('You')
  expect(sent.find(({ call }) => call === assign)?.body).toEqual({ assignee: 'PR-1', due_on: null, version: 0 })
})

test('it is given to a colleague whose work it is, by a day, and released again', async () => {
  let now = screening
  const { screen, sent } = await open({
    [read]: () => ok({ ...full, sections: [{ kind: 'screening', count: 1, items: [now] }] }),
    [assign]: ({ body }) => {
      const due_on = typeof body?.['due_on'] === 'string' ? body['due_on'] || null : null
      now = {
        ...screening,
        due_on,
        assignee: body?.['assignee'] ? { provider_id: 'S-2', name: 'Nora Lindt' } : null,
        version: now.version + 1,
      }
      return ok({ assignee: now.assignee, due_on, version: now.version })
    },
  })
  const change = screen.getByRole('button', { name: 'Assign or set a due date: Ben Okafor' })
  await change.click()
  await screen.getByRole('combobox', { name: 'Who' }).click()
  await expect.element(screen.getByRole('option', { name: 'Adam Brandt, Admin' })).not.toBeInTheDocument()
  await screen.getByRole('option', { name: 'Nora Lindt, Nurse' }).click()
  await screen.getByLabelText('Due date').fill('2032-03-12')
  expect(await axeHits()).toEqual([])
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Due Fri, Mar 12')).toBeVisible()
  await expect.element(screen.getByText('Nora Lindt')).toBeVisible()

  await change.click()
  await screen.getByRole('button', { name: 'Unassign' }).click()
  await expect.element(screen.getByRole('button', { name: 'Assign to me: Ben Okafor' })).toBeVisible()
  expect(sent.filter(({ call }) => call === assign).map(({ body }) => body)).toEqual([
    { assignee: 'S-2', due_on: '2032-03-12', version: 0 },
    { assignee: '', due_on: '', version: 1 },
  ])
})

test('a colleague who was quicker is a sentence, and nothing typed is lost', async () => {
  const sentence = 'A colleague has just changed this. Please look again.'
  const { screen } = await open({ [read]: ok(full), [assign]: refused(409, sentence) })
  await screen.getByRole('button', { name: 'Assign to me: Ben Okafor' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  await screen.getByRole('button', { name: 'Assign or set a due date: Ben Okafor' }).click()
  await screen.getByLabelText('Due date').fill('2032-03-12')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('dialog').getByText(sentence)).toBeVisible()
  await expect.element(screen.getByLabelText('Due date')).toHaveValue('2032-03-12')
})

test('all of a section, and only one’s own, are asked for by the address', async () => {
  const { screen, sent, address } = await open({ [read]: ok(full) })
  await screen.getByRole('button', { name: 'Show all 7: Reimbursements' }).click()
  await expect.element(screen.getByRole('button', { name: 'Show fewer: Reimbursements' })).toBeVisible()
  expect(address()).toBe('/workQueue?all=reimbursement')
  await screen.getByText('Mine', { exact: true }).click()
  await expect.poll(() => sent.map(({ search }) => search)).toContainEqual(expect.stringContaining('mine=true'))
  expect(address()).toBe('/workQueue?mine=true')
})

test('while the other view loads, the page does not give the number of this one', async () => {
  const { screen } = await open({
    [read]: ({ search }) => (search.includes('mine=true') ? new Promise<Served>(() => {}) : ok(full)),
  })
  const count = screen.getByRole('status').filter({ hasText: 'waiting' })
  await expect.element(count).toBeVisible()
  await screen.getByText('Mine', { exact: true }).click()
  await expect.element(screen.getByText(/items are waiting/)).not.toBeVisible()
})

test('nothing waiting is said in words, and which lists are empty beside others', async () => {
  const { screen } = await open({ [read]: ok(empty) })
  await expect.element(screen.getByText('Nothing is waiting.')).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('a list that failed leaves the others, and is asked for again', async () => {
  let isDown = true
  const sections: Queue['sections'] = [{ kind: 'screening', count: 1, items: [screening] }]
  const { screen } = await open({
    [read]: () =>
      ok({
        ...full,
        sections: [
          ...sections,
          isDown ? { kind: 'mail', count: null, items: [] } : { kind: 'mail', count: 0, items: [] },
        ],
      }),
  })
  await expect.element(screen.getByRole('link', { name: 'Ben Okafor' })).toBeVisible()
  await expect.element(screen.getByText('This list could not be loaded. The other lists are up to date.')).toBeVisible()
  expect(await axeHits()).toEqual([])
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Nothing waiting: Failed emails.')).toBeVisible()
})

test('a page that could not be loaded is asked for again', async () => {
  let isDown = true
  const { screen } = await open({ [read]: () => (isDown ? 'no network' : ok(empty)) })
  await expect.element(screen.getByText('Your work list could not be loaded.')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Nothing is waiting.')).toBeVisible()
})

test('a request says how many days are left to answer it, by the day of the site', async () => {
  const sections = [-1, 0, 5, 30].map((days, n) => {
    const until = new Date(Date.parse('2032-03-10T20:00:00.000Z') + days * dayMs).toISOString()
    return item(40 + n, { note: '20320301', until, state: days === 30 ? 'moved' : '' })
  })
  serve({ [read]: ok({ ...full, sections: [{ kind: 'request', count: 4, items: sections }] }) })
  const { screen } = await show(<WorkQueuePage />, { role: 'Admin' })
  for (const words of ['Overdue by 1 day', 'Due today', '5 days left', '30 days left', 'No longer this patient’s scan'])
    await expect.element(screen.getByText(words)).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('on a phone nothing moves when the day and the count arrive', async () => {
  await page.viewport(390, 800)
  let answer = () => {}
  const held = () => new Promise<Served>((resolve) => (answer = () => resolve(ok(full))))
  const { screen } = await open({ [read]: held })
  const choice = screen.getByRole('radiogroup', { name: 'Show' })
  await expect.element(choice).toBeVisible()
  const top = choice.element().getBoundingClientRect().top
  answer()
  await expect.element(screen.getByText('18 items are waiting')).toBeVisible()
  expect(choice.element().getBoundingClientRect().top).toBe(top)
})
