import { expect, test } from 'vitest'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { ok, refused, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { PatientHomePage } from './PatientHomePage.tsx'

const Home = () => <PatientHomePage cards={[]} todos={[]} tiles={[]} />

test('a record that cannot be fetched says so, and can be tried again', async () => {
  let broken = true
  serve({
    'GET /patient/get_patient_info/amara%40example.org/': () =>
      broken ? refused(500, 'no') : ok({ patient: testPatient, medicalInformation: testMedical }),
  })
  const { screen } = await show(<Home />, { role: 'Patient', at: '/profile' })
  await expect.element(screen.getByText('Failed to fetch patient.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('(555) 010-2345')).toBeVisible()
})
