import { type ComparedRecord, type Comparison, compareRecords, type RecordMerge } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refreshCall } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { looks } from '../../testing/looks.ts'
import { testMedical, testPatient, testRows } from '../../testing/patients.ts'
import { type Answers, ok, refused, serve } from '../../testing/serve.ts'
import { show, signedOutAt } from '../../testing/show.tsx'
import { MergeRecordsPage } from './MergeRecordsPage.tsx'

const side: ComparedRecord = {
  patient_id: 'P-7K3QX9',
  version: 3,
  first_name: 'Amara',
  last_name: 'Abbott',
  email: 'amara@example.org',
  mobile_number: '5550102345',
  dob: '04-18-1986',
  age: 40,
  gender: 'Female',
  mrn_number: 'MRN400210',
  status: 'Accepted',
  created_at: '2026-03-01T15:00:00.000Z',
  signs_in: true,
  invited: false,
  caregivers: [],
  physician_name: '',
  physician_works_here: false,
  counts: { scans: 2, files: 3, appointments: 1, reimbursements: 0, forms: 1, screenings: 1 },
}
const other: ComparedRecord = {
  ...side,
  patient_id: 'P-0',
  version: 8,
  email: 'amara.abbott.with.a.rather.long.address@example.org',
  dob: '04-19-1986',
  mrn_number: '',
  counts: { ...side.counts, scans: 0 },
}
const comparison: Comparison = { records: [side, other], differs: [], keep: 'P-7K3QX9', obstacle: null }
const different: Comparison = { ...comparison, differs: ['dob'] }
const done: RecordMerge = {
  merge_id: '01930000-0000-7000-8000-0000000000c1',
  kept: { patient_id: 'P-7K3QX9', name: 'Amara Abbott' },
  merged: { patient_id: 'P-0', name: 'Amara Abbott' },
  reason: 'Registered twice',
  merged_by: 'Ada Stone',
  merged_at: '2026-11-20T15:00:00.000Z',
  undo_until: '2026-12-20T15:00:00.000Z',
  can_undo: true,
  undone: null,
}
const undone: RecordMerge = {
  ...done,
  merge_id: '01930000-0000-7000-8000-0000000000c2',
  can_undo: false,
  undone: { by: 'Ada Stone', at: '2026-11-21T15:00:00.000Z', reason: 'Two people' },
}
const [compare, merge, list, undo] = [
  'GET /admin/compare_records/P-7K3QX9/',
  'POST /admin/merge_records/P-7K3QX9/',
  'GET /admin/record_merges/',
  'POST /admin/record_merges/01930000-0000-7000-8000-0000000000c1/undo/',
]
const [found] = testRows(1)
const answers = (more: Answers = {}): Answers => ({
  'GET /operator/get_all_patients/': ok({ patients: [found], total: 1, total_pages: 1, alike: false }),
  'GET /operator/get_patient_info/P-7K3QX9/': ok({ patient: testPatient, medicalInformation: testMedical }),
  [compare]: ok(comparison),
  [list]: ok({ merges: [done, undone], total: 2, total_pages: 1 }),
  ...more,
})
const render = (at = '/mergeRecords?patient=P-7K3QX9', scheme: 'light' | 'dark' = 'light') =>
  show(<MergeRecordsPage />, { role: 'Admin', at, scheme })
type Screen = Awaited<ReturnType<typeof render>>['screen']
const choose = async (screen: Screen) => {
  await screen.getByRole('combobox', { name: 'Other record of the same person' }).fill('First')
  await screen.getByRole('option', { name: /First0 Last0/ }).click()
}

beforeEach(() => signedOutAt(1280, 900))

