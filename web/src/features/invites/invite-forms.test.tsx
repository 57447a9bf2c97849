import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { testRows } from '../../testing/patients.ts'
import { testOperator } from '../../testing/records.ts'
import { ok, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signIn, signOut } from '../../testing/show.tsx'
import { AddPatient } from './AddPatient.tsx'
import { AddProvider } from './AddProvider.tsx'

const physicians = 'GET /operator/get_all_physicians/'
const invitePatient = 'POST /operator/send_invitation_email/'
const inviteProvider = 'POST /admin/invite_and_create_operator/'
const grace = {
  ...testOperator,
  provider_id: 'PR-7',
  first_name: 'Grace',
  last_name: 'Hall',
  role: 'Physician',
}
const invited = ok({ message: 'ok', patient_id: 'P-1' })

beforeEach(signOut)

const openPatient = async (answers: ServedCalls = {}) => {
  signIn('Nurse')
  const sent = serve({ [physicians]: ok({ operators: [grace] }), [invitePatient]: invited, ...answers })
  const { screen } = await show(<AddPatient />)
  await screen.getByRole('button', { name: 'Add Patient' }).click()
  const form = screen.getByRole('form', { name: 'Add Patient' })
  return { screen, sent, form, posted: () => sent.filter(({ call }) => call === invitePatient) }
}
const openProvider = async (answers: ServedCalls = {}) => {
  signIn('Admin')
  const sent = serve(answers)
  const { screen } = await show(<AddProvider />)
  await screen.getByRole('button', { name: 'Add Provider' }).click()
  const form = screen.getByRole('form', { name: 'Add Provider' })
  return { screen, sent, form, posted: () => sent.filter(({ call }) => call === inviteProvider) }
}
type Form = Awaited<ReturnType<typeof openPatient>>['form']
const fill = async (form: Form) => {
  await form.getByRole('textbox', { name: 'First Name' }).fill('Mia')
  await form.getByRole('textbox', { name: 'Last Name' }).fill('Moon')
  await form.getByRole('textbox', { name: 'Email Address' }).fill('mia@mail.example')
}
const send = (form: Form) => form.getByRole('button', { name: 'Send invitation' }).click()

test('the form says what becomes of the patient, and begins at the first name', async () => {
  const { screen, form } = await openPatient()
  await expect.element(form.getByText(/appears in the list as Pending Invite\.$/)).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'First Name' })).toHaveFocus()
  for (const name of ['MRN Number', 'Physician'])
    await expect.element(form.getByLabelText(name).first()).toHaveAccessibleDescription('Optional')
  expect(await hitsInEveryLook()).toEqual([])
})

test('number and physician go along, the physician by id and name', async () => {
  const { screen, form, posted } = await openPatient()
  await fill(form)
  await form.getByRole('textbox', { name: 'MRN Number' }).fill('MRN-9')
  await form.getByRole('combobox', { name: 'Physician' }).click()
  await screen.getByRole('option', { name: 'Grace Hall' }).click()
  await send(form)
  const great = screen.getByRole('dialog', { name: 'Great!' })
  await expect.element(great.getByText('Invite sent successfully!')).toBeVisible()
  expect(posted()[0]?.body).toEqual({
    firstName: 'Mia',
    lastName: 'Moon',
    email: 'mia@mail.example',
    mrnNumber: 'MRN-9',
    providerId: 'PR-7',
    physicianName: 'Grace Hall',
  })
})

test('who was invited before with another physician keeps that one, and the answer says so', async () => {
  const { screen, form } = await openPatient({
    [invitePatient]: ok({ message: 'ok', patient_id: 'P-1', physician_kept: 'Theo Brandt' }),
  })
  await fill(form)
  await send(form)
  const great = screen.getByRole('dialog', { name: 'Great!' })
  await expect
    .element(great.getByText(/the physician is still Theo Brandt\. To change that, open the record/))
    .toBeVisible()
})

test('what was left empty is not sent', async () => {
  const { form, posted } = await openPatient()
  await fill(form)
  await send(form)
  await expect.poll(() => posted()[0]?.body).toEqual({ firstName: 'Mia', lastName: 'Moon', email: 'mia@mail.example' })
})

