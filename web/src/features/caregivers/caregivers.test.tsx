import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentSession } from '../../platform/session/session-store.ts'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { ok, pageOfProxy, refused, serve, stale } from '../../testing/serve.ts'
import { actingIn, show, signIn, signOut } from '../../testing/show.tsx'
import { NoticeBar } from '../../ui/shell/NoticeBar.tsx'
import { OwnCare } from './OwnCare.tsx'
import { PatientCaregivers } from './PatientCaregivers.tsx'

const id = '01930000-0000-7000-8000-0000000000c1'
const maria = {
  caregiver_id: id,
  first_name: 'Maria',
  last_name: 'Soto',
  email: 'maria@x.example',
  relationship: 'Mother',
  areas: ['visits'],
  until: '2030-06-01',
  state: 'active',
  invited_at: '2026-03-01T10:00:00Z',
  invited_by: 'Amara Abbott',
  accepted_at: '2026-03-02T10:00:00Z',
}
const list = 'GET /patient/caregivers/'
const own = { [list]: ok({ caregivers: [maria] }) }

beforeEach(signOut)

test('a patient invites somebody: each area on its own, and faults stand at their fields', async () => {
  const sent = serve({
    [list]: ok({ caregivers: [] }),
    'POST /patient/caregivers/': refused(400, 'No', { fields: { until: 'Please choose a day within one year' } }),
  })
  const { screen } = await show(<OwnCare />, { role: 'Patient' })
  await expect.element(screen.getByText('No one can act for you yet.')).toBeVisible()
  await screen.getByRole('button', { name: 'Invite someone' }).click()
  await screen.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(screen.getByText('Please choose at least one')).toBeVisible()
  await expect.element(screen.getByText('Email is required')).toBeVisible()
  await screen.getByLabelText('First name').fill('Maria')
  await screen.getByLabelText('Last name').fill('Soto')
  await screen.getByLabelText('Email address').fill('maria@x.example')
  await screen.getByLabelText('Relationship to you').fill('Mother')
  await screen.getByRole('checkbox', { name: 'Visits and forms' }).click()
  await screen.getByRole('checkbox', { name: 'Reimbursement requests' }).click()
  await screen.getByLabelText('Access ends on').fill('2030-06-01')
  expect(await hitsInEveryLook()).toEqual([])
  await screen.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(screen.getByText('Please choose a day within one year')).toBeVisible()
  await expect.element(screen.getByLabelText('First name')).toHaveValue('Maria')
  serve({ [list]: ok({ caregivers: [] }), 'POST /patient/caregivers/': 'no network' })
  await screen.getByLabelText('Access ends on').fill('2027-01-01')
  await screen.getByRole('button', { name: 'Send invitation' }).click()
  await expect
    .element(screen.getByText(/^The portal did not respond. The invitation may have been sent\./))
    .toBeVisible()
  serve({
    [list]: ok({ caregivers: [{ ...maria, state: 'invited', accepted_at: null }] }),
    'POST /patient/caregivers/': ok(),
  })
  await screen.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(screen.getByText('The invitation to Maria Soto has been sent.')).toBeVisible()
  await expect.element(screen.getByText('Has not accepted yet')).toBeVisible()
  expect(sent.find(({ call }) => call === 'POST /patient/caregivers/')?.body).toMatchObject({
    areas: ['visits', 'money'],
    relationship: 'Mother',
  })
})

