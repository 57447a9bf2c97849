import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ApiFailure } from '../../platform/http/failure.ts'
import { axeHits } from '../../testing/axe.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { ok, type ServedCalls, serve } from '../../testing/serve.ts'
import { actingIn, show, signIn } from '../../testing/show.tsx'
import { ContactSection } from './ContactSection.tsx'

const refusal = (status: number, error: string, fields: Record<string, string> = {}) =>
  new ApiFailure(status, { error, code: 'test', detail: error, request_id: 'test', fields })

type Part = Partial<typeof testPatient>
/** `since`: what somebody else has saved by the time that the page asks again. */
const render = async (
  part: Part = {},
  savePatient = vi.fn(async () => {}),
  answers: ServedCalls = {},
  since = (): Part => ({}),
) => {
  const sent = serve(answers)
  const now = { patient: { ...testPatient, ...part }, medicalInformation: testMedical }
  const latest = async () => ({ ...now, patient: { ...now.patient, ...since() } })
  const record = { ...now, savePatient, saveMedical: vi.fn(), latest }
  const { screen } = await show(<ContactSection record={record} />, { role: 'Patient' })
  const card = screen.getByRole('region', { name: 'Contact' })
  const open = () => card.getByRole('button', { name: 'Edit contact details' }).click()
  const save = () => card.getByRole('button', { name: 'Save' }).click()
  return { screen, card, open, save, savePatient, sent }
}

test('a number, an address and a date of birth read as people write them', async () => {
  const { card } = await render({ address_2: 'Apt 4' })
  await expect.element(card.getByText('Apr 18, 1986', { exact: true })).toBeVisible()
  await expect.element(card.getByText('(555) 010-2345')).toBeVisible()
  await expect.element(card.getByText('12 Harbor St, Apt 4, Boston, MA 02110')).toBeVisible()
})

test('a new address that nobody has confirmed yet is told, beside the one that still counts', async () => {
  const { card } = await render({ pending_email: 'new@mail.example' })
  await expect
    .element(card.getByRole('note').getByText(/^Waiting for new@mail.example to be confirmed\./))
    .toBeVisible()
  await expect.element(card.getByText('amara@example.org', { exact: true })).toBeVisible()
})

test('who changes the address reads beforehand when it takes effect', async () => {
  const { card, open } = await render()
  await open()
  await expect
    .element(card.getByRole('textbox', { name: 'Email' }))
    .toHaveAccessibleDescription('A new address takes effect once it is confirmed from the email we send to it.')
})

test('only what was changed is sent, with the version that was read', async () => {
  const { card, open, save, savePatient } = await render()
  await open()
  await card.getByRole('textbox', { name: 'City' }).fill('Salem')
  await card.getByRole('textbox', { name: 'Mobile number' }).fill('5550109999')
  await save()
  await expect.element(card.getByText('Saved')).toBeVisible()
  expect(savePatient).toHaveBeenCalledWith({ city: 'Salem', mobile_number: '5550109999' }, 3)
})

test.each([
  ['First name', '', 'First name is required'],
  ['Email', 'amara@', 'Invalid Email'],
  ['Mobile number', '555', 'Invalid mobile number'],
  ['Address line 1', '', 'Address is required'],
  ['City', '', 'City is required'],
  ['Zip code', '', 'Zip code is required'],
  ['Zip code', 'x', 'Invalid Zip code'],
])('%s as %j stops the save and says why', async (name, text, sentence) => {
  const { card, open } = await render()
  await open()
  await card.getByRole('textbox', { name }).fill(text)
  await expect.element(card.getByText(`To save: ${sentence}`, { exact: true })).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(`To save: ${sentence}`)
  expect(await axeHits()).toEqual([])
})

test.each([
  [
    'one’s own data',
    ['Patient'] as const,
    [
      ...['given-name', 'family-name', 'email', 'tel-national', 'address-line1', 'address-line2', 'address-level2'],
      ...['address-level1', 'postal-code', 'bday-month', 'bday-day', 'bday-year', 'sex'],
    ],
  ],
  ['nothing of the person that a caregiver acts for', ['Patient', { acting: actingIn('visits') }] as const, []],
  ['nothing of a patient that staff edit', ['Nurse'] as const, []],
])('the browser may fill in %s', async (_, [role, more], tokens) => {
  const { card, open } = await render()
  signIn(role, more)
  await open()
  await expect.element(card.getByRole('textbox', { name: 'Zip code' })).toBeVisible()
  const offered = [...card.element().querySelectorAll('input')].map((input) => input.autocomplete)
  expect(offered.filter((token) => token !== 'off' && token !== '')).toEqual(tokens)
})

