import { ratedNames } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { withholding } from '../../testing/rights.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { ReportsPage } from './ReportsPage.tsx'

const site = { from: '2026-09-01', to: '2026-11-22', time_zone: 'America/New_York' }
const call = (name: string) => `GET /operator/reports/${name}/`
const none = { done: 0, no_show: 0, canceled: 0, booked: 0 }
const answered = { received: 0, in_time: 0, late: 0, returned: 0, open: 0, extended: 0, declined: 0 }
const money = { requests: 5, submitted: '1048.50', paid: '1000.00', open: '48.00', rejected: '0.50' }
const surveys = ratedNames.flatMap((question) => [
  { month: '2026-10', question, answers: null, average: null },
  { month: '2026-11', question, answers: 12, average: 4.4 },
])
const answers: ServedCalls = {
  [call('enrollment')]: ok({
    ...site,
    rows: [
      { status: 'Pending Invite', patients: 1, reached: null },
      { status: 'Accepted', patients: 6, reached: 8 },
      { status: 'Screened', patients: 0, reached: 5 },
      { status: 'Scanned', patients: 3, reached: 4 },
    ],
    totals: [{ status: null, patients: 10, reached: null }],
  }),
  [call('visits')]: ok({
    ...site,
    rows: [
      { ...none, week: '2026-11-09', done: 10, no_show: 3, canceled: 2 },
      { ...none, week: '2026-11-16', done: 8, booked: 1 },
    ],
    totals: [{ week: null, done: 18, no_show: 3, canceled: 2, booked: 1 }],
  }),
  [call('access')]: ok({
    ...site,
    rows: [
      { month: '2026-10', approved: 0, median_hours: null, p90_hours: null },
      { month: '2026-11', approved: 4, median_hours: 6, p90_hours: 60 },
    ],
    totals: [{ month: null, approved: 4, median_hours: 6, p90_hours: 60 }],
    waiting: 2,
  }),
  [call('requests')]: ok({
    ...site,
    rows: [
      { ...answered, month: '2026-10', received: 7, in_time: 5, late: 1, returned: 1, median_days: 8.5 },
      { ...answered, month: '2026-11', received: 3, open: 3, extended: 1, median_days: null },
    ],
    totals: [
      {
        ...answered,
        month: null,
        received: 10,
        in_time: 5,
        late: 1,
        returned: 1,
        open: 3,
        extended: 1,
        median_days: 8.5,
      },
    ],
    overdue: 1,
  }),
  [call('refusals')]: ok({
    ...site,
    rows: [
      { ground: 'form_incomplete', declined: 2 },
      { ground: 'danger', declined: 1 },
    ],
    totals: [{ ground: null, declined: 3 }],
  }),
  [call('reimbursements')]: ok({
    ...site,
    rows: [{ month: '2026-11', ...money }],
    totals: [{ month: null, ...money }],
  }),
  [call('surveys')]: ok({
    ...site,
    rows: surveys,
    totals: ratedNames.map((question) => ({ month: null, question, answers: 12, average: 4.4 })),
  }),
}
const render = (more: ServedCalls = {}, { at = '', scheme = 'light' as 'light' | 'dark' } = {}) => {
  const asked = serve({ ...answers, ...more })
  return show(<ReportsPage />, { role: 'Nurse', at: `/reports${at}`, scheme }).then((shown) => ({ ...shown, asked }))
}
const withChart = 'section:has([aria-hidden] [data-row])'
const cells = (row: HTMLElement | SVGElement) =>
  [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent)