test('the first field at fault is not hidden under the title of the dialog, nor the buttons below the window', async () => {
  await page.viewport(390, 600)
  serve({ [list]: ok({ caregivers: [] }) })
  const { screen } = await show(<OwnCare />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Invite someone' }).click()
  const button = screen.getByRole('button', { name: 'Send invitation' })
  await expect.element(button).toBeInViewport({ ratio: 1 })
  document.querySelector('.mantine-Modal-content')?.scrollTo(0, 400)
  await button.click()
  const first = screen.getByLabelText('First name')
  await expect.element(screen.getByText('Last name is required')).toBeVisible()
  await expect.element(first).toHaveFocus()
  const title = screen.getByText('Invite someone').last().element().closest('header')
  const top = () => first.element().getBoundingClientRect().top
  await expect.poll(top).toBeGreaterThan(title?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY)
  await expect.element(button).toBeInViewport({ ratio: 1 })
})

test('what is shared is changed', async () => {
  const sent = serve({ ...own, [`POST /patient/caregivers/${id}/`]: ok() })
  const { screen } = await show(<OwnCare />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Change what Maria Soto may do' }).click()
  await expect.element(screen.getByRole('checkbox', { name: 'Visits and forms' })).toBeChecked()
  await screen.getByRole('checkbox', { name: 'Images' }).click()
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('Your changes are saved and take effect right away.')).toBeVisible()
  expect(sent.find(({ call }) => call === `POST /patient/caregivers/${id}/`)?.body).toEqual({
    areas: ['visits', 'images'],
    until: '2030-06-01',
    from: { areas: ['visits'], until: '2030-06-01' },
  })
})

test('what was saved of it in another window meanwhile is shown in words, and either can be kept', async () => {
  const call = `POST /patient/caregivers/${id}/`
  const current = { areas: ['visits', 'money'], until: '2030-05-01' }
  const sent = serve({
    ...own,
    [call]: ({ body }) =>
      (body as { from: { until: string } }).from.until === current.until ? ok() : stale({ current }),
  })
  const { screen } = await show(<OwnCare />, { role: 'Patient' })
  const press = (name: string) => screen.getByRole('button', { name }).click()
  const change = async () => {
    await press('Change what Maria Soto may do')
    await screen.getByRole('checkbox', { name: 'Images' }).click()
    await press('Save changes')
    await expect.element(screen.getByText('You saved this in another window while you were editing')).toBeVisible()
  }
  await change()
  await expect.element(screen.getByRole('cell', { name: 'Visits and forms, Reimbursement requests' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'May 1, 2030' })).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
  await press('Keep the saved version')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent.filter((one) => one.call === call)).toHaveLength(1)
  await change()
  await press('Keep mine')
  await expect.element(screen.getByText('Your changes are saved and take effect right away.')).toBeVisible()
  expect(sent.findLast((one) => one.call === call)?.body).toEqual({
    areas: ['visits', 'images'],
    until: '2030-05-01',
    from: current,
  })
})

test('when the same was saved elsewhere, and then something else, the page says so', async () => {
  const call = `POST /patient/caregivers/${id}/`
  const saved = [
    { areas: ['visits', 'images'], until: '2030-06-01' },
    { areas: ['money'], until: '2030-06-01' },
  ]
  serve({ ...own, [call]: () => stale({ current: saved.shift() }) })
  const { screen } = await show(<OwnCare />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Change what Maria Soto may do' }).click()
  await screen.getByRole('checkbox', { name: 'Images' }).click()
  await screen.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(screen.getByText('You saved this in another window while you were editing')).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Reimbursement requests', exact: true })).toBeVisible()
})

test('it is ended after a question', async () => {
  const sent = serve({ ...own, [`POST /patient/caregivers/${id}/end/`]: ok() })
  const { screen } = await show(<OwnCare />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Remove access: Maria Soto' }).click()
  await screen
    .getByRole('dialog', { name: 'Remove Maria Soto’s access?' })
    .getByRole('button', { name: 'Remove access' })
    .click()
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'Maria Soto can no longer act for you.' }).last())
    .toHaveFocus()
  expect(sent.map(({ call }) => call)).toContain(`POST /patient/caregivers/${id}/end/`)
  expect(await hitsInEveryLook()).toEqual([])
})

test('an access that was removed, whose response was lost, leaves the list and is not said to have failed', async () => {
  let caregivers = [maria]
  serve({
    [list]: () => ok({ caregivers }),
    [`POST /patient/caregivers/${id}/end/`]: () => {
      caregivers = []
      return pageOfProxy()
    },
  })
  const { screen } = await show(<OwnCare />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Remove access: Maria Soto' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove access' }).click()
  await expect
    .element(dialog.getByText(/^This may have been saved, but the page could not read the response/))
    .toBeVisible()
  await dialog.getByRole('button').first().click()
  await expect.element(screen.getByText('No one can act for you yet.')).toBeVisible()
})

test('a list that does not load says so, and loads on a second try', async () => {
  serve({ [list]: refused(500) })
  const { screen } = await show(<OwnCare />, { role: 'Patient' })
  await expect.element(screen.getByText('The list could not be loaded. Please try again.')).toBeVisible()
  serve(own)
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('Maria Soto')).toBeVisible()
})

