import type { UnmatchedStudy } from '@fornix/contract'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { testRows } from '../../testing/patients.ts'
import { testUnmatchedStudy } from '../../testing/records.ts'
import { ok, refused, type Served, type ServedCalls, serve, stale } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { ProofDialog } from '../two-step/ProofDialog.tsx'
import { UnmatchedStudiesPage } from './UnmatchedStudiesPage.tsx'

const waiting: UnmatchedStudy = {
  ...testUnmatchedStudy,
  dicom: { patient_id: 'LN-204417', issuer: '', name: 'Rivera^Ana', birth_date: '19860417' },
  reason: 'birth_date',
  candidates: [
    {
      patient_id: 'P-1',
      name: 'Ana Rivera',
      mrn_number: 'LN-204417',
      dob: '04-18-1986',
      has_namesake: false,
      agrees: ['mrn_number', 'name'],
    },
    { patient_id: 'P-2', name: 'Anita Rivera', mrn_number: '', dob: '', has_namesake: true, agrees: [] },
  ],
}
const given = { patient_id: 'P-1', name: 'Ana Rivera', mrn_number: 'LN-204417', dob: '04-18-1986', has_namesake: false }
const decided: UnmatchedStudy = {
  ...waiting,
  state: 'assigned',
  patient: given,
  decided_by: 'Ada Min',
  decided_at: '2026-09-11T18:31:00.000Z',
}
const list = 'GET /admin/unmatched_studies/'
const assign = 'POST /admin/unmatched_studies/1.2.3/assign/'
const reject = 'POST /admin/unmatched_studies/1.2.3/reject/'
const find = 'GET /operator/get_all_patients/'
const listed = (...studies: UnmatchedStudy[]) => ok({ studies, total: studies.length, total_pages: 1 })

const open = async (answers: ServedCalls = {}) => {
  const sent = serve({ [list]: listed(waiting), ...answers })
  const { screen } = await show(<UnmatchedStudiesPage />, { role: 'Admin', at: '/unmatchedScans' })
  return { screen, sent, posted: () => sent.filter(({ call }) => call.startsWith('POST ')).map(({ body }) => body) }
}
const choose = async (answers: ServedCalls = {}) => {
  const opened = await open(answers)
  await opened.screen.getByRole('button', { name: 'Choose patient for the scan of 09-10-2026' }).click()
  return { ...opened, dialog: opened.screen.getByRole('dialog', { name: 'Whose scan is this?' }) }
}
const question = page.getByRole('alertdialog')
const assignAnyway = () => question.getByRole('button', { name: 'Assign the scan' }).click()

test('a waiting scan says what it carries, what it lacks and why it waits', async () => {
  const { screen } = await open()
  for (const text of ['1 scan needs a decision', 'MRN in the file: LN-204417', 'Issuer: not given'])
    await expect.element(screen.getByText(text)).toBeVisible()
  await expect
    .element(
      screen.getByText(
        'The birth date does not match the patient’s, or the patient’s name, MRN, or birth date was entered after the scan arrived',
      ),
    )
    .toBeVisible()
  expect(screen.getByRole('link', { name: /^Images of/ }).elements()).toEqual([])
  expect(await axeHits()).toEqual([])
})

