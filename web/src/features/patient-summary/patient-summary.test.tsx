import type { PatientSummary as Summary } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { looks } from '../../testing/looks.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show, signedOutAt } from '../../testing/show.tsx'
import { PatientSummary } from './PatientSummary.tsx'

const full: Summary = {
  time_zone: 'America/New_York',
  last_scan: {
    study_UID: '1.2.3',
    seriesId: '1.2.3.1',
    study_date: '20320214',
    scan_type: 'Portable brain MRI',
    access: 'approved',
    access_until: '2032-12-31',
  },
  next_visit: '2032-03-10T15:00:00.000Z',
  screening: { state: 'waiting', good_until: '2032-03-31T15:00:00.000Z' },
  missing: ['neck_length', 'previous_history'],
  form_signed: null,
  unpaid: { count: 2, amount: '60.50' },
  files: { count: 3, unread: 1 },
}
const bare: Summary = {
  ...full,
  last_scan: null,
  next_visit: null,
  screening: { state: 'not_asked', good_until: null },
  missing: [],
  unpaid: { count: 0, amount: '0.00' },
  files: { count: 0, unread: 0 },
}
const read = 'GET /operator/patient_summary/P-7K3QX9/'
const open = (scheme: 'light' | 'dark' = 'light') =>
  show(<PatientSummary patientKey="P-7K3QX9" />, { role: 'Nurse', scheme })
const cells = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)

beforeEach(() => signedOutAt(1280, 800))

test.each([320, 390])('at %i no badge reaches beyond its part', async (width) => {
  await page.viewport(width, 800)
  serve({ [read]: ok({ ...full, screening: { state: 'expired', good_until: '2032-03-24T15:00:00.000Z' } }) })
  const { screen } = await open()
  const badge = screen.getByText('Answers expired Wed, Mar 24')
  await expect.element(badge).toBeVisible()
  const part = badge.element().closest('li')
  expect(badge.element().getBoundingClientRect().right).toBeLessThan((part?.getBoundingClientRect().right ?? 0) - 8)
})

test.each(looks)('in %s at %i each part says how it stands and leads to its tab', async (scheme, width) => {
  await page.viewport(width, 800)
  serve({ [read]: ok(full) })
  const { screen } = await open(scheme)
  await expect.element(screen.getByText('Wed, Mar 10, 10:00 AM')).toBeVisible()
  expect(cells()).toEqual([
    'Last scan02-14-2032Open until Dec 31, 2032',
    'Next visitWed, Mar 10, 10:00 AM',
    'MRI safetyWaiting for review',
    'To doMedical informationNo valid form2 answers missing',
    'Reimbursements$60.50 unpaid2 requests',
    'Files3 files1 new from the patient',
  ])
  const ways = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')?.replace(/^.*P-7K3QX9/, ''))
  expect(ways).toEqual([
    '&tab=scan',
    '&tab=appointment',
    '&tab=mrsafety',
    '#medical-information',
    '&tab=file',
    '&tab=reimbursement',
    '&tab=file',
  ])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(await axeHits()).toEqual([])
})

test('a record in which nothing has happened says so', async () => {
  serve({ [read]: ok(bare) })
  const { screen } = await open()
  await expect.element(screen.getByText('No scan yet')).toBeVisible()
  expect(cells()).toEqual([
    'Last scanNo scan yet',
    'Next visitNone booked',
    'MRI safetyNot asked yet',
    'To doNothing open',
    'ReimbursementsNone open',
    'FilesNo files yet',
  ])
})

test.each([1280, 800, 390])('at %i nothing moves when it comes', async (width) => {
  await page.viewport(width, 800)
  let answer = (_: [number, unknown]) => {}
  serve({ [read]: () => new Promise<[number, unknown]>((resolve) => (answer = resolve)) })
  const { screen } = await open()
  const height = () => screen.getByRole('region', { name: 'At a glance' }).element().getBoundingClientRect().height
  await expect.element(screen.getByRole('region', { name: 'At a glance' })).toBeVisible()
  const before = height()
  expect(await axeHits()).toEqual([])
  answer(ok(full))
  await expect.element(screen.getByText('$60.50 unpaid')).toBeVisible()
  expect(height()).toBe(before)
})

test('a summary that could not be loaded is asked for again', async () => {
  let isDown = true
  serve({ [read]: () => (isDown ? 'no network' : ok(bare)) })
  const { screen } = await open()
  await expect.element(screen.getByText(/^The summary of this record could not be loaded/)).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No scan yet')).toBeVisible()
})
