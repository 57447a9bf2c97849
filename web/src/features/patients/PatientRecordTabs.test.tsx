import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { paths } from '../../platform/base/paths.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { useRememberedList } from '../../ui/list/list-address.ts'
import { PatientDetailsPage, type RecordTab } from './PatientDetailsPage.tsx'

const info = 'GET /operator/get_patient_info/P-7K3QX9/'
const known = ok({ patient: testPatient, medicalInformation: testMedical })
const chosen: ServedCalls = { 'GET /patient/get_patient_session/': ok({ patient: '{"patient_id":"P-7K3QX9"}' }) }
const tabs: RecordTab[] = [
  { value: 'files', label: 'Files', Panel: ({ patientKey }) => <p>Files of {patientKey}</p> },
  { value: 'scan', label: 'Scan', Panel: () => <p>Scans</p> },
]
const render = (at = '/profile', answers: ServedCalls = {}) => {
  const sent = serve({ ...chosen, [info]: known, ...answers })
  return show(<PatientDetailsPage tabs={tabs} />, { role: 'Nurse', at }).then((shown) => ({ ...shown, sent }))
}
type Shown = Awaited<ReturnType<typeof render>>
const narrow = async () => {
  await page.viewport(800, 800)
  onTestFinished(() => page.viewport(1280, 800))
}
const typeCity = async ({ screen }: Shown) => {
  await screen.getByRole('button', { name: 'Edit contact details' }).click()
  await screen.getByRole('textbox', { name: 'City' }).fill('Salem')
}

test('the head of a record says whose it is, and says of what is missing that it is', async () => {
  const { screen } = await render('/profile', {
    [info]: ok({ patient: { ...testPatient, dob: '', age: null, mrn_number: '' }, medicalInformation: testMedical }),
  })
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Amara Abbott' })).toBeVisible()
  const facts = [...document.querySelectorAll('h1 ~ * dl > *, dl')].map(({ textContent }) => textContent)[0]
  for (const part of ['Accepted', 'Date of birthNot provided', 'MRN NumberNot provided', 'Patient IdP-7K3QX9'])
    expect(facts).toContain(part)
  // A browser tab, which others may see, does not name a patient.
  expect(document.title).not.toContain('Amara')
})

test('on a phone the name and two identifiers stay in sight, and the rest of the head scrolls away', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Amara Abbott' })).toBeVisible()
  const [inSight, rest] = [...document.querySelectorAll('dl')].map(({ textContent }) => textContent ?? '')
  expect(inSight).toMatch(/^Date of birth.*MRN Number/)
  for (const part of ['Accepted', 'Gender', 'Patient IdP-7K3QX9']) expect(rest).toContain(part)
  const bar = document.querySelector('h1')?.closest<HTMLElement>('[class*=header]')
  expect(bar?.offsetHeight).toBeLessThan(130)
  const words = bar?.querySelector('dl')?.getBoundingClientRect().bottom ?? 0
  expect((bar?.getBoundingClientRect().bottom ?? 0) - words).toBeGreaterThanOrEqual(8)
})

const Left = () => {
  useRememberedList()
  return null
}
const leave = async (at: string) => (await show(<Left />, { role: 'Nurse', at })).screen.unmount()

test('the way back leads to the list', async () => {
  await leave(paths.patientList)
  const { screen, address } = await render()
  await screen.getByRole('link', { name: 'Back to Patient Table' }).click()
  await expect.poll(address).toBe('/operatorPatientlist')
})

test('who came from Today goes back to Today', async () => {
  await leave(paths.workQueue)
  const { screen, address } = await render()
  await screen.getByRole('link', { name: 'Back to Today' }).click()
  await expect.poll(address).toBe('/workQueue')
})

test('another tab shows the same patient, keeps the address, and asks for nothing again', async () => {
  const { screen, address, sent } = await render()
  await screen.getByRole('tab', { name: 'Files' }).click()
  await expect.element(screen.getByText('Files of P-7K3QX9')).toBeVisible()
  expect(address()).toBe('/profile?patient=P-7K3QX9&tab=files')
  expect(sent.filter(({ call }) => call === info)).toHaveLength(1)
})

test.each([
  ['/profile?tab=scan', 'Scan'],
  ['/profile?tab=nothing', 'Profile'],
])('the address %s opens the tab %s', async (at, name) => {
  const { screen } = await render(at)
  await expect.element(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
})

test('in a narrow window the tabs are a list to choose from', async () => {
  await narrow()
  const { screen, address } = await render()
  await screen.getByRole('combobox', { name: 'Patient record' }).selectOptions('Files')
  await expect.element(screen.getByText('Files of P-7K3QX9')).toBeVisible()
  await expect.element(screen.getByRole('tab')).not.toBeInTheDocument()
  expect(address()).toBe('/profile?patient=P-7K3QX9&tab=files')
})

test('a turn of the screen does not lose what is being typed', async () => {
  const shown = await render()
  await typeCity(shown)
  await narrow()
  await expect.element(shown.screen.getByRole('combobox', { name: 'Patient record' })).toBeVisible()
  await expect.element(shown.screen.getByRole('textbox', { name: 'City' })).toHaveValue('Salem')
})

test('who leaves with unsaved changes is asked, may stay, and finds all as it was', async () => {
  const shown = await render()
  const { screen, router } = shown
  await typeCity(shown)
  await screen.getByRole('tab', { name: 'Files' }).click()
  const dialog = screen.getByRole('alertdialog', { name: 'Unsaved changes' })
  await expect.element(dialog.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Salem')
  expect(router.state.location.search).toBe('?patient=P-7K3QX9')
  await screen.getByRole('tab', { name: 'Files' }).click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.element(screen.getByText('Files of P-7K3QX9')).toBeVisible()
})

test('what was typed for one patient is not in the form of the next', async () => {
  const other = {
    ...testPatient,
    _id: '01930000-0000-7000-8000-0000000000b2',
    patient_id: 'P-OTHER1',
    first_name: 'Ben',
  }
  const shown = await render('/profile?patient=P-OTHER1', {
    'GET /operator/get_patient_info/P-OTHER1/': ok({ patient: other, medicalInformation: testMedical }),
  })
  const { screen, router } = shown
  const name = screen.getByRole('heading', { level: 1 })
  // Both records are cached by now, so that no loading time separates them.
  await expect.element(name).toHaveTextContent('Ben Abbott')
  await router.navigate('/profile?patient=P-7K3QX9')
  await expect.element(name).toHaveTextContent('Amara Abbott')
  await typeCity(shown)
  await screen.getByRole('textbox', { name: 'New note' }).fill('aneurysm clip')
  void router.navigate('/profile?patient=P-OTHER1')
  await screen.getByRole('button', { name: 'Leave without saving' }).click()
  await expect.element(name).toHaveTextContent('Ben Abbott')
  await expect.element(screen.getByRole('textbox', { name: 'New note' })).toHaveValue('')
  await expect.element(screen.getByRole('textbox', { name: 'City' })).not.toBeInTheDocument()
})

test('a patient who is gone is not there, and the list is offered in place of a retry', async () => {
  const { screen } = await render('/profile', { [info]: refused(404) })
  await expect.element(screen.getByText('No patient data found')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})
