import { getPatientSummary } from '@fornix/contract'
import { expect, test } from 'vitest'
import { useCall } from '../../platform/calls/api.ts'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { ok, refused, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { PatientDetailsPage as DetailsPage } from './PatientDetailsPage.tsx'

const PatientDetailsPage = () => <DetailsPage tabs={[]} />

const info = `GET /operator/get_patient_info/${testPatient.patient_id}/`
const session = 'GET /patient/get_patient_session/'
const update = 'POST /operator/update_patients/'
const chosen = () => ok({ patient: JSON.stringify({ patient_id: testPatient.patient_id }) })
const render = () => show(<PatientDetailsPage />, { role: 'Physician', at: '/profile' })

/** A server whose record somebody else changes to `theirs` once the page has read it. */
const contested = (theirs: Partial<typeof testPatient>) => {
  let current = testPatient
  const asked = serve({
    [session]: chosen,
    [info]: () => ok({ patient: current, medicalInformation: testMedical }),
    [update]: ({ body }) => {
      if (current === testPatient) current = { ...testPatient, ...theirs, version: 4 }
      if (body?.['version'] !== current.version) return refused(409, 'This record was changed in the meantime.')
      const { _id, patient_id, version, ...changes } = body
      current = { ...current, ...changes, version: current.version + 1 }
      return ok({ message: 'ok', patient: current })
    },
  })
  return { sent: () => asked.filter(({ call }) => call.includes('update_patients')).map(({ body }) => body) }
}

test('without a chosen patient the page says so and leads to the list', async () => {
  serve({ [session]: () => ok({ patient: '{}' }) })
  const { screen } = await render()
  await expect.element(screen.getByText('No patient data found')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go to Patient List' })).toBeVisible()
})

test('the address of a merged record says where it is now', async () => {
  serve({ 'GET /operator/merged_record/P-0/': ok({ patient_id: testPatient.patient_id }) })
  const { screen } = await show(<PatientDetailsPage />, { role: 'Physician', at: '/profile?patient=P-0' })
  await expect.element(screen.getByText(`This record was merged into ${testPatient.patient_id}`)).toBeVisible()
  expect(await axeHits()).toEqual([])
  await expectLink(screen, `Open ${testPatient.patient_id}`, `/profile?patient=${testPatient.patient_id}`)
})

test('the menu of the record leads admins, and nobody else, to merging it', async () => {
  contested({})
  const menuOf = async (role: 'Admin' | 'Nurse') => {
    const { screen } = await show(<PatientDetailsPage />, { role, at: '/profile' })
    await screen.getByRole('button', { name: 'Actions for Amara Abbott' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Delete patient…' })).toBeVisible()
    return screen
  }
  const nurse = await menuOf('Nurse')
  expect(nurse.getByRole('menuitem', { name: /^Merge/ }).elements()).toEqual([])
  await nurse.unmount()
  await expect
    .element((await menuOf('Admin')).getByRole('menuitem', { name: 'Merge with another record…' }))
    .toHaveAttribute('href', `/mergeRecords?patient=${testPatient.patient_id}`)
})

test('a reload finds the patient that the session remembers', async () => {
  contested({})
  const { screen } = await render()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Amara Abbott' })).toBeVisible()
  await expect.element(screen.getByText('Prefers mornings')).toBeVisible()
})

test('admins find out who opened the record; providers have no such button', async () => {
  contested({})
  const { screen } = await show(<PatientDetailsPage />, { role: 'Admin', at: '/profile' })
  await expectLink(screen, 'Who opened this record', `/auditLog?patient=${testPatient.patient_id}`)
  await screen.unmount()

  const other = await render()
  await expect.element(other.screen.getByRole('heading', { level: 1, name: 'Amara Abbott' })).toBeVisible()
  expect(other.screen.getByRole('link', { name: 'Who opened this record' }).elements()).toEqual([])
})

test('a record under special care says so to whoever opens it', async () => {
  serve({
    [session]: chosen,
    [info]: ok({ patient: testPatient, medicalInformation: testMedical, special_care: true }),
  })
  const { screen } = await render()
  await expect
    .element(
      screen.getByRole('note').getByText('Access to this record is monitored. Admins are notified when it is opened.'),
    )
    .toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1 }).getByText('Special care')).toBeVisible()
  expect(await axeHits()).toEqual([])
})

const Summary = ({ patientKey }: { patientKey: string }) => {
  useCall(getPatientSummary, { params: { key: patientKey } })
  return null
}
test('the summary above the sections is read again after a save in either of them', async () => {
  let current = { patient: testPatient, medicalInformation: testMedical }
  const summary = `GET /operator/patient_summary/${testPatient.patient_id}/`
  const save = (part: object) => {
    current = { ...current, ...part }
    return ok({ message: 'ok', ...current })
  }
  const sent = serve({
    [session]: chosen,
    [info]: () => ok(current),
    [summary]: ok({}),
    [update]: () => save({ patient: { ...testPatient, city: 'Salem', version: 4 } }),
    [`POST /operator/update_patient_medical_info/${testPatient.patient_id}/`]: () =>
      save({ medicalInformation: { ...testMedical, neck_length: '13 in' } }),
  })
  const { screen } = await show(<DetailsPage tabs={[]} summary={Summary} />, { role: 'Physician', at: '/profile' })
  const readings = () => sent.filter(({ call }) => call === summary).length
  await screen.getByRole('button', { name: 'Edit medical information' }).click()
  await screen.getByRole('textbox', { name: 'Neck length' }).fill('13 in')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('13 in')).toBeVisible()
  expect(readings()).toBe(2)
  await screen.getByRole('button', { name: 'Edit contact details' }).click()
  await screen.getByRole('textbox', { name: 'City' }).fill('Salem')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/Salem, MA/)).toBeVisible()
  expect(readings()).toBe(3)
})

