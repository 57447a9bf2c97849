import type { Role } from '@fornix/contract'
import { expect, test } from 'vitest'
import { ok, serve } from '../testing/serve.ts'
import { show } from '../testing/show.tsx'
import { PatientList } from './areas/patient-list.tsx'

const settings = {
  name: 'Lumen Neuro',
  contact: { address: '', email: '', phone: '', social: [] },
  time_zone: 'America/New_York',
  blocked_email_domains: [],
  patient_id_issuers: [],
  retention_years: 7,
  answer_days: 2,
  version: 1,
  logo_url: '',
}
const scheduling = { time_zone: 'America/New_York', hours: [], closed_days: [], version: 1, scanners: [] }

const open = async (role: Role, search = '') => {
  const sent = serve({
    'GET /operator/get_all_patients/': ok({ patients: [], total: 0, total_pages: 1 }),
    'GET /admin/project_settings/': ok(settings),
    'GET /admin/scheduling/': ok(scheduling),
    'GET /admin/get_operator_number/': ok({ operator_number: 0, invited: 0 }),
  })
  const { screen } = await show(<PatientList />, { role, at: `/operatorPatientlist${search}` })
  await expect.element(screen.getByText('No patients found').first()).toBeVisible()
  return { screen, sent }
}

test('an admin of a new clinic arrives at an empty list, and reads there what to do first', async () => {
  const { screen } = await open('Admin')
  await expect.element(screen.getByRole('link', { name: 'Invite your staff' })).toBeVisible()
})

test.each<[Role, string]>([
  ['Nurse', ''],
  ['Admin', '?searchQuery=nobody'],
])('no %s reads it at an empty list%s', async (role, search) => {
  const { screen, sent } = await open(role, search)
  await expect.element(screen.getByText('First steps')).not.toBeInTheDocument()
  expect(sent.some(({ call }) => call === 'GET /admin/project_settings/')).toBe(false)
})
