import { expect, test } from 'vitest'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { testScans } from '../../testing/scans.ts'
import { ok, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { PatientHome } from './patient-home.tsx'

const visit = { id: crypto.randomUUID(), status: 'booked', start: '2099-03-09T15:00:00Z', end: '2099-03-09T15:30:00Z' }

const info = 'GET /patient/get_patient_info/P-7K3QX9/'
const scans = 'GET /patient/get_patient_scan_list/P-7K3QX9/'
const quiet: ServedCalls = {
  [info]: ok({ patient: testPatient, medicalInformation: testMedical }),
  'GET /patient/appointments/': ok({ appointments: [], time_zone: 'UTC' }),
  'GET /patient/messages_count/': ok({ unseen: 0 }),
  'GET /patient/mr_safety/P-7K3QX9/': refused(404),
  'GET /patient/survey/': ok({ surveys: [] }),
  [scans]: ok({ scans: [], total: 0, total_pages: 0 }),
}

test.each(Object.keys(quiet))(
  'nothing is shown before the answer of %s, which could move it, and nothing is asked twice',
  async (late) => {
    let answer = () => {}
    const held = () => new Promise<Served>((resolve) => (answer = () => resolve(quiet[late] as Served)))
    const sent = serve({ ...quiet, [late]: held })
    const { screen } = await show(<PatientHome />, { role: 'Patient' })
    await expect.poll(() => new Set(sent.map(({ call }) => call)).size).toBe(Object.keys(quiet).length)
    await expect.element(screen.getByRole('status')).toHaveTextContent('Loading…')
    await expect.element(screen.getByRole('navigation', { name: 'Shortcuts' })).not.toBeInTheDocument()
    answer()
    await expect.element(screen.getByRole('navigation', { name: 'Shortcuts' })).toBeVisible()
    expect(sent.map(({ call }) => call).sort()).toEqual(Object.keys(quiet).sort())
  },
)

test('what stops the next visit is the first thing to do; visit, things to do, scan and ways on follow each other', async () => {
  const medicalInformation = { ...testMedical, pregnant_or_nursing: '' }
  serve({
    [info]: ok({ patient: testPatient, medicalInformation }),
    'GET /patient/appointments/': ok({ appointments: [visit], time_zone: 'UTC' }),
    'GET /patient/messages_count/': ok({ unseen: 1 }),
    'GET /patient/mr_safety/P-7K3QX9/': ok({
      facts: { gender: 'Female', age: 40 },
      state: 'not_asked',
      good_until: null,
      current: null,
      needed_for: visit.start,
      time_zone: 'UTC',
    }),
    'GET /patient/survey/': ok({
      surveys: [{ study_UID: '1', study_date: '20260214', state: 'open', answers: null, changeable_until: null }],
    }),
    [scans]: ok({ scans: [testScans.none], total: 1, total_pages: 1 }),
  })
  const { screen } = await show(<PatientHome />, { role: 'Patient' })
  const todos = screen.getByRole('region', { name: 'To do' })
  await expect.element(todos.getByRole('link', { name: 'Answer the MRI safety questions' })).toBeVisible()
  await todos.getByText('3 more').click()
  await expect
    .poll(() =>
      todos
        .getByRole('link')
        .elements()
        .map((link) => link.textContent),
    )
    .toEqual([
      'Answer the MRI safety questions',
      'You have a new message',
      'Answer the medical questions',
      'How was the scan?',
    ])
  const parts = [...document.querySelectorAll('section, nav')]
  expect(parts.map((part) => part.ariaLabel ?? part.querySelector('h2')?.textContent)).toEqual([
    'Next appointment',
    'To do',
    'Your scan of Feb 14, 2026',
    'Shortcuts',
    'My profile',
  ])
})
