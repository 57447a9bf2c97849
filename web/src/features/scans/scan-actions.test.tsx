import type { MyScan } from '@fornix/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { type Answers, ok, refused, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { MyScans } from './MyScans.tsx'
import { ScanPage } from './ScanPage.tsx'
import { ScansFigure } from './ScansFigure.tsx'

const closed: MyScan = {
  study_UID: '1.2.3',
  study_date: '20260214',
  study_time: '093015',
  scan_type: 'T2 axial',
  source: 'Portable MRI',
  timestamp: '2026-02-14T14:30:15Z',
  view_access: false,
  request_status: 'none',
  reason: '',
  access_until: null,
  seriesId: null,
}
const open: MyScan = { ...closed, view_access: true, request_status: 'approved', seriesId: '1.2.3.4' }
const own = 'GET /patient/get_patient_scan_list/P-7K3QX9/'
const listed = (...scans: MyScan[]) => ok({ scans, total: scans.length, total_pages: 1 })
const images = 'GET /scans/1.2.3/download/'

const render = async (answers: Answers) => {
  const sent = serve(answers)
  const windows = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => void vi.restoreAllMocks())
  return { sent, windows, ...(await show(<MyScans patientKey="P-7K3QX9" />, { role: 'Patient' })) }
}

test.each<[string, Partial<MyScan>, string]>([
  ['never asked for', {}, 'Not requested'],
  ['asked for', { request_status: 'pending' }, 'Requested. We answer within 2-3 business days.'],
  ['declined', { request_status: 'declined', reason: 'No signature' }, 'Declined: No signature'],
  ['taken back', { request_status: 'revoked', reason: 'Asked to' }, 'Access was revoked: Asked to'],
  ['ended', { request_status: 'expired', access_until: '2026-03-01' }, 'Ended on 03/01/2026'],
  ['open', { ...open, access_until: '2026-12-31' }, 'Open until 12/31/2026'],
  ['open without an end', open, 'Approved'],
])('a scan that is %s says how it stands', async (_, part, words) => {
  const { screen } = await render({ [own]: listed({ ...closed, ...part }) })
  await expect.element(screen.getByRole('cell').getByText(words, { exact: true })).toBeVisible()
})

test('who waits for an answer cannot ask again, and whose scan is open need not', async () => {
  const { screen } = await render({
    [own]: listed({ ...closed, request_status: 'pending' }, { ...open, study_UID: '1.2.4' }),
  })
  await expect.element(screen.getByText('2 scans')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Request Access/ })).not.toBeInTheDocument()
  expect(await axeHits()).toEqual([])
})

test('the form of a request opens in a new tab, which finds there for which scan', async () => {
  onTestFinished(() => sessionStorage.clear())
  const { screen, windows } = await render({ [own]: listed(closed) })
  await screen.getByRole('button', { name: 'Request Access to the scan of 02-14-2026, opens in a new tab' }).click()
  expect(windows).toHaveBeenCalledExactlyOnceWith('/authForm', '_blank')
  expect({ ...sessionStorage }).toMatchObject({ studyId: '1.2.3', studyDate: '20260214' })
})

test('back from the tab of the form, its request shows without a reload', async () => {
  let scan = closed
  const { screen } = await render({ [own]: () => listed(scan) })
  await expect.element(screen.getByText('Not requested')).toBeVisible()
  scan = { ...closed, request_status: 'pending' }
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(screen.getByText('Requested. We answer within 2-3 business days.')).toBeVisible()
})

test('an open scan without images yet offers nothing that would be empty', async () => {
  const { screen } = await render({ [own]: listed({ ...open, seriesId: null }) })
  await expect.element(screen.getByText('No images yet')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /viewer|Download/ })).not.toBeInTheDocument()
})

test('the viewer opens as a page of its own, with study and series', async () => {
  const { screen, windows } = await render({ [own]: listed(open) })
  await screen.getByRole('button', { name: /^Open viewer with the scan of 02-14-2026/ }).click()
  expect(windows).toHaveBeenCalledExactlyOnceWith('/viewer?study=1.2.3&seriesId=1.2.3.4', '_blank')
})

test('images that cannot be fetched are told in a dialog, and can be fetched again', async () => {
  const { screen, sent } = await render({ [own]: listed(open), [images]: refused(400) })
  const button = screen.getByRole('button', { name: 'Download images of the scan of 02-14-2026' })
  await button.click()
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText('The images could not be downloaded. Please try again.')).toBeVisible()
  await expect.element(snap.getByRole('button', { name: 'Ok', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(snap).not.toBeInTheDocument()
  await button.click()
  await expect.poll(() => sent.filter(({ call }) => call === images)).toHaveLength(2)
})

test('staff open the viewer by a click on the row, and upload more from here', async () => {
  const windows = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => void vi.restoreAllMocks())
  const patient = { ...testPatient, patient_id: 'P-1', mrn_number: '' }
  serve({
    'GET /patient/get_patient_session/': ok({ patient: '{"patient_id":"P-1"}' }),
    'GET /operator/get_patient_info/P-1/': ok({ patient, medicalInformation: testMedical }),
    'GET /operator/get_patient_scan_list/P-1/': listed(open),
  })
  const { screen } = await show(<ScanPage />, { role: 'Nurse', at: '/scan' })
  await screen.getByText('T2 axial').click()
  expect(windows).toHaveBeenCalledExactlyOnceWith('/viewer?study=1.2.3&seriesId=1.2.3.4', '_blank')
  await expect.element(screen.getByText('Amara Abbott · 04-18-1986 · 40 years · Female · No MRN')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Upload scans' })).toHaveAttribute('href', '/scanUpload')
})

test.each([
  [1, '1 scan'],
  [2, '2 scans'],
  [0, '0 scans'],
])('the tile of the home page counts %i', async (total, words) => {
  serve({ [own]: ok({ scans: [], total, total_pages: 1 }) })
  const { screen } = await show(<ScansFigure />, { role: 'Patient' })
  await expect.element(screen.getByText(words)).toBeVisible()
})

test('the tile says something also when the number cannot be told', async () => {
  serve({ [own]: refused(400) })
  const { screen } = await show(<ScansFigure />, { role: 'Patient' })
  await expect.element(screen.getByText('See your scans')).toBeVisible()
})

test('without a chosen patient staff are led to the list', async () => {
  serve({ 'GET /patient/get_patient_session/': ok({ patient: '{}' }) })
  const { screen } = await show(<ScanPage />, { role: 'Nurse', at: '/scan' })
  await expect.element(screen.getByRole('heading', { name: 'Scans', exact: true })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go to Patient List' })).toBeVisible()
})