test('a day of birth that does not exist is refused beside the three choices', async () => {
  const { screen, card, open } = await render()
  await open()
  const birth = card.getByRole('group', { name: 'Date of birth' })
  await birth.getByRole('combobox', { name: 'Month' }).click()
  await screen.getByRole('option', { name: 'February' }).click()
  await birth.getByRole('combobox', { name: 'Day' }).click()
  await screen.getByRole('option', { name: '30' }).click()
  await expect.element(birth.getByText('This date does not exist')).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('what the server refuses of one field stands beside it', async () => {
  const taken = 'This address belongs to someone else.'
  const failing = vi.fn(() => Promise.reject(refusal(400, 'Please check the form.', { email: taken })))
  const { card, open, save } = await render({}, failing)
  await open()
  await card.getByRole('textbox', { name: 'Email' }).fill('other@mail.example')
  await save()
  await expect.element(card.getByText(taken)).toBeVisible()
  await expect.element(card.getByRole('alert')).toHaveTextContent('Please check the form.')
  await expect.element(card.getByRole('textbox', { name: 'Email' })).toHaveValue('other@mail.example')
})

test('somebody who saves too often is told to wait, and nothing typed is lost', async () => {
  const sentence = 'Too many requests. Please wait a moment and try again.'
  const { card, open, save } = await render(
    {},
    vi.fn(() => Promise.reject(refusal(429, sentence))),
  )
  await open()
  await card.getByRole('textbox', { name: 'Email' }).fill('other@mail.example')
  await save()
  await expect.element(card.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(card.getByRole('textbox', { name: 'Email' })).toHaveValue('other@mail.example')
})

test('where others keep saving elsewhere in the record, it says that nothing was saved, and nothing typed is lost', async () => {
  let version = 3
  const sentence = 'Someone else changed this while you were editing.'
  const savePatient = vi.fn(async () => {
    version += 1
    throw refusal(409, sentence)
  })
  const { card, open, save } = await render({}, savePatient, {}, () => ({ version }))
  await open()
  await card.getByRole('textbox', { name: 'City' }).fill('Salem')
  await save()
  await expect.element(card.getByRole('alert')).toHaveTextContent(sentence)
  await expect.element(card.getByRole('textbox', { name: 'City' })).toHaveValue('Salem')
  expect(savePatient).toHaveBeenCalledTimes(4)
  expect(savePatient).toHaveBeenLastCalledWith({ city: 'Salem' }, 6)
})

test('why nothing was saved is seen by whoever pressed Save beside a field far above', async () => {
  await page.viewport(390, 640)
  const { card, open, save } = await render(
    {},
    vi.fn(() => Promise.reject(refusal(429, 'Too many requests.'))),
  )
  await open()
  const field = card.getByRole('textbox', { name: 'First name' })
  await field.fill('Ada')
  field.element().scrollIntoView({ block: 'start' })
  await save()
  await expect.element(card.getByRole('alert')).toBeInViewport({ ratio: 1 })
  const { bottom } = card.getByRole('alert').element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(card.getByRole('button', { name: 'Save' }).element().getBoundingClientRect().top)
})

const draft = { values: { mine: { city: 'Salem' }, base: {}, version: 3 }, saved_at: '2026-11-21T20:42:07Z' }
const withDraft = { 'GET /common/api/draft/contact.P-7K3QX9/': ok({ draft }) }

test('what was typed and not sent is offered beside the record as it is, and opens when it is taken up', async () => {
  const { card } = await render({}, undefined, withDraft)
  await expect.element(card.getByRole('note').getByText(/^You have unsaved changes from /)).toBeVisible()
  await expect.element(card.getByText('12 Harbor St, Boston, MA 02110')).toBeVisible()
  await card.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(card.getByRole('textbox', { name: 'City' })).toHaveValue('Salem')
  await expect.element(card.getByRole('button', { name: 'Continue editing' })).not.toBeInTheDocument()
})

test.each([[[]], [['Continue editing']]])(
  'it can be thrown away (after %j), and the record is as it was',
  async (before) => {
    const { card } = await render({}, undefined, withDraft)
    for (const name of [...before, 'Discard']) await card.getByRole('button', { name }).click()
    await expect.element(card.getByText('12 Harbor St, Boston, MA 02110')).toBeVisible()
    await expect.element(card.getByRole('note')).not.toBeInTheDocument()
    await expect.element(card.getByRole('button', { name: 'Edit contact details' })).toBeVisible()
  },
)

test('a caregiver reads the name, the address and the day of birth, and changes the rest', async () => {
  const sent = vi.fn(async () => {})
  const { card, open, save } = await render({}, sent)
  signIn('Patient', { acting: actingIn('visits') })
  await open()
  for (const label of ['First name', 'Last name', 'Email', 'Date of birth']) {
    await expect.element(card.getByLabelText(label)).toHaveAttribute('readonly')
    await expect
      .element(card.getByLabelText(label))
      .toHaveAccessibleDescription('Only the patient or the clinic can change this.')
  }
  await expect.element(card.getByLabelText('Date of birth')).toHaveValue('Apr 18, 1986')
  await card.getByRole('textbox', { name: 'City' }).fill('Salem')
  await save()
  await expect.poll(() => sent.mock.calls).toEqual([[{ city: 'Salem' }, testPatient.version]])
  expect(await axeHits()).toEqual([])
})

test('what is saved without network is sent once when it is back, and not when it was changed meanwhile', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  const { card, open, save, savePatient } = await render()
  await open()
  const city = card.getByRole('textbox', { name: 'City' })
  await city.fill('Salem')
  onlineManager.setOnline(false)
  await save()
  await expect.element(card.getByRole('button', { name: 'Save' })).toBeDisabled()
  await city.fill('Salem W')
  onlineManager.setOnline(true)
  await expect.element(card.getByRole('alert')).toMatchTextContent(/nothing was sent/)
  await expect.element(city).toHaveValue('Salem W')
  onlineManager.setOnline(false)
  await save()
  await expect.element(card.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(savePatient).not.toHaveBeenCalled()
  onlineManager.setOnline(true)
  await expect.element(card.getByText('Saved')).toBeVisible()
  expect(savePatient.mock.calls).toEqual([[{ city: 'Salem W' }, 3]])
})
