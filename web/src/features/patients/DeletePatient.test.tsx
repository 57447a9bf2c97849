import { expect, test } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { goOffline } from '../../testing/offline.ts'
import { testMedical, testPatient, testRows } from '../../testing/patients.ts'
import { ok, refused, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { PatientDetailsPage } from './PatientDetailsPage.tsx'
import { PatientListPage } from './PatientListPage.tsx'

const list = 'GET /operator/get_all_patients/'
const listed = ok({ patients: testRows(3), total: 3, total_pages: 1, alike: false })
const render = () => show(<PatientListPage />, { role: 'Nurse', at: '/operatorPatientlist' })

const chooseDelete = async (screen: Awaited<ReturnType<typeof render>>['screen']) => {
  await screen.getByRole('button', { name: 'Actions for First1 Last1' }).click()
  await screen.getByRole('menuitem', { name: 'Delete patient…' }).click()
}

test('the menu of a row leads to a window of its own, to booking and to an email', async () => {
  serve({ [list]: listed })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Actions for First1 Last1' }).click()
  for (const [name, address] of [
    ['Open in a new window', '/profile?patient=P-1'],
    ['Book an appointment', '/profile?patient=P-1&tab=appointment'],
    ['Send an email', '/profile?patient=P-1&tab=email'],
  ] as const)
    await expect.element(screen.getByRole('menuitem', { name })).toHaveAttribute('href', address)
  expect(await axeHits()).toEqual([])
})

test.each([
  ['the MRN', {}, 'MRN or date of birth', 'mrn 400210'],
  ['the date of birth', {}, 'MRN or date of birth', '4/18/1986'],
  ['the patient ID, where neither is known,', { mrn_number: '', dob: null }, 'Patient ID', 'p-1'],
])('of two people with one name, %s is asked for before one is deleted', async (_, known, label, right) => {
  const [, row] = testRows(2)
  const asked = serve({
    [list]: ok({ patients: [{ ...row, ...known, has_namesake: true }], total: 1, total_pages: 1, alike: false }),
    'DELETE /operator/delete_patient/P-1/': () => ok({ message: 'gone' }),
  })
  const { screen } = await render()
  await expect.element(screen.getByText('Same name')).toBeVisible()
  await chooseDelete(screen)
  const dialog = screen.getByRole('dialog', { name: 'Delete this patient?' })
  const proof = dialog.getByRole('textbox', { name: label })
  for (const wrong of ['', '4/19/1986', 'MRN400211', 'First1 Last1']) {
    await proof.fill(wrong)
    await dialog.getByRole('button', { name: 'Delete patient' }).click()
    await expect.element(proof).toHaveAccessibleDescription(/This is not the /)
  }
  expect(asked.some(({ call }) => call.startsWith('DELETE '))).toBe(false)
  await proof.fill(right)
  await dialog.getByRole('button', { name: 'Delete patient' }).click()
  await expect.element(screen.getByText('Success! The patient has been successfully deleted.')).toBeVisible()
})

test('deleting asks by name, sends the reason, and says that it is done', async () => {
  const asked = serve({
    [list]: listed,
    'DELETE /operator/delete_patient/P-1/': () => ok({ message: 'gone' }),
  })
  const { screen } = await render()
  await chooseDelete(screen)
  const dialog = screen.getByRole('dialog', { name: 'Delete this patient?' })
  await expect.element(dialog.getByText('First1 Last1')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(await axeHits()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('Twice in the list')
  await dialog.getByRole('button', { name: 'Delete patient' }).click()
  await expect.element(screen.getByText('Success! The patient has been successfully deleted.')).toBeVisible()
  expect(asked.find(({ call }) => call.startsWith('DELETE '))?.body).toEqual({ reason: 'Twice in the list' })
})

test('without network it waits, nothing is sent if what was typed changes or somebody gives up, and else once it is back', async () => {
  const call = 'DELETE /operator/delete_patient/P-1/'
  const asked = serve({ [list]: listed, [call]: () => ok({ message: 'gone' }) })
  const { screen } = await render()
  await chooseDelete(screen)
  const dialog = screen.getByRole('dialog', { name: 'Delete this patient?' })
  const press = (name: string) => dialog.getByRole('button', { name }).click()
  const comeBack = goOffline()
  await press('Delete patient')
  await press('Cancel')
  const problem = dialog.getByRole('alert')
  await expect.element(problem).toHaveTextContent('Nothing was sent. Everything you typed is still here.')
  await press('Delete patient')
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('Twice in the list')
  comeBack()
  await expect.element(problem.getByText(/^You made changes while this was waiting/)).toBeVisible()
  const comeBackAgain = goOffline()
  await press('Delete patient')
  await expect.element(problem).not.toBeInTheDocument()
  expect(asked.some((one) => one.call === call)).toBe(false)
  comeBackAgain()
  await expect.element(screen.getByText('Success! The patient has been successfully deleted.')).toBeVisible()
  expect(asked.filter((one) => one.call === call)).toHaveLength(1)
})

test('who is deleted is no longer among the selected', async () => {
  let patients = testRows(3)
  serve({
    [list]: () => ok({ patients, total: patients.length, total_pages: 1, alike: false }),
    'DELETE /operator/delete_patient/P-1/': () => {
      patients = patients.filter(({ patient_id }) => patient_id !== 'P-1')
      return ok({ message: 'gone' })
    },
  })
  const { screen } = await render()
  await screen.getByRole('checkbox', { name: 'Select First1 Last1' }).click()
  await screen.getByRole('checkbox', { name: 'Select First2 Last2' }).click()
  await expect.element(screen.getByRole('status').filter({ hasText: '2 selected' })).toBeInTheDocument()
  await chooseDelete(screen)
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete patient' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Okay' }).click()
  await expect.element(screen.getByRole('status').filter({ hasText: '1 selected' })).toBeInTheDocument()
})

test('a delete that fails says so, and one that is cancelled is not sent', async () => {
  const asked = serve({ [list]: listed, 'DELETE /operator/delete_patient/P-1/': () => refused(500, 'no') })
  const { screen } = await render()
  await chooseDelete(screen)
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(asked.some(({ call }) => call.startsWith('DELETE '))).toBe(false)
  await chooseDelete(screen)
  await screen.getByRole('button', { name: 'Delete patient' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Error!' })
  await expect.element(dialog.getByText('Failed to delete the patient. Please try again later.')).toBeVisible()
})

test('in the record it is deleted from the menu beside the name, and the list comes next', async () => {
  serve({
    'GET /operator/get_patient_info/P-7K3QX9/': ok({
      patient: testPatient,
      medicalInformation: testMedical,
      has_namesake: true,
    }),
    'DELETE /operator/delete_patient/P-7K3QX9/': ok({ message: 'gone' }),
  })
  const { screen, address } = await show(<PatientDetailsPage tabs={[]} />, {
    role: 'Nurse',
    at: '/profile?patient=P-7K3QX9',
  })
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Amara Abbott Same name' })).toBeVisible()
  await screen.getByRole('button', { name: 'Actions for Amara Abbott' }).click()
  await screen.getByRole('menuitem', { name: 'Delete patient…' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Delete this patient?' })
  await expect
    .element(dialog.getByText(/04-18-1986 · 40 years · Female · MRN400210 · Same name, P-7K3QX9/))
    .toBeVisible()
  await dialog.getByRole('textbox', { name: 'MRN or date of birth' }).fill('04181986')
  await dialog.getByRole('button', { name: 'Delete patient' }).click()
  await screen.getByRole('button', { name: 'Okay' }).click()
  await expect.poll(address).toBe('/operatorPatientlist')
})