test.each(['light', 'dark'] as const)(
  'in %s each report says a sentence and shows a chart, or the same as a table',
  async (scheme) => {
    const { screen } = await render({}, { scheme })
    for (const sentence of [
      '10 patients were added; 8 were accepted, 5 screened, and 4 scanned.',
      '18 of 24 visits took place; 3 visits were missed.',
      '4 requests were approved, half of them within 6 hours and nine of ten within 2.5 days; 2 requests are waiting now.',
      '10 requests were received; 5 were answered in time and 1 late; 1 was returned to the patient; 3 are open, 1 of them overdue. Half of the answers took 8.5 days or less.',
      '3 requests were declined; 1 of them refused on a ground of the law.',
      'Patients requested $1,048.50; $1,000.00 is paid and $48.00 is open.',
      'Average: 4.4 out of 5, from 12 answers to “How satisfied are you with your scan?”',
    ])
      await expect.element(screen.getByText(sentence)).toBeVisible()
    await expect.element(screen.getByText(/Sep 1, 2026 to Nov 22, 2026\. .*Eastern Time/)).toBeVisible()
    await expect.poll(() => document.querySelectorAll(withChart).length).toBe(7)
    expect(await axeHits()).toEqual([])

    const visits = screen.getByRole('table', { name: 'Visits and no-shows' })
    expect(visits.element().getBoundingClientRect().width).toBeGreaterThan(0)
    for (const button of screen.getByRole('button', { name: /^Show as table/ }).elements())
      (button as HTMLElement).click()
    await expect.element(screen.getByRole('button', { name: 'Show as chart: Visits and no-shows' })).toBeVisible()
    expect(document.querySelectorAll(withChart)).toHaveLength(0)
    expect(visits.getByRole('row').elements().map(cells)).toEqual([
      ['Week of', 'Took place', 'No-show', 'Canceled', 'Still booked'],
      ['Nov 9, 2026', '10', '3', '2', '0'],
      ['Nov 16, 2026', '8', '0', '0', '1'],
      ['Whole period', '18', '3', '2', '1'],
    ])
    expect(await axeHits()).toEqual([])
  },
)

test('on a phone no table has to be scrolled sideways', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Show as table: Answers to scan requests' }).click()
  const table = document.querySelector<HTMLElement>('table[aria-label="Answers to scan requests"]')
  const area = table?.closest<HTMLElement>('.mantine-TableScrollContainer-scrollContainer')
  expect(area?.scrollWidth).toBe(area?.clientWidth)
  const [cell] = table?.querySelectorAll('td') ?? []
  expect(cell && getComputedStyle(cell, '::before').content).toBe('"Received"')
})

test('each chart is of the numbers of its report', async () => {
  const { screen } = await render()
  await expect.poll(() => document.querySelectorAll(withChart).length).toBe(7)
  /** What each part of a chart shows: its name, and how long each bar is, in percent. */
  const chartOf = (name: string) =>
    [...screen.getByRole('region', { name }).element().querySelectorAll<HTMLElement>('[data-row]')].map((row) => [
      row.dataset['row'],
      ...[...row.querySelectorAll<HTMLElement>('[data-look]')].map(
        ({ dataset, style }) => `${dataset['look']} ${Math.round(Number.parseFloat(style.height || style.width))}`,
      ),
    ])
  expect(chartOf('Enrollment')).toEqual([
    ['Added', 'solid 100'],
    ['Accepted', 'solid 80'],
    ['Screened', 'solid 50'],
    ['Scanned', 'solid 40'],
  ])
  expect(chartOf('Visits and no-shows')).toEqual([
    ['Nov 9', 'solid 67', 'stripes 20', 'outline 13'],
    ['Nov 16', 'solid 53', 'dots 7'],
  ])
  expect(chartOf('Time from request to access')).toEqual([['Oct 2026'], ['Nov 2026', 'solid 10', 'outline 83']])
  expect(chartOf('Answers to scan requests')).toEqual([
    ['Oct 2026', 'solid 63', 'stripes 13', 'outline 13'],
    ['Nov 2026', 'dots 38'],
  ])
  expect(chartOf('Declined scan requests by ground')).toEqual([
    ['Form incomplete', 'solid 100'],
    ['Danger', 'solid 50'],
  ])
  expect(chartOf('Reimbursements')).toEqual([['Nov 2026', 'solid 67', 'dots 3', 'stripes 0']])
  expect(chartOf('Survey scores')[0]).toEqual(['The scan', 'solid 88'])
  const textOf = (name: string) => screen.getByRole('region', { name }).element().textContent
  expect(textOf('Enrollment')).toContain('8\u00a0(80%)')
  expect(textOf('Visits and no-shows')).toContain('Took place18')
  expect(textOf('Reimbursements')).toContain('$0$500$1K$1.5K')
})