test('whoever could be meant is offered with what agrees; the chosen one is sent with the version', async () => {
  let studies = [waiting]
  const { screen, dialog, posted } = await choose({
    [list]: () => listed(...studies),
    [assign]: () => {
      studies = []
      return ok(decided)
    },
  })
  await expect.element(dialog.getByText('P-1 · 04-18-1986 · MRN LN-204417. Same MRN, name')).toBeVisible()
  await expect.element(dialog.getByText('P-2 · No MRN · Same name. Same last name')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Ana Rivera' }).click()
  await dialog.getByRole('button', { name: 'Assign the scan' }).click()
  await assignAnyway()
  await expect.element(screen.getByText('The scan is now in Ana Rivera’s list.')).toBeVisible()
  await expect.element(screen.getByText('No scans need a decision')).toBeVisible()
  expect(posted()).toEqual([{ patient: 'P-1', version: 4 }])
})

const born = { ...given, dob: '04-17-1986', agrees: [] }
test.each([
  [{ ...born, name: 'Ben Rivera', dob: '' }, 'The name does not match', 'Ben Rivera (no birth date)'],
  [{ ...born, dob: '04-18-1986' }, 'The birth date does not match', 'Ana Rivera (born 04-18-1986)'],
  [
    { ...born, name: 'Ben Rivera', dob: '04-18-1986' },
    'The name and birth date do not match',
    'Ben Rivera (born 04-18-1986)',
  ],
])('%o is asked about, because: %s', async (candidate, title, identity) => {
  const { screen, dialog, posted } = await choose({
    [list]: listed({ ...waiting, candidates: [candidate] }),
    [assign]: ok(decided),
  })
  await dialog.getByRole('radio').click()
  await dialog.getByRole('button', { name: 'Assign the scan' }).click()
  await expect.element(question.getByRole('heading', { name: title })).toBeVisible()
  await expect
    .element(question.getByText(`Assign this scan of Rivera, Ana (born 04-17-1986) to ${identity}?`))
    .toBeVisible()
  expect(await axeHits()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('radio')).toBeChecked()
  expect(posted()).toEqual([])
  await dialog.getByRole('button', { name: 'Assign the scan' }).click()
  await assignAnyway()
  await expect.element(screen.getByText('The scan is now in Ana Rivera’s list.')).toBeVisible()
})

test.each([
  ['of the same name and birth date', born, waiting.dicom],
  ['with a second name and an accent', { ...born, name: 'Ána Sol Rivera' }, waiting.dicom],
  [
    'whose name is written with signs',
    { ...born, name: 'Søren O’Brien-Łuk' },
    { ...waiting.dicom, name: 'OBRIEN LUK^Soren' },
  ],
  ['without a birth date on record', { ...born, dob: '' }, waiting.dicom],
  ['whom a scan without name and birth date cannot contradict', born, { ...waiting.dicom, name: '', birth_date: '' }],
])('a patient %s is assigned without a question', async (_, candidate, dicom) => {
  const { screen, dialog } = await choose({
    [list]: listed({ ...waiting, dicom, candidates: [candidate] }),
    [assign]: ok(decided),
  })
  await dialog.getByRole('radio').click()
  await dialog.getByRole('button', { name: 'Assign the scan' }).click()
  await expect.element(screen.getByText('The scan is now in Ana Rivera’s list.')).toBeVisible()
})

test('without a patient nothing is sent: the sentence stands at a field that has the focus', async () => {
  const { dialog, posted } = await choose()
  await dialog.getByRole('button', { name: 'Assign the scan' }).click()
  await expect.element(dialog.getByText('Please choose a patient')).toBeVisible()
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
  expect(posted()).toEqual([])
  expect(await axeHits()).toEqual([])
  await dialog.getByRole('radio', { name: 'Ana Rivera' }).click()
  await expect.element(dialog.getByText('Please choose a patient')).not.toBeInTheDocument()
})

test('anybody of the project is found by typing, from the keyboard alone', async () => {
  const { screen, dialog, posted } = await choose({
    [find]: ok({ patients: testRows(3), total: 3, total_pages: 1 }),
    [assign]: ok({ ...decided, patient: { ...given, name: 'First1 Last1' } }),
  })
  await dialog.getByRole('combobox', { name: 'Find another patient' }).click()
  await userEvent.keyboard('first')
  await expect
    .element(screen.getByRole('option', { name: 'First1 Last1 · 04-18-1986 · 40 years · Female · MRN400210 · P-1' }))
    .toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await dialog.getByRole('button', { name: 'Assign the scan' }).click()
  await expect
    .element(question.getByText('Assign this scan of Rivera, Ana (born 04-17-1986) to First1 Last1 (born 04-18-1986)?'))
    .toBeVisible()
  await assignAnyway()
  await expect.poll(posted).toEqual([{ patient: 'P-1', version: 4 }])
})

test.each<[string, Served, string]>([
  ['that finds nobody', ok({ patients: [], total: 0, total_pages: 1 }), 'No one found'],
  ['that fails', refused(400), 'The search failed. Please try again.'],
])('a search %s says so', async (_, answer, sentence) => {
  const { screen, dialog } = await choose({ [find]: answer })
  await dialog.getByRole('combobox', { name: 'Find another patient' }).click()
  await userEvent.keyboard('zz')
  await expect.element(screen.getByText(sentence)).toBeVisible()
})

test('a patient whom the server refuses is told at the field, and the choice stays', async () => {
  const gone = 'This patient was deleted.'
  const { dialog } = await choose({ [assign]: refused(400, gone, { fields: { patient: gone } }) })
  await dialog.getByRole('radio', { name: 'Anita Rivera' }).click()
  await dialog.getByRole('button', { name: 'Assign the scan' }).click()
  await assignAnyway()
  await expect.element(dialog.getByText(gone)).toBeVisible()
  await expect.element(dialog.getByRole('radio', { name: 'Anita Rivera' })).toBeChecked()
})

test('an assignment is confirmed in place; who cancels that keeps the choice and hears of no failure', async () => {
  const sent = serve({
    [list]: listed(waiting),
    [assign]: ({ headers }) =>
      headers.get('x-proof') === 'secret' ? ok(decided) : refused(403, 'Please confirm', { code: 'proof_required' }),
    'POST /common/api/proof/start/': ok({
      proof_id: '01930000-0000-7000-8000-0000000000d1',
      passkey: null,
      totp: true,
      recovery: 0,
      mail: false,
      password: false,
      recent: false,
    }),
    'POST /common/api/proof/': ok({ proof: 'secret' }),
  })
  const { screen } = await show(
    <>
      <ProofDialog />
      <UnmatchedStudiesPage />
    </>,
    { role: 'Admin', at: '/unmatchedScans' },
  )
  await screen.getByRole('button', { name: 'Choose patient for the scan of 09-10-2026' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Whose scan is this?' })
  const proof = screen.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('radio', { name: 'Anita Rivera' }).click()
  await dialog.getByRole('button', { name: 'Assign the scan' }).click()
  await assignAnyway()
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(proof).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('radio', { name: 'Anita Rivera' })).toBeChecked()
  await expect.element(screen.getByText(/could not be saved/)).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Assign the scan' }).click()
  await assignAnyway()
  await proof.getByRole('textbox', { name: 'Code from your authenticator app' }).fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('The scan is now in Ana Rivera’s list.')).toBeVisible()
  const bodies = sent.filter(({ call, headers }) => call === assign && headers.has('x-proof')).map(({ body }) => body)
  expect(bodies).toEqual([{ patient: 'P-2', version: 4 }])
})

test('a decision that somebody else was faster with is told, and the list shows how it is now', async () => {
  const sentence = 'Someone else has decided about this scan.'
  let studies = [waiting]
  const { screen } = await open({
    [list]: () => listed(...studies),
    [reject]: () => {
      studies = []
      return stale({}, sentence)
    },
  })
  await screen.getByRole('button', { name: 'Reject the scan of 09-10-2026' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Reject the scan' }).click()
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText(sentence)).toBeVisible()
  await snap.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByText('No scans need a decision')).toBeVisible()
})

test('under Decided a scan says who gave it to whom; nothing decided says so', async () => {
  const { screen } = await open({
    [list]: ({ query }) => (query.get('show') === 'decided' ? listed(decided) : listed()),
  })
  await screen.getByText('Decided', { exact: true }).click()
  await expect.element(screen.getByText('Assigned to Ana Rivera')).toBeVisible()
  await expect.element(screen.getByText(/^Ada Min, /)).toBeVisible()
  await expect
    .element(screen.getByRole('button', { name: 'Undo the decision about the scan of 09-10-2026' }))
    .toBeVisible()
})

test('scans that cannot be fetched are asked for again', async () => {
  let broken = true
  const { screen } = await open({ [list]: () => (broken ? refused(400) : listed(waiting)) })
  await expect.element(screen.getByText('The scans could not be loaded. Please try again.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('1 scan needs a decision')).toBeVisible()
})

test('in a narrow window a scan is a card with all that can be decided', async () => {
  await page.viewport(390, 800)
  const { screen } = await open({ [list]: listed({ ...waiting, seriesId: '1.2.3.4' }) })
  const card = screen.getByRole('listitem').first()
  for (const name of [/^Choose patient/, /^Reject/])
    await expect.element(card.getByRole('button', { name })).toBeVisible()
  await expect.element(card.getByRole('link', { name: /^Images of the scan of 09-10-2026/ })).toBeVisible()
  await page.viewport(1280, 800)
})
