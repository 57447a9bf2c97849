import { expect, test } from 'vitest'
import { PatientHomePage } from './PatientHomePage.tsx'
import { refusal, renderPage, stubServer } from './test-app.tsx'
import { testMedical, testPatient } from './test-patient.ts'

const Home = () => <PatientHomePage cards={[]} todos={[]} tiles={[]} />

test('a record that cannot be fetched says so, and can be tried again', async () => {
  let broken = true
  stubServer({
    'GET /patient/get_patient_info/amara%40example.org/': () =>
      broken ? refusal(500, 'no') : { body: { patient: testPatient, medicalInformation: testMedical } },
  })
  const screen = await renderPage(Home, { role: 'Patient', at: '/profile' })
  await expect.element(screen.getByText('Failed to fetch patient.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('(555) 010-2345')).toBeVisible()
})
