import { expect, test, vi } from 'vitest'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { ok, type ServedCalls, serve, staleFailure } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { MedicalSection } from './MedicalSection.tsx'

type Medical = Partial<typeof testMedical>
type Part = { own?: boolean; dob?: string | null; medical?: Medical; since?: Medical; answers?: ServedCalls }

/** `since`: what somebody else saves after the page was read. */
const render = async (
  { own = true, dob = null, medical = {}, since = {}, answers = {} }: Part = {},
  saveMedical = vi.fn(async () => {}),
) => {
  serve(answers)
  const now = { patient: { ...testPatient, dob }, medicalInformation: { ...testMedical, ...medical } }
  const latest = async () => ({ ...now, medicalInformation: { ...now.medicalInformation, ...since } })
  const record = { ...now, savePatient: vi.fn(), saveMedical, latest }
  const { screen } = await show(<MedicalSection record={record} own={own} />, { role: own ? 'Patient' : 'Nurse' })
  const card = screen.getByRole('region', { name: 'Medical information' })
  const open = () => card.getByRole('button', { name: 'Edit medical information' }).click()
  const save = () => card.getByRole('button', { name: 'Save' }).click()
  return { screen, card, open, save, saveMedical }
}

const rowOf = (label: string) =>
  [...document.querySelectorAll('dt')].find((term) => term.textContent === label)?.nextElementSibling?.textContent

test('answers read as words, and what was not answered says so', async () => {
  const { card } = await render({ medical: { birth_control_pills: '', neck_length: '14 in' } })
  await expect.element(card.getByText('14 in')).toBeVisible()
  expect(rowOf('Pregnant or nursing')).toBe('No')
  expect(rowOf('Birth control pills')).toBe('Not provided')
  expect(rowOf('Head circumference')).toBe('Measured at the visit')
})

test('an answer that nobody of this age is asked for is not missing', async () => {
  const none = { pregnant_or_nursing: '', birth_control_pills: '' } as const
  const { card } = await render({ medical: { age: 80, gender: 'Female', ...none } })
  await expect.element(card).toBeVisible()
  expect(rowOf('Pregnant or nursing')).toBeUndefined()
  expect(rowOf('Birth control pills')).toBeUndefined()
})

test('a man is not asked about pregnancy, and is told how to measure', async () => {
  const { card, open } = await render({
    medical: { gender: 'Male', pregnant_or_nursing: '', birth_control_pills: '' },
  })
  await open()
  await expect.element(card.getByText(/just above the eyebrows/)).toBeVisible()
  expect(card.getByText('Pregnant or nursing').all()).toEqual([])
  expect(card.getByText('Birth control pills').all()).toEqual([])
})

test('staff see the answers about pregnancy of everybody', async () => {
  const { card, open } = await render({ own: false, medical: { gender: 'Male', pregnant_or_nursing: '' } })
  expect(rowOf('Pregnant or nursing')).toBe('Not provided')
  expect(rowOf('Neck length')).toBe('Not provided')
  await open()
  await expect.element(card.getByText('Birth control pills').first()).toBeVisible()
})

test('an age of zero is an age', async () => {
  const { card } = await render({ medical: { age: 0 } })
  await expect.element(card).toBeVisible()
  expect(rowOf('Age')).toBe('0')
})

test('an age that follows from the date of birth cannot be typed, and says why', async () => {
  const { card, open } = await render({ dob: '04-18-1986' })
  await open()
  const age = card.getByRole('textbox', { name: 'Age' })
  await expect.element(age).toHaveAttribute('readonly')
  await expect.element(age).toHaveAccessibleDescription('Calculated from the date of birth')
})

test('an old patient whose age follows from the date of birth can still save', async () => {
  const { card, open, save, saveMedical } = await render({ dob: '04-18-1930', own: false, medical: { age: 96 } })
  await open()
  await card.getByRole('textbox', { name: 'Neck length' }).fill('13 in')
  await save()
  await expect.element(card.getByRole('status').first()).toHaveTextContent('Saved')
  expect(saveMedical).toHaveBeenCalledWith({ neck_length: '13 in' }, { neck_length: '' })
})