test('a failed reading can be tried again', async () => {
  let broken = true
  serve({
    [session]: chosen,
    [info]: () => (broken ? refused(500, 'no') : ok({ patient: testPatient, medicalInformation: testMedical })),
  })
  const { screen } = await render()
  await expect
    .element(screen.getByText('An error occurred while fetching the patient profile. Please try again.'))
    .toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Back to Patient Table' })).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Amara Abbott' })).toBeVisible()
})

test('what the server has to say about the asked record is told in a dialog', async () => {
  const detail = 'Two records have this address.'
  serve({ [session]: chosen, [info]: () => refused(400, detail) })
  const { screen } = await render()
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(dialog.getByText(detail)).toBeVisible()
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(screen.getByRole('alert').getByText(detail)).toBeVisible()
})

test('a super admin may change the MRN number, but not take it away', async () => {
  contested({})
  const { screen } = await show(<PatientDetailsPage />, { role: 'SuperAdmin', at: '/profile' })
  await screen.getByRole('button', { name: 'Edit study details' }).click()
  await screen.getByRole('textbox', { name: 'MRN number' }).fill('')
  await expect.element(screen.getByText('To save: MRN number is required')).toBeVisible()
})

test('saving stays blocked while a field is wrong, and the reason is told', async () => {
  contested({})
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit contact details' }).click()
  await screen.getByRole('textbox', { name: 'Zip code' }).fill('12')
  await expect.element(screen.getByText('To save: Invalid Zip code')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText(/MA 02110/)).toBeVisible()
})

test('when somebody else saved first, both values are shown and mine can be kept', async () => {
  const server = contested({ city: 'Lowell', mobile_number: '5550009999' })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit contact details' }).click()
  await screen.getByRole('textbox', { name: 'City' }).fill('Salem')
  await screen.getByRole('textbox', { name: 'First name' }).fill('Amaria')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('This was changed while you were editing')).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Lowell' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Salem' })).toBeVisible()
  expect(await axeHits()).toEqual([])
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Amaria')
  await screen.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(screen.getByText(/Salem, MA/)).toBeVisible()
  // Only what was typed is sent: the other user's new number stays.
  expect(server.sent().at(-1)).toMatchObject({ version: 4, city: 'Salem', first_name: 'Amaria' })
  expect(server.sent().at(-1)).not.toHaveProperty('mobile_number')
  await expect.element(screen.getByText('(555) 000-9999')).toBeVisible()
})