test('a physician who was chosen can be taken away again', async () => {
  const { screen, form, posted } = await openPatient()
  await fill(form)
  const physician = form.getByRole('combobox', { name: 'Physician' })
  await physician.click()
  await screen.getByRole('option', { name: 'Grace Hall' }).click()
  await expect.element(physician).toHaveValue('Grace Hall')
  await physician.click()
  await screen.getByRole('option', { name: 'Grace Hall' }).click()
  await expect.element(physician).toHaveValue('')
  await send(form)
  await expect.poll(posted).toHaveLength(1)
  expect(posted()[0]?.body).not.toHaveProperty('providerId')
})

test('after an invitation the form is empty for the next one', async () => {
  const { screen, form } = await openPatient()
  await fill(form)
  await send(form)
  await screen.getByRole('button', { name: 'Okay' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Add Patient' }).click()
  await expect.element(form.getByRole('textbox', { name: 'Last Name' })).toHaveValue('')
})

test.each([
  [false, 'A patient with this name is already here'],
  [true, 'Patients with a similar name are already here'],
])(
  'a name that is here already, or one that sounds alike (%s), is told with birth date and MRN',
  async (alike, title) => {
    const [row] = testRows(1)
    const found = { patients: [{ ...row, first_name: 'Mia', last_name: 'Moon', dob: '04-17-1986' }], alike }
    const { form, sent } = await openPatient({
      'GET /operator/get_all_patients/': ok({ ...found, total: 1, total_pages: 1 }),
    })
    await form.getByRole('textbox', { name: 'First Name' }).fill('Mia')
    await form.getByRole('textbox', { name: 'Last Name' }).fill('Moon')
    const hint = form.getByRole('status').filter({ hasText: title })
    await expect.element(hint).toMatchTextContent(/Mia Moon · 04-17-1986 · /)
    await expect.element(hint.getByRole('link', { name: 'Mia Moon' })).toHaveAttribute('target', '_blank')
    expect(sent.at(-1)?.query.get('searchQuery')).toBe('Mia Moon')
    expect(await hitsInEveryLook()).toEqual([])
  },
)

test('the way back to the list asks before it discards what was typed', async () => {
  const { screen, form } = await openPatient()
  await fill(form)
  await form.getByRole('button', { name: 'Back to Patient List' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(form.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Moon')
})

test('why the server refuses an invitation is told below the sentence', async () => {
  const why = 'This could not be read. Please reload the page and try again.'
  const { screen, form } = await openPatient({ [invitePatient]: refused(400, why) })
  await fill(form)
  await send(form)
  const snap = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(snap.getByText('Failed to add patient. Status: 400')).toBeVisible()
  await expect.element(snap.getByText(why)).toBeVisible()
})

test.each([
  ['MRN Number', 'mrnNumber', 'Another patient in this project has this MRN number.'],
  ['Email Address', 'email', 'P-7K3QX9 (Ana Rivera, born 04-17-2015, no MRN) already has this email address.'],
])(
  'where the server refuses the %s, the field is marked and focused, without another dialog',
  async (name, key, why) => {
    const { screen, form } = await openPatient({ [invitePatient]: refused(409, 'no', { fields: { [key]: why } }) })
    await fill(form)
    await form.getByRole('textbox', { name: 'MRN Number' }).fill('4711')
    await send(form)
    const field = form.getByRole('textbox', { name })
    await expect.element(field).toHaveFocus()
    await expect.element(form.getByText(why).first()).toBeVisible()
    await expect.element(form.getByRole('textbox', { name: 'First Name' })).toHaveValue('Mia')
    await expect.element(form.getByRole('textbox', { name: 'MRN Number' })).toHaveValue('4711')
    await expect.element(screen.getByRole('dialog', { name: 'Oh Snap!' })).not.toBeInTheDocument()
  },
)

const asksBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('closing and leaving ask until it was sent, and what was typed for one person does not go with the next', async () => {
  const { screen, form } = await openPatient()
  expect(asksBrowser()).toBe(false)
  await fill(form)
  await form.getByRole('textbox', { name: 'MRN Number' }).fill('4711')
  expect(asksBrowser()).toBe(true)
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Add Patient' }).click()
  await expect.element(form.getByRole('textbox', { name: 'First Name' })).toHaveValue('')
  await expect.element(form.getByRole('textbox', { name: 'MRN Number' })).toHaveValue('')
  await fill(form)
  expect(asksBrowser()).toBe(true)
  await send(form)
  await expect.element(screen.getByRole('dialog', { name: 'Great!' })).toBeVisible()
  expect(asksBrowser()).toBe(false)
})

const nothingSent = 'Nothing was sent. Everything you typed is still here.'

test('an invitation that waits for the network is given up first; the next dialog says nothing of it', async () => {
  const { screen, form, posted } = await openPatient()
  await fill(form)
  onlineManager.setOnline(false)
  try {
    await send(form)
    await expect.element(form.getByRole('button', { name: 'Send invitation' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    await expect.element(form.getByText(nothingSent)).toBeVisible()
    await expect.element(form.getByRole('textbox', { name: 'First Name' })).toHaveValue('Mia')
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect.element(form).not.toBeInTheDocument()
  } finally {
    onlineManager.setOnline(true)
  }
  expect(posted()).toEqual([])
  await screen.getByRole('button', { name: 'Add Patient' }).click()
  await expect.element(form.getByRole('textbox', { name: 'First Name' })).toHaveValue('')
  await expect.element(form.getByText(nothingSent)).not.toBeInTheDocument()
})

test('Cancel gives up an invitation that waits for the network, and cancels none that is on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<Served>()
  const { screen, form, posted } = await openProvider({ [inviteProvider]: () => promise })
  await fill(form)
  await form.getByRole('combobox', { name: 'Role' }).click()
  await screen.getByRole('option', { name: 'Nurse' }).click()
  const cancel = form.getByRole('button', { name: 'Cancel' })
  onlineManager.setOnline(false)
  await send(form)
  await cancel.click()
  onlineManager.setOnline(true)
  await expect.element(form.getByText(nothingSent)).toBeVisible()
  await send(form)
  await expect.poll(posted).toHaveLength(1)
  await expect.element(cancel).toBeDisabled()
  resolve(refused(409, 'no', { fields: { email: 'Taken' } }))
  await expect.element(form.getByText('Taken').first()).toBeVisible()
})

test('physicians that could not be fetched are told once, and not again at the next try to send', async () => {
  const { screen, form, posted } = await openPatient({ [physicians]: refused(400) })
  await screen.getByRole('button', { name: 'Ok', exact: true }).click()
  await send(form)
  await expect.element(form.getByText('First name is required').first()).toBeVisible()
  await expect.element(screen.getByRole('dialog', { name: 'Oh Snap!' })).not.toBeInTheDocument()
  expect(posted()).toEqual([])
})

test('a provider needs a role, and nothing is sent without one', async () => {
  const { form, posted } = await openProvider()
  await fill(form)
  await send(form)
  await expect.element(form.getByRole('combobox', { name: 'Role' })).toBeInvalid()
  await expect.element(form.getByRole('combobox', { name: 'Role' })).toHaveFocus()
  expect(posted()).toEqual([])
})

test('a provider is invited with the role, among those that an admin may give', async () => {
  const { screen, form, posted } = await openProvider({ [inviteProvider]: ok({ message: 'ok', provider_id: 'PR-8' }) })
  await fill(form)
  await form.getByRole('combobox', { name: 'Role' }).click()
  expect(
    screen
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Physician', 'MRI-Tech', 'Nurse'])
  await screen.getByRole('option', { name: 'MRI-Tech' }).click()
  await send(form)
  await expect.element(screen.getByText('Invite sent successfully!')).toBeVisible()
  expect(posted()[0]?.body).toEqual({ firstName: 'Mia', lastName: 'Moon', email: 'mia@mail.example', role: 'MRI-Tech' })
})

test('a role other than the one of the invitation before is refused at its field', async () => {
  const why = 'Mia Moon was already invited as Nurse.'
  const { screen, form } = await openProvider({ [inviteProvider]: refused(409, why, { fields: { role: why } }) })
  await fill(form)
  const role = form.getByRole('combobox', { name: 'Role' })
  await role.click()
  await screen.getByRole('option', { name: 'MRI-Tech' }).click()
  await send(form)
  await expect.element(role).toHaveFocus()
  await expect.element(role).toBeInvalid()
  await expect.element(form.getByText(why).first()).toBeVisible()
})

test('Cancel sends nothing', async () => {
  const { form, sent } = await openProvider()
  await fill(form)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(sent).toEqual([])
})
