import { expect, test } from 'vitest'
import { currentSession } from '../../platform/session/session-store.ts'
import { axeHits } from '../../testing/axe.ts'
import { expectRetry, getInfo, knownPatient, testMedical, testPatient } from '../../testing/patients.ts'
import { ok, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, showRoutes } from '../../testing/show.tsx'
import { PatientProfilePage } from './PatientProfilePage.tsx'

const render = async (answers: ServedCalls = {}) => {
  const sent = serve({ [getInfo]: knownPatient, ...answers })
  return { sent, ...(await show(<PatientProfilePage />, { role: 'Patient', at: '/patient/profile' })) }
}

test('a record that cannot be fetched says so, and can be tried again', () => expectRetry(render))

test('patients read of their care, and nothing that the staff plan and note', async () => {
  const { screen } = await render()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Your care' })).toBeVisible()
  for (const text of ['MRN400210', 'Grace Hall', 'Aneurysm'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  for (const heading of ['Study', 'Notes'])
    await expect.element(screen.getByRole('heading', { name: heading, exact: true })).not.toBeInTheDocument()
  expect(await axeHits()).toEqual([])
})

test('of what the clinic gives it is not said that the patient left it out', async () => {
  const patient = { ...testPatient, mrn_number: '', physician_name: '', patient_type: '', indication: ['Unclear'] }
  const { screen } = await render({ [getInfo]: ok({ patient, medicalInformation: { ...testMedical, age: null } }) })
  const care = screen.getByRole('region', { name: 'Your care' })
  await expect.poll(() => care.getByText('Not assigned yet').elements()).toHaveLength(4)
  await expect.element(care.getByText(/Unclear|Not provided/)).not.toBeInTheDocument()
  const medical = screen.getByRole('region', { name: 'Medical information' })
  await expect.element(medical.getByText('Age', { exact: true })).not.toBeInTheDocument()
  await expect.element(medical.getByText('Neck length')).toBeVisible()
})

test('whom a link leads to the medical questions finds the focus there, also when the record comes later', async () => {
  let answer = (_: typeof knownPatient) => {}
  serve({
    [getInfo]: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  const at = '/patient/profile#medical-information'
  const { screen } = await showRoutes([{ path: '*', element: <PatientProfilePage /> }], { role: 'Patient', at })
  await expect.element(screen.getByRole('heading', { name: 'My profile' })).toBeVisible()
  await expect.poll(() => answer(knownPatient) ?? document.activeElement?.textContent).toBe('Medical information')
  await expect.element(screen.getByRole('button', { name: 'Edit medical information' })).toBeInViewport()
})

test('a name that is saved is the name of the whole portal at once', async () => {
  let patient = testPatient
  const { screen, sent } = await render({
    [getInfo]: () => ok({ patient, medicalInformation: testMedical }),
    'POST /patient/update_patient/': () => {
      patient = { ...testPatient, first_name: 'Amaria', version: 4 }
      return ok({ message: 'ok', patient })
    },
  })
  await screen.getByRole('button', { name: 'Edit contact details' }).click()
  await screen.getByRole('textbox', { name: 'First name' }).fill('Amaria')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Amaria', { exact: true })).toBeVisible()
  expect(currentSession()?.user.first_name).toBe('Amaria')
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    _id: testPatient._id,
    patient_id: 'P-7K3QX9',
    version: 3,
    first_name: 'Amaria',
  })
})