test('taking theirs keeps what only I changed', async () => {
  const server = contested({ city: 'Lowell' })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit contact details' }).click()
  await screen.getByRole('textbox', { name: 'City' }).fill('Salem')
  await screen.getByRole('textbox', { name: 'First name' }).fill('Amaria')
  await screen.getByRole('button', { name: 'Save' }).click()
  await screen.getByRole('button', { name: 'Keep the saved version' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Lowell')
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Amaria')
  // It is said at the buttons, since the head of the card may be out of sight.
  await expect
    .element(screen.getByRole('form', { name: 'Contact' }).getByText(/^The saved version is now in the form/))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Amaria Abbott' })).toBeVisible()
  expect(server.sent().at(-1)).toMatchObject({ version: 4, first_name: 'Amaria' })
  expect(server.sent().at(-1)).not.toHaveProperty('city')
})

test('a save whose response was lost, sent again, says that it is saved', async () => {
  contested({ city: 'Salem' })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit contact details' }).click()
  await screen.getByRole('textbox', { name: 'City' }).fill('Salem')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
})

test('a change elsewhere in the record does not stop a save', async () => {
  contested({ status: 'On Hold' })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit contact details' }).click()
  await screen.getByRole('textbox', { name: 'City' }).fill('Salem')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/Salem, MA/)).toBeVisible()
  await expect.element(screen.getByText('On Hold').first()).toBeVisible()
})

test('a note that came in meanwhile is kept before mine', async () => {
  const other = { text: 'Called back', author: 'Nora', timestamp: '2026-03-02T15:00:00.000Z' }
  const server = contested({ notes: [...testPatient.notes, other] })
  const { screen } = await render()
  await screen.getByLabelText('New note').fill('Needs a ride')
  await screen.getByRole('button', { name: 'Add note' }).click()
  await expect.poll(() => server.sent().length).toBe(2)
  expect(server.sent()[1]).toMatchObject({ notes: [...testPatient.notes, other, 'Needs a ride'] })
})

test.each([
  ['fails', 500, 'An error occurred while saving the patient information. Please try again.'],
  [
    'finds the record deleted',
    404,
    'Nothing was saved: this record was deleted while you were editing. An admin can restore it.',
  ],
])('a save that %s says so and keeps what was typed', async (_, status, sentence) => {
  serve({
    [session]: chosen,
    [info]: () => ok({ patient: testPatient, medicalInformation: testMedical }),
    [update]: () => refused(status, 'no'),
  })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Edit contact details' }).click()
  await screen.getByRole('textbox', { name: 'City' }).fill('Salem')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Salem')
})

/** The record is read, and then somebody else turns it into `where`. */
const openedThen = async (where: [number, unknown]) => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  serve({
    [session]: chosen,
    [info]: () => ok({ patient: testPatient, medicalInformation: testMedical }),
    [`GET /operator/merged_record/${testPatient.patient_id}/`]: () => where,
    'GET /operator/notification_stream/': () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => {
            stream = controller
          },
        }),
      ),
  })
  const { screen } = await render()
  await screen.getByLabelText('New note').fill('aneurysm clip, do not scan')
  await expect.poll(() => stream).toBeTruthy()
  expect(screen.getByRole('alert').elements()).toEqual([])
  stream?.enqueue(new TextEncoder().encode('event: change\ndata: {}\n\n'))
  return screen
}

test('a record that someone deletes while it is open says so at once, and what was typed stays', async () => {
  const screen = await openedThen(refused(404))
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/This record was deleted.*Copy what you still need/)
  await expect.element(screen.getByLabelText('New note')).toHaveValue('aneurysm clip, do not scan')
  expect(await axeHits()).toEqual([])
})

test('a record that someone merges while it is open leads to the one that is left', async () => {
  const screen = await openedThen(ok({ patient_id: 'P-KEPT22' }))
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/This record was merged into P-KEPT22/)
  await expect
    .element(screen.getByRole('alert').getByRole('link', { name: 'Open P-KEPT22' }))
    .toHaveAttribute('href', '/profile?patient=P-KEPT22')
})