test.each([
  [true, '101', '0 to 100', 'Age must be 100 or less'],
  [false, '81', '0 to 80', 'Age must be 80 or less'],
])('on the own form (%s) an age of %s is too much', async (own, years, range, sentence) => {
  const { card, open } = await render({ own })
  await open()
  const age = card.getByRole('textbox', { name: 'Age' })
  await expect.element(age).toHaveAccessibleDescription(range)
  await age.fill(years)
  await expect.element(card.getByText(`To save: ${sentence}`)).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test.each([
  [true, 104],
  [false, 84],
])('on the own form (%s) an age of %i that is on record does not stop another change', async (own, age) => {
  const { card, open, save, saveMedical } = await render({ own, medical: { age } })
  await open()
  await card.getByRole('textbox', { name: 'Neck length' }).fill('13 in')
  await save()
  await expect.element(card.getByRole('status').first()).toHaveTextContent('Saved')
  expect(saveMedical).toHaveBeenCalledWith({ neck_length: '13 in' }, { neck_length: '' })
})

const inWhich = 'Is this in cm or inches? Please add “cm” or “in” to the number'

test.each([
  [true, '38'],
  [true, '15 1/2'],
  [false, '38,5'],
])('on the own form (%s) a size of %s is asked for its unit', async (own, size) => {
  const { card, open, save, saveMedical } = await render({ own })
  await open()
  const neck = card.getByRole('textbox', { name: 'Neck length' })
  await neck.fill(size)
  await card.getByRole('textbox', { name: 'Head circumference' }).fill('56cm')
  await expect.element(card.getByText(`To save: ${inWhich}`)).toBeVisible()
  await expect.element(neck).toHaveAccessibleDescription(new RegExp(inWhich.slice(0, 20)))
  await neck.fill(`${size} in`)
  await save()
  const sizes = { neck_length: `${size} in`, head_circumference: '56cm' }
  await expect.poll(() => saveMedical).toHaveBeenCalledWith(sizes, { neck_length: '', head_circumference: '' })
})

test('a size that is on record without a unit does not stop another change', async () => {
  const { card, open, save, saveMedical } = await render({ medical: { head_circumference: '22' } })
  await open()
  await card.getByRole('textbox', { name: 'Neck length' }).fill('at the visit')
  await save()
  await expect.poll(() => saveMedical).toHaveBeenCalledWith({ neck_length: 'at the visit' }, { neck_length: '' })
})

test('an age can be taken away, and goes as nothing', async () => {
  const { card, open, save, saveMedical } = await render()
  await open()
  await card.getByRole('textbox', { name: 'Age' }).fill('')
  await save()
  await expect.poll(() => saveMedical).toHaveBeenCalledWith({ age: null }, { age: 40 })
})

test('a question is answered with Yes or No, and the answer can be cleared', async () => {
  const { screen, card, open, save, saveMedical } = await render()
  await open()
  const nursing = card.getByRole('combobox', { name: 'Pregnant or nursing' })
  await expect.element(nursing).toHaveValue('No')
  await nursing.click()
  await screen.getByRole('option', { name: 'Yes' }).click()
  await expect.element(nursing).toHaveValue('Yes')
  await card.getByRole('combobox', { name: 'Birth control pills' }).click()
  await screen.getByRole('option', { name: 'No' }).click()
  await save()
  await expect
    .poll(() => saveMedical)
    .toHaveBeenCalledWith(
      { pregnant_or_nursing: 'Y', birth_control_pills: '' },
      { pregnant_or_nursing: 'N', birth_control_pills: 'N' },
    )
})

test('an answer that is no longer offered stays on the screen', async () => {
  const { card, open } = await render({ medical: { race: 'Not stated' } })
  await expect.element(card.getByText('Not stated')).toBeVisible()
  await open()
  await expect.element(card.getByRole('combobox', { name: 'Race' })).toHaveValue('Not stated')
})

test('nothing changed is nothing sent, and the focus is on Edit again', async () => {
  const { card, open, save, saveMedical } = await render()
  await open()
  await expect.element(card.getByRole('combobox', { name: 'Gender' })).toHaveFocus()
  await save()
  await expect.element(card.getByRole('button', { name: 'Edit medical information' })).toHaveFocus()
  expect(saveMedical).not.toHaveBeenCalled()
})

test('answers that could not be saved are still in the form', async () => {
  const failing = vi.fn(() => Promise.reject(new TypeError('no network')))
  const { card, open, save } = await render({}, failing)
  await open()
  await card.getByRole('textbox', { name: 'Travel restrictions' }).fill('No flights')
  await save()
  await expect
    .element(card.getByRole('alert'))
    .toHaveTextContent('An error occurred while saving the patient information. Please try again.')
  await expect.element(card.getByRole('textbox', { name: 'Travel restrictions' })).toHaveValue('No flights')
})

test('what an emergency shows is read, not edited', async () => {
  serve({})
  const now = { patient: testPatient, medicalInformation: { ...testMedical, neck_length: '14 in' } }
  const record = { ...now, in_emergency: true, savePatient: vi.fn(), saveMedical: vi.fn(), latest: async () => now }
  const { screen } = await show(<MedicalSection record={record} own={false} />, { role: 'Nurse' })
  const card = screen.getByRole('region', { name: 'Medical information' })
  await expect.element(card.getByText('14 in')).toBeVisible()
  await expect.element(card.getByText('With emergency access you can read this. You cannot change it.')).toBeVisible()
  expect(card.getByRole('button').elements()).toEqual([])
})

const clip = 'Aneurysm clip 2019'
const refusedOnce = () => vi.fn(async () => {}).mockRejectedValueOnce(staleFailure())

test.each([[true], [false]])('both versions are compared where somebody saved first (own form: %s)', async (own) => {
  const { card, open, save, saveMedical } = await render(
    { own, since: { previous_history: clip, neck_length: '14 in' } },
    refusedOnce(),
  )
  await open()
  const history = card.getByRole('textbox', { name: 'Previous history' })
  await history.fill('Knee surgery')
  await save()
  const panel = card.getByRole('alert')
  await expect.element(panel.getByRole('row', { name: `Previous history ${clip} Knee surgery` })).toBeVisible()
  await expect.element(history).toHaveValue('Knee surgery')
  await panel.getByRole('button', { name: 'Keep mine' }).click()
  await expect
    .poll(() => saveMedical)
    .toHaveBeenLastCalledWith({ previous_history: 'Knee surgery' }, { previous_history: clip })
})

test('what was typed before somebody else saved, and kept, is compared with that', async () => {
  const draft = {
    values: { mine: { previous_history: 'Knee surgery' }, base: { ...testMedical } },
    saved_at: '2026-11-21T20:42:07Z',
  }
  const { card, save, saveMedical } = await render({
    medical: { previous_history: clip },
    answers: { 'GET /common/api/draft/medical.P-7K3QX9/': ok({ draft }) },
  })
  await card.getByRole('button', { name: 'Continue editing' }).click()
  await save()
  await expect
    .poll(() => saveMedical)
    .toHaveBeenCalledWith({ previous_history: 'Knee surgery' }, { previous_history: '' })
})