test('a caregiver reads what was shared, and stops for good', async () => {
  const sent = serve({ 'POST /patient/stop_caring/': ok(), 'POST /patient/logout/': ok() })
  signIn('Patient', { acting: actingIn('visits', 'files') })
  const { screen } = await show(
    <>
      <NoticeBar />
      <OwnCare />
    </>,
  )
  await expect.element(screen.getByText('You are acting for Amara Abbott')).toBeVisible()
  await expect.element(screen.getByText('Files and messages')).toBeVisible()
  await expect.element(screen.getByText('Reimbursement requests')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Stop acting for this person' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Stop acting for this person' }).click()
  await expect.poll(currentSession).toBeNull()
  expect(sent.map(({ call }) => call)).toContain('POST /patient/stop_caring/')
  await expect.element(screen.getByText('You no longer act for this person, and you were signed out.')).toBeVisible()
})

test('admins see who may act for a patient without an account, and who asked for it, invite, and end it', async () => {
  const sent = serve({
    'GET /operator/caregivers/P-1/': ok({ caregivers: [{ ...maria, invited_by: 'Nora Lindt' }], has_account: false }),
    [`POST /operator/caregivers/P-1/${id}/end/`]: ok(),
    'GET /operator/get_patient_info/P-1/': ok({
      patient: { ...testPatient, first_name: 'Amara', last_name: 'Abbott' },
      medicalInformation: testMedical,
    }),
  })
  const { screen } = await show(<PatientCaregivers patientKey="P-1" />, { role: 'Admin' })
  await expect.element(screen.getByText('Invited by Nora Lindt on Mar 1, 2026')).toBeVisible()
  await expect.element(screen.getByText('Can act for the patient')).toBeVisible()
  await screen.getByRole('button', { name: 'Invite a caregiver' }).click()
  await expect.element(screen.getByLabelText('Relationship to Amara Abbott')).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: 'Remove access: Maria Soto' }).click()
  await screen
    .getByRole('dialog', { name: 'Remove Maria Soto’s access?' })
    .getByRole('button', { name: 'Remove access' })
    .click()
  await expect.element(screen.getByText('Maria Soto can no longer act for the patient.')).toBeVisible()
  expect(sent.map(({ call }) => call)).toContain(`POST /operator/caregivers/P-1/${id}/end/`)
  expect(await hitsInEveryLook()).toEqual([])
})

test.each([
  [
    'may not have been sent',
    { invite_held: true },
    'The invitation may not have been sent. If it did not arrive, send it again.',
  ],
  ['has expired', { invite_expired: true }, 'The link in the invitation has expired. Send it again.'],
])('a patient reads that an invitation %s, and not that its address is wrong', async (_what, problem, sentence) => {
  serve({ [list]: ok({ caregivers: [{ ...maria, state: 'invited', accepted_at: null, ...problem }] }) })
  const { screen } = await show(<OwnCare />, { role: 'Patient' })
  await expect.element(screen.getByText(sentence)).toBeVisible()
  expect(screen.getByText(/check the address/).all()).toEqual([])
})

test('an admin sends an invitation again to somebody who has not accepted it, with what was shared', async () => {
  const sent = serve({
    'GET /operator/caregivers/P-1/': ok({
      caregivers: [{ ...maria, state: 'invited', accepted_at: null, invite_failed: true }],
      has_account: false,
    }),
    'POST /operator/caregivers/P-1/': ok(),
    'GET /operator/get_patient_info/P-1/': ok({ patient: testPatient, medicalInformation: testMedical }),
  })
  const { screen } = await show(<PatientCaregivers patientKey="P-1" />, { role: 'Admin' })
  await expect.element(screen.getByText('The email could not be delivered.', { exact: false })).toBeVisible()
  await screen.getByRole('button', { name: 'Send again to Maria Soto' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(screen.getByText('The invitation to Maria Soto has been sent.')).toBeVisible()
  expect(sent.find(({ call }) => call === 'POST /operator/caregivers/P-1/')?.body).toMatchObject({
    email: maria.email,
    areas: maria.areas,
    until: maria.until,
  })
})

test.each([
  ['Admin', true, 'This patient has an account and can invite people to help.'],
  ['Nurse', true, 'This patient has an account and can invite people to help.'],
  ['Nurse', false, 'This patient has no account. An admin can invite a caregiver.'],
] as const)('%s, account %s: nobody is invited, and it says why', async (role, has_account, sentence) => {
  serve({ 'GET /operator/caregivers/P-1/': ok({ caregivers: [maria], has_account }) })
  const { screen } = await show(<PatientCaregivers patientKey="P-1" />, { role })
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Invite a caregiver' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Remove access: Maria Soto' })).toBeVisible()
})
