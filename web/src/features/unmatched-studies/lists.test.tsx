import type { UnmatchedStudy } from '@fornix/contract'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { testUnmatchedStudy as waiting } from '../../testing/records.ts'
import { ok, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { UnmatchedStudiesPage } from './UnmatchedStudiesPage.tsx'

const rejected: UnmatchedStudy = {
  ...waiting,
  state: 'rejected',
  decided_by: 'Ada Min',
  decided_at: '2026-09-11T18:31:00.000Z',
}
const list = 'GET /admin/unmatched_studies/'
const reject = 'POST /admin/unmatched_studies/1.2.3/reject/'
const undo = 'POST /admin/unmatched_studies/1.2.3/undo/'
const listed = (...studies: UnmatchedStudy[]) => ok({ studies, total: studies.length, total_pages: 1 })

const open = async (answers: ServedCalls = {}, search = '') => {
  const sent = serve({ [list]: listed(waiting), ...answers })
  const shown = await show(<UnmatchedStudiesPage />, { role: 'Admin', at: `/unmatchedScans${search}` })
  return { ...shown, sent }
}

test('a scan that says nothing of whose it is says that it does not', async () => {
  const { screen } = await open()
  for (const text of ['No name', 'MRN in the file: not given', 'Issuer: not given', 'Born: not given'])
    await expect.element(screen.getByText(text)).toBeVisible()
  await expect.element(screen.getByText('No patient has this MRN')).toBeVisible()
})

test('a scan that was given once says to whom', async () => {
  const patient = { patient_id: 'P-1', name: 'Ana Rivera', mrn_number: '', dob: '', has_namesake: false }
  const { screen } = await open({ [list]: listed({ ...waiting, reason: 'undone', patient }) })
  await expect.element(screen.getByText('The match was undone')).toBeVisible()
  await expect.element(screen.getByText('It was assigned to Ana Rivera before.')).toBeVisible()
})

test('when nobody could be meant that is said, and a patient can be looked for', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: /^Choose patient/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Whose scan is this?' })
  await expect
    .element(dialog.getByText('No one in this project has this MRN, or this name and birth date.'))
    .toBeVisible()
  await expect
    .element(dialog.getByRole('combobox', { name: 'Find another patient' }))
    .toHaveAccessibleDescription('By name, date of birth, phone, email, patient ID, or MRN')
})

test('a rejection asks first, and says where and for how long it can be undone', async () => {
  let studies = [waiting]
  const { screen, sent } = await open({
    [list]: () => listed(...studies),
    [reject]: () => {
      studies = []
      return ok(rejected)
    },
  })
  await screen.getByRole('button', { name: /^Reject/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Reject this scan?' })
  await expect.element(dialog.getByText(/undo this under Decided, until its images are removed after/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.some(({ call }) => call === reject)).toBe(false)
  await screen.getByRole('button', { name: /^Reject/ }).click()
  await dialog.getByRole('button', { name: 'Reject the scan' }).click()
  await expect.element(screen.getByText('The scan was rejected.')).toBeVisible()
  expect(sent.find(({ call }) => call === reject)?.body).toEqual({ version: 4 })
})

test('what was rejected is undone, and waits again', async () => {
  let studies = [rejected]
  const { screen } = await open({
    [list]: () => listed(...studies),
    [undo]: () => {
      studies = []
      return ok(waiting)
    },
  })
  await screen.getByText('Decided', { exact: true }).click()
  await screen.getByRole('button', { name: 'Undo the decision about the scan of 09-10-2026' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Undo this decision?' })
  await expect.element(dialog.getByText('The scan goes back to waiting for a decision.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo the decision' }).click()
  await expect.element(screen.getByText('The decision was undone. The scan is waiting for a decision.')).toBeVisible()
  await expect.element(screen.getByText('No decisions yet')).toBeVisible()
})

test('a search that finds nothing can be cleared, and does not claim that no scan waits', async () => {
  const { screen, address } = await open(
    { [list]: ({ query }) => (query.get('searchQuery') ? listed() : listed(waiting)) },
    '?searchQuery=zz',
  )
  await expect.element(screen.getByText('No scan found')).toBeVisible()
  await expect.element(screen.getByText('No scans need a decision')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Clear search' }).last().click()
  await expect.element(screen.getByText('1 scan needs a decision')).toBeVisible()
  expect(address()).toBe('/unmatchedScans')
})

test('another list begins at its first page, also from the keyboard', async () => {
  const { screen, sent, address } = await open({}, '?page=2')
  await expect.element(screen.getByRole('radio', { name: 'Waiting' })).toBeChecked()
  screen.getByRole('radio', { name: 'Waiting' }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => [sent.at(-1)?.query.get('show'), sent.at(-1)?.query.get('page')]).toEqual(['decided', '1'])
  expect(address()).toBe('/unmatchedScans')
})