test('one question of the survey is shown month by month, and a month with few answers says only that', async () => {
  const { screen } = await render()
  await screen.getByRole('combobox', { name: 'Question' }).selectOptions('How was your transportation?')
  await expect.element(screen.getByText('Average: 4.4 out of 5, from 12 answers.')).toBeVisible()
  await screen.getByRole('button', { name: 'Show as table: Survey scores' }).click()
  const rows = screen.getByRole('table', { name: 'Survey scores' }).getByRole('row')
  expect(rows.elements().slice(1).map(cells)).toEqual([
    ['Oct 2026', 'How was your transportation?', 'Fewer than 5', '–'],
    ['Nov 2026', 'How was your transportation?', '12', '4.4'],
    ['Whole period', 'How was your transportation?', '12', '4.4'],
  ])
  await expect.element(screen.getByText(/months with fewer than 5 answers .* show no score/)).toBeVisible()
})

test('the period stands in the address; days are asked for once both are there and in order', async () => {
  const { screen, address, asked } = await render()
  const last = () => asked.findLast((sent) => sent.call === call('visits'))?.query.toString()
  await screen.getByRole('combobox', { name: 'Period' }).selectOptions('Last 12 months')
  await expect.poll(last).toBe('months=12')
  expect(address()).toBe('/reports?months=12')
  await screen.getByRole('combobox', { name: 'Period' }).selectOptions('Custom dates')
  await expect.element(screen.getByText('Choose a first and a last day')).toBeVisible()
  await screen.getByLabelText('From').fill('2026-03-09')
  await screen.getByLabelText('To', { exact: true }).fill('2026-03-08')
  await expect.element(screen.getByText('The last day must not be before the first')).toBeVisible()
  expect(await axeHits()).toEqual([])
  await screen.getByLabelText('To', { exact: true }).fill('2026-03-15')
  await expect.poll(last).toBe('from=2026-03-09&to=2026-03-15')
  expect(address()).toBe('/reports?months=days&from=2026-03-09&to=2026-03-15')
})

test('a report without numbers says so, one that fails offers Retry, and the others stand', async () => {
  let isDown = true
  const { screen } = await render({
    [call('visits')]: ok({ ...site, rows: [], totals: [{ ...none, week: null }] }),
    [call('enrollment')]: () => (isDown ? refused(400) : (answers[call('enrollment')] as [number, unknown])),
    [call('surveys')]: ok({ ...site, rows: [surveys[0]], totals: [{ ...surveys[0], month: null, answers: 0 }] }),
  })
  await expect.element(screen.getByText('No visits in this period.')).toBeVisible()
  await expect.element(screen.getByText('Enrollment could not be loaded.')).toBeVisible()
  await expect.element(screen.getByText(/Too few answers to show a score/)).toBeVisible()
  await expect.element(screen.getByText(/^Patients requested/)).toBeVisible()
  expect(await axeHits()).toEqual([])
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText(/^10 patients were added/)).toBeVisible()
})

test('who may not decide on money does not ask for it', async () => {
  const { screen, asked } = await render(withholding('decide_money'))
  await expect.element(screen.getByRole('region', { name: 'Survey scores' })).toBeVisible()
  await expect.element(screen.getByText(/^18 of 24 visits/)).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Reimbursements' })).not.toBeInTheDocument()
  expect(asked.map((sent) => sent.call)).not.toContain(call('reimbursements'))
})

test('the file is of the period that is shown; one that does not come says so', async () => {
  let isDown = true
  const file = 'GET /operator/reports/visits/csv/'
  const { screen, asked } = await render(
    { [file]: () => (isDown ? refused(503) : new Response('a,b')) },
    { at: '?months=6' },
  )
  const button = screen.getByRole('button', { name: 'Download CSV: Visits and no-shows' })
  await button.click()
  await expect.element(screen.getByText('The file could not be downloaded. Please try again.')).toBeVisible()
  isDown = false
  await button.click()
  await expect.element(screen.getByText('The file could not be downloaded. Please try again.')).not.toBeInTheDocument()
  expect(asked.findLast((sent) => sent.call === file)?.query.toString()).toBe('months=6')
})

test('in a narrow window nothing scrolls sideways, neither as charts nor as tables', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render()
  await expect.element(screen.getByText(/^18 of 24 visits/)).toBeVisible()
  await expect.poll(() => document.querySelectorAll(withChart).length).toBe(7)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeHits()).toEqual([])
  for (const button of screen.getByRole('button', { name: /^Show as table/ }).elements())
    (button as HTMLElement).click()
  await expect.poll(() => document.querySelectorAll(withChart).length).toBe(0)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await axeHits()).toEqual([])
})
