import type { UnmatchedStudy } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testUnmatchedStudy } from '../../testing/records.ts'
import { ok, pageOfProxy, refused, type Sent, type Served, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { UnmatchedStudiesPage } from './UnmatchedStudiesPage.tsx'

const matched: UnmatchedStudy = {
  ...testUnmatchedStudy,
  dicom: { patient_id: 'LN-204417', issuer: 'Lumen Neuro', name: 'Rivera^Ana', birth_date: '19860417' },
  state: 'matched',
  patient: { patient_id: 'P-1', name: 'Ana Rivera', mrn_number: 'LN-204417', dob: '04-17-1986', has_namesake: false },
  decided_at: '2026-09-10T18:31:00.000Z',
}
const list = 'GET /admin/unmatched_studies/'
const undo = 'POST /admin/unmatched_studies/1.2.3/undo/'

/** The page on Matched, with one scan there until its match is undone. */
const showMatched = async (answerUndo: (asked: Sent, undo: () => void) => Served | undefined = () => undefined) => {
  let studies = [matched]
  const asked = serve({
    [list]: ({ query }) => {
      const isFound = 'Ana Rivera'.startsWith(query.get('searchQuery') ?? '')
      const shown = query.get('show') === 'matched' && isFound ? studies : []
      return ok({ studies: shown, total: shown.length, total_pages: 1 })
    },
    [undo]: (request) => {
      const undo = () => {
        studies = []
      }
      const answer = answerUndo(request, undo)
      if (answer) return answer
      undo()
      return ok({ ...matched, state: 'open', reason: 'undone', version: 5 })
    },
  })
  const { screen } = await show(<UnmatchedStudiesPage />, { role: 'Admin', at: '/unmatchedScans' })
  await expect.element(screen.getByText('No scans need a decision')).toBeVisible()
  await screen.getByText('Matched', { exact: true }).click()
  return { screen, asked }
}

test('Matched lists what the portal matched; Undo says whom it concerns, and tells that it is done', async () => {
  const { screen, asked } = await showMatched()
  await expect.element(screen.getByText('Matched with Ana Rivera')).toBeVisible()
  await expect.element(screen.getByText(/^Automatically, /)).toBeVisible()
  await screen.getByRole('button', { name: 'Undo the match of the scan of 09-10-2026' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Undo this match?' })
  await expect
    .element(dialog.getByText(/^Ana Rivera \(04-17-1986 · MRN LN-204417\) will no longer see this scan/))
    .toBeVisible()
  expect(asked.some(({ call }) => call.startsWith('POST '))).toBe(false)
  await dialog.getByRole('button', { name: 'Undo the match' }).click()
  await expect.element(screen.getByText('The match was undone. The scan is waiting for a decision.')).toBeVisible()
  await expect.element(screen.getByText('No scans have been matched yet')).toBeVisible()
  expect(asked.find(({ call }) => call.startsWith('POST '))?.body).toEqual({ version: 4 })
})

test('a match that could not be undone stays, and the refusal is told', async () => {
  const { screen } = await showMatched(() => refused(500, 'no'))
  await screen.getByRole('button', { name: 'Undo the match of the scan of 09-10-2026' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Undo the match' }).click()
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText('The decision could not be saved. Please try again.')).toBeVisible()
  await snap.getByRole('button', { name: 'Ok', exact: true }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText('Matched with Ana Rivera')).toBeVisible()
})

test('a match that was undone, whose response was lost, leaves the list and is not said to have failed', async () => {
  const { screen } = await showMatched((_, undo) => {
    undo()
    return pageOfProxy()
  })
  await screen.getByRole('button', { name: 'Undo the match of the scan of 09-10-2026' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Undo the match' }).click()
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect
    .element(snap.getByText(/^This may have been saved, but the page could not read the response/))
    .toBeVisible()
  await snap.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(screen.getByText('No scans have been matched yet')).toBeVisible()
})

test('the search narrows the list, says when nothing is found, and is cleared', async () => {
  const { screen } = await showMatched()
  const box = screen.getByRole('searchbox', { name: 'Search scans' })
  await box.fill('Ana')
  await expect.element(screen.getByText('Matched with Ana Rivera')).toBeVisible()
  await box.fill('Ben')
  await expect.element(screen.getByText('No scan found')).toBeVisible()
  await screen.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(screen.getByText('Matched with Ana Rivera')).toBeVisible()
  await expect.element(box).toHaveValue('')
})
