import type { Role } from '@fornix/contract'
import { expect, test } from 'vitest'
import { projectSettings } from '../testing/project-settings.ts'
import { ok, serve } from '../testing/serve.ts'
import { show } from '../testing/show.tsx'
import { PatientList } from './areas/patient-list.tsx'

const scheduling = { time_zone: 'America/New_York', hours: [], closed_days: [], version: 1, scanners: [] }

const open = async (role: Role, search = '') => {
  const sent = serve({
    'GET /operator/get_all_patients/': ok({ patients: [], total: 0, total_pages: 1 }),
    'GET /admin/project_settings/': ok(projectSettings({ address: '', email: '', phone: '' })),
    'GET /admin/scheduling/': ok(scheduling),
    'GET /admin/get_operator_number/': ok({ operator_number: 0, invited: 0 }),
  })
  const { screen } = await show(<PatientList />, { role, at: `/operatorPatientlist${search}` })
  await expect.element(screen.getByText('No patients found').first()).toBeVisible()
  return { screen, sent }
}

// `fornix admin invite` makes the first admin a SuperAdmin.
test.each<Role>(['SuperAdmin', 'Admin'])(
  'a %s of a new clinic reads at an empty list what to do first',
  async (role) => {
    const { screen } = await open(role)
    await expect.element(screen.getByRole('link', { name: 'Invite your staff' })).toBeVisible()
  },
)

test.each<[Role, string]>([
  ['Nurse', ''],
  ['Admin', '?searchQuery=nobody'],
])('no %s reads it at an empty list%s', async (role, search) => {
  const { screen, sent } = await open(role, search)
  await expect.element(screen.getByText('First steps')).not.toBeInTheDocument()
  expect(sent.some(({ call }) => call === 'GET /admin/project_settings/')).toBe(false)
})
