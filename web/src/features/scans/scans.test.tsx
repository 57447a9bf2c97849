import type { StaffScan } from '@fornix/contract'
import { expect, test } from 'vitest'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { testScans } from '../../testing/scans.ts'
import { ok, refused, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { ScanPage } from './ScanPage.tsx'

const scan: StaffScan = {
  study_UID: '1.2.3',
  study_date: '20260214',
  study_time: '093015',
  scan_type: 'T2 axial',
  source: 'Portable MRI',
  seriesId: '1.2.3.4',
  timestamp: '2026-02-14T14:30:15Z',
  access: 'none',
  access_until: null,
}
const listed = (...scans: unknown[]) => ok({ scans, total: scans.length, total_pages: 1 })
const ofPatient = 'GET /operator/get_patient_scan_list/P-7K3QX9/'
const own = 'GET /patient/get_patient_scan_list/P-7K3QX9/'
const chosen = {
  'GET /patient/get_patient_session/': () => ok({ patient: JSON.stringify({ patient_id: 'P-7K3QX9' }) }),
  'GET /operator/get_patient_info/P-7K3QX9/': () => ok({ patient: testPatient, medicalInformation: testMedical }),
}

test('staff see whose scans they are, with the way back', async () => {
  serve({ ...chosen, [ofPatient]: () => listed(scan) })
  const { screen, router } = await show(<ScanPage />, { role: 'Physician', at: '/scan' })
  await expect.element(screen.getByRole('heading', { name: "Amara's Scans" })).toBeVisible()
  await expect.element(screen.getByText('Amara Abbott · 04-18-1986 · 40 years · Female · MRN400210')).toBeVisible()
  for (const name of ['Date', 'Time', 'Scan Type', 'Source'])
    await expect.element(screen.getByRole('columnheader', { name })).toBeVisible()
  await expect.element(screen.getByRole('rowheader', { name: '02-14-2026' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: '09-30-15' })).toBeVisible()
  await screen.getByRole('link', { name: 'Back to Patient List' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/operatorPatientlist')
})

test('staff see what the patient may open, and a picture of each scan', async () => {
  const shared = { ...scan, study_UID: '1.2.4', access: 'approved', access_until: '2032-12-31' }
  const sent = serve({
    ...chosen,
    [ofPatient]: () => listed(scan, shared, { ...scan, study_UID: '1.2.5', seriesId: '' }),
  })
  const { screen } = await show(<ScanPage />, { role: 'Nurse', at: '/scan' })
  await expect.element(screen.getByRole('cell', { name: 'Not open to the patient' }).first()).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: /^Open until .*2032$/ })).toBeVisible()
  const pictures = () => sent.map(({ call }) => call).filter((call) => call.endsWith('/thumbnail/'))
  await expect
    .poll(pictures)
    .toEqual(['1.2.3', '1.2.4'].map((uid) => `GET /api/dicomweb/studies/${uid}/series/1.2.3.4/thumbnail/`))
  expect(await hitsInEveryLook()).toEqual([])
})

test('the date turns the order', async () => {
  const asked = serve({ ...chosen, [ofPatient]: () => listed(scan) })
  const { screen } = await show(<ScanPage />, { role: 'Nurse', at: '/scan' })
  const date = screen.getByRole('columnheader', { name: 'Date' })
  await expect.element(date).toHaveAttribute('aria-sort', 'descending')
  await date.getByRole('button').click()
  await expect.element(date).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => asked.at(-1)?.query.get('order')).toBe('asc')
})

test('scans that cannot be fetched are told in a dialog, and behind it', async () => {
  let broken = true
  serve({ ...chosen, [ofPatient]: () => (broken ? refused(500, 'no') : listed(scan)) })
  const { screen } = await show(<ScanPage />, { role: 'Admin', at: '/scan' })
  const sentence = 'Failed to fetch Scans. Please try again.'
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click()
  const alert = screen.getByRole('alert')
  await expect.element(alert.getByText(sentence)).toBeVisible()
  broken = false
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('T2 axial')).toBeVisible()
})

test('without scans the page says so', async () => {
  serve({ [own]: () => listed(), 'GET /patient/appointments/': ok({ appointments: [], time_zone: 'UTC' }) })
  const { screen } = await show(<ScanPage />, { role: 'Patient', at: '/scan' })
  await expect.element(screen.getByText('No scan data available ..')).toBeVisible()
  await expectLink(screen, 'Your appointments', '/patient/appointment')
})

test('without a network a patient’s scans say so in one sentence each, and come by themselves', async () => {
  let isCut = true
  serve({
    'HEAD *': () => (isCut ? 'no network' : [200, '']),
    [own]: () => (isCut ? 'no network' : listed(testScans.open)),
  })
  const { screen } = await show(<ScanPage />, { role: 'Patient', at: '/scan' })
  const sentences = 'Failed to fetch Scans. We will try again as soon as the connection is back.'
  await expect.element(screen.getByRole('alert').getByText(sentences)).toBeVisible()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  isCut = false
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByRole('heading', { name: /Feb 14, 2026/ })).toBeVisible()
})