test.each(looks)(
  'in the %s look at %i px both records stand side by side, what differs is marked, and axe is content',
  async (scheme, width) => {
    await page.viewport(width, 900)
    serve(answers({ [compare]: ok(different) }))
    const { screen } = await render(undefined, scheme)
    await expect
      .element(screen.getByText('Amara Abbott · 04-18-1986 · 40 years · Female · MRN400210 · P-7K3QX9'))
      .toBeVisible()
    expect(await axeHits()).toEqual([])
    await choose(screen)
    await expect.element(screen.getByRole('row', { name: /^Date of birth 04-18-1986.*04-19-1986/ })).toBeVisible()
    await expect.element(screen.getByText(/^These records differ in date of birth/)).toBeVisible()
    await expect.element(screen.getByText(/No one can sign in with amara.abbott/)).toBeVisible()
    expect(await axeHits()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test.each(looks)(
  'in the %s look at %i px the list says who merged what, and until when it can be undone',
  async (scheme, width) => {
    await page.viewport(width, 900)
    serve(answers())
    const { screen } = await render('/mergeRecords', scheme)
    await expect.element(screen.getByText('Until Dec 20, 2026')).toBeVisible()
    await expect.element(screen.getByText(/^Undone by Ada Stone on Nov 21, 2026/)).toBeVisible()
    expect(screen.getByRole('button', { name: /^Undo the merge/ }).elements()).toHaveLength(1)
    expect(await axeHits()).toEqual([])
    await screen.getByRole('button', { name: 'Undo the merge of P-0' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Undo this merge?' })).toBeVisible()
    expect(await axeHits()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('the suggested record is kept; with the versions that were seen, and a reason', async () => {
  const asked = serve(answers({ [merge]: ok(done) }))
  const { screen, address } = await render()
  await choose(screen)
  await expect.element(screen.getByRole('radio', { name: 'Keep P-7K3QX9' })).toBeChecked()
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect.element(screen.getByText('Please say why, in 5 to 500 characters')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Registered twice')
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect.element(screen.getByText(/^P-0 was merged into P-7K3QX9\./)).toBeVisible()
  expect(asked.find(({ call }) => call === merge)?.body).toEqual({
    other: 'P-0',
    version: 3,
    other_version: 8,
    reason: 'Registered twice',
    differences_checked: false,
  })
  expect(address()).toBe('/mergeRecords')
  await expectLink(screen, 'Open P-7K3QX9', '/profile?patient=P-7K3QX9')
})

const rosa: ComparedRecord['caregivers'][number] = {
  caregiver_id: '01930000-0000-7000-8000-0000000000d1',
  first_name: 'Rosa',
  last_name: 'Diaz',
  email: 'rosa@example.org',
  relationship: 'Mother',
  areas: ['visits', 'images'],
  until: '2030-06-01',
  state: 'active',
}
const omar = {
  ...rosa,
  caregiver_id: rosa.caregiver_id.replace(/1$/, '2'),
  first_name: 'Omar',
  email: 'omar@example.org',
}
const withPeople: Comparison = {
  ...comparison,
  records: [
    { ...side, caregivers: [rosa], physician_name: 'Theo Brandt', physician_works_here: true },
    {
      ...other,
      signs_in: false,
      invited: true,
      caregivers: [rosa, { ...omar, state: 'invited' }],
      physician_name: 'Grace Hall',
      physician_works_here: true,
    },
  ],
}

test('who sees more by the merge, and who less, is told of the record that is kept, before it is confirmed', async () => {
  serve(answers({ [compare]: ok(withPeople) }))
  const { screen } = await render()
  await choose(screen)
  const sentences = (name: string) =>
    screen
      .getByRole('region', { name })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.element(screen.getByRole('region', { name: 'Who will see more' })).toBeVisible()
  expect(sentences('Who will see more')).toEqual([
    'The patient who signs in with amara@example.org will see everything that comes from P-0.',
    'Rosa Diaz (Mother, rosa@example.org) acts for the patient until Jun 1, 2030 and will also see what comes from P-0: Visits and forms, Images.',
    'Theo Brandt stays the physician, and will be notified about what comes from P-0.',
  ])
  expect(sentences('Who will see less')).toEqual([
    'Omar Diaz (Mother, omar@example.org) can no longer act for the patient. If this help is still wanted, they need a new invitation for P-7K3QX9.',
    'Grace Hall is no longer the physician, and gets no more notices about this patient.',
  ])

  await screen.getByRole('radio', { name: 'Keep P-0' }).click()
  expect(sentences('Who will see more')).toEqual([
    `Whoever accepts the invitation that was sent to ${other.email} will see everything that comes from P-7K3QX9.`,
    'Rosa Diaz (Mother, rosa@example.org) acts for the patient until Jun 1, 2030 and will also see what comes from P-7K3QX9: Visits and forms, Images.',
    'Omar Diaz (Mother, omar@example.org) was invited to act for the patient. Anyone who accepts will also see what comes from P-7K3QX9: Visits and forms, Images.',
    'Grace Hall stays the physician, and will be notified about what comes from P-7K3QX9.',
  ])
  expect(sentences('Who will see less')).toEqual([
    'Theo Brandt is no longer the physician, and gets no more notices about this patient.',
  ])
})

test('where the kept record has nobody, no one outside the team gains, and an empty physician is filled in', async () => {
  const bare = { ...side, signs_in: false }
  const records: Comparison['records'] = [
    bare,
    { ...other, signs_in: false, physician_name: 'Grace Hall', physician_works_here: true },
  ]
  serve(answers({ [compare]: ok({ ...comparison, records }) }))
  const { screen } = await render()
  await choose(screen)
  const more = screen.getByRole('region', { name: 'Who will see more' })
  await expect.element(more.getByText(/^No one\. The record that you keep has no account/)).toBeVisible()
  await expect.element(more.getByText(/^Grace Hall becomes the physician of P-7K3QX9/)).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Who will see less' })).not.toBeInTheDocument()
})

test('the other record can be kept instead', async () => {
  const asked = serve(answers({ 'POST /admin/merge_records/P-0/': ok(done) }))
  const { screen } = await render()
  await choose(screen)
  await screen.getByRole('radio', { name: 'Keep P-0' }).click()
  await expect.element(screen.getByText('P-7K3QX9 will no longer appear in lists or searches.')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Registered twice')
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect
    .poll(() => asked.find(({ call }) => call === 'POST /admin/merge_records/P-0/')?.body)
    .toMatchObject({ other: 'P-7K3QX9', version: 8, other_version: 3 })
})

test('what differs has to be confirmed, and a refusal loses nothing that was typed', async () => {
  const asked = serve(
    answers({
      [compare]: ok(different),
      [merge]: ({ body }) =>
        body?.['differences_checked']
          ? refused(409, 'Someone changed one of the records meanwhile. Please check both again.', { code: 'stale' })
          : refused(400, 'No', { fields: { differences_checked: 'Please check what differs' } }),
    }),
  )
  const { screen } = await render()
  await choose(screen)
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  await reason.fill('Registered twice')
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect.element(screen.getByText('Please check what differs')).toBeVisible()
  await screen.getByRole('checkbox', { name: /^I reviewed the differences/ }).click()
  const compared = () => asked.filter(({ call }) => call === compare).length
  const before = compared()
  await screen.getByRole('button', { name: 'Merge records' }).click()
  await expect.element(screen.getByText(/^Someone changed one of the records/)).toBeVisible()
  await expect.element(reason).toHaveValue('Registered twice')
  expect(compared()).toBe(before + 1)
})

test('what was confirmed of the differences does not count for other ones that are read later', async () => {
  let now = different
  serve(answers({ [compare]: () => ok(now) }))
  const { screen } = await render()
  await choose(screen)
  const checked = screen.getByRole('checkbox', { name: /^I reviewed the differences/ })
  await checked.click()
  now = { ...different, records: [side, { ...other, version: 9, gender: 'Male' }], differs: ['dob', 'gender'] }
  await refreshCall(compareRecords)
  await expect.element(screen.getByText(/^These records differ in date of birth and/)).toBeVisible()
  await expect.element(checked).not.toBeChecked()
})

test('what stands in the way is said in the place of the form', async () => {
  serve(answers({ [compare]: ok({ ...comparison, obstacle: 'This patient is here for a visit right now.' }) }))
  const { screen } = await render()
  await choose(screen)
  await expect.element(screen.getByText('This patient is here for a visit right now.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Merge records' }).elements()).toEqual([])
})

test('without an answer the comparison and the list can be asked for again', async () => {
  let isDown = true
  serve(
    answers({
      [compare]: () => (isDown ? 'no network' : ok(comparison)),
      [list]: () => (isDown ? refused(500) : ok({ merges: [], total: 0, total_pages: 1 })),
    }),
  )
  const { screen } = await render()
  await choose(screen)
  await expect.element(screen.getByText('The records could not be loaded. Please try again.')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('table', { name: 'The two records' })).toBeVisible()
})

test('a list that failed can be asked for again, and may be empty', async () => {
  let isDown = true
  serve(answers({ [list]: () => (isDown ? refused(500) : ok({ merges: [], total: 0, total_pages: 1 })) }))
  const { screen } = await render('/mergeRecords')
  await expect.element(screen.getByText('The list could not be loaded. Please try again.')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No records were merged')).toBeVisible()
})

test('an undo needs a reason, says which scans stay, and a refusal stays in the dialog', async () => {
  let isTaken = true
  serve(
    answers({
      [undo]: () =>
        isTaken
          ? refused(409, 'Another patient in this project now has the MRN number of the merged record.')
          : ok({ merge: { ...done, can_undo: false, undone: undone.undone }, scans_stayed: 1 }),
    }),
  )
  const { screen } = await render('/mergeRecords')
  await screen.getByRole('button', { name: 'Undo the merge of P-0' }).click()
  await screen.getByRole('button', { name: 'Undo merge' }).click()
  await expect.element(screen.getByText('Please say why, in 5 to 500 characters')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Two people after all')
  await screen.getByRole('button', { name: 'Undo merge' }).click()
  await expect.element(screen.getByText(/^Another patient in this project now has the MRN/)).toBeVisible()
  isTaken = false
  await screen.getByRole('button', { name: 'Undo merge' }).click()
  await expect.element(screen.getByText(/^P-0 is a record of its own again\. One scan was assigned/)).toBeVisible()
})
