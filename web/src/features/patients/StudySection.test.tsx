import type { Role, StaffPatient } from '@fornix/contract'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { testOperator } from '../../testing/records.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { StatusHistory } from './StatusHistory.tsx'
import { StudySection } from './StudySection.tsx'

const render = async (part: Partial<StaffPatient> = {}, role: Role = 'Nurse') => {
  const grace = { ...testOperator, first_name: 'Grace', last_name: 'Hall', role: 'Physician' }
  serve({ 'GET /operator/get_all_physicians/': ok({ operators: [grace] }) })
  const savePatient = vi.fn(async () => {})
  const now = { patient: { ...testPatient, ...part }, medicalInformation: testMedical }
  const record = { ...now, savePatient, saveMedical: vi.fn(), latest: async () => now }
  const { screen } = await show(<StudySection record={record} />, { role })
  const card = screen.getByRole('region', { name: 'Study' })
  const open = () => card.getByRole('button', { name: 'Edit study details' }).click()
  const choose = async (field: string, option: string) => {
    await card.getByRole('combobox', { name: field }).click()
    await screen.getByRole('option', { name: option, exact: true }).click()
  }
  const save = () => card.getByRole('button', { name: 'Save' }).click()
  return { screen, card, open, choose, save, savePatient }
}

test('the plan of a study reads in plain words', async () => {
  const { card } = await render({ indication: ['Aneurysm', 'Stroke'], full_coverage: 'N', priority: 'High' })
  for (const text of ['Aneurysm, Stroke', 'Accepted', 'Grace Hall', 'High', 'Yes', 'No'])
    await expect.element(card.getByText(text, { exact: true })).toBeVisible()
})

test.each([
  ['Other', 'A flyer', 'Other: A flyer'],
  ['Other', '', 'Other'],
  ['Events', 'A flyer', 'Events'],
])('a patient who came by %s (%j) reads as %j', async (recruitment_source, other_recruitment_source, shown) => {
  const { card } = await render({ recruitment_source, other_recruitment_source })
  await expect.element(card.getByText(shown, { exact: true })).toBeVisible()
})

test('where else somebody heard of us is asked only after “Other”', async () => {
  const { card, open, choose, save, savePatient } = await render()
  await open()
  const other = card.getByRole('textbox', { name: 'Other recruitment source' })
  await expect.element(other).not.toBeInTheDocument()
  await choose('Recruitment source', 'Other')
  await other.fill('A flyer')
  await save()
  await expect
    .poll(() => savePatient)
    .toHaveBeenCalledWith({ recruitment_source: 'Other', other_recruitment_source: 'A flyer' }, 3)
})

test('a status cannot be emptied: the chosen one chosen again stays', async () => {
  const { card, open, choose } = await render()
  await open()
  await choose('Status', 'Accepted')
  await expect.element(card.getByRole('combobox', { name: 'Status' })).toHaveValue('Accepted')
})

test('a new status goes with its comment', async () => {
  const { card, open, choose, save, savePatient } = await render()
  await open()
  await choose('Status', 'On Hold')
  await card.getByRole('textbox', { name: 'Status comment' }).fill('Waits for a new coil')
  await save()
  await expect.element(card.getByText('Saved')).toBeVisible()
  expect(savePatient).toHaveBeenCalledWith({ status: 'On Hold', status_comment: 'Waits for a new coil' }, 3)
})

test('an indication is added and taken away from the keyboard', async () => {
  const { card, open, save, savePatient } = await render()
  await open()
  await card.getByRole('combobox', { name: 'Indication' }).click()
  await userEvent.keyboard('epil{ArrowDown}{Enter}')
  await userEvent.keyboard('{Escape}')
  await save()
  await expect.poll(() => savePatient).toHaveBeenCalledWith({ indication: ['Aneurysm', 'Epilepsy'] }, 3)
})

test.each<[Role, number]>([
  ['Nurse', 0],
  ['Admin', 0],
  ['SuperAdmin', 1],
])('for a %s the form has %i field for the MRN number', async (role, count) => {
  const { card, open } = await render({}, role)
  await expect.element(card.getByText('MRN400210')).toBeVisible()
  await open()
  await expect.element(card.getByRole('textbox', { name: 'Priority' })).toBeVisible()
  expect(card.getByRole('textbox', { name: 'MRN number' }).elements()).toHaveLength(count)
})

test('a record without an MRN number can be saved by who does not write it', async () => {
  const { card, open, save, savePatient } = await render({ mrn_number: '' })
  await open()
  await card.getByRole('combobox', { name: 'Physician' }).fill('Ada Wong')
  await save()
  await expect.poll(() => savePatient).toHaveBeenCalledWith({ physician_name: 'Ada Wong' }, 3)
})

test('the physicians of the project are suggested', async () => {
  const { open, choose, save, savePatient } = await render({ physician_name: '' })
  await open()
  await choose('Physician', 'Grace Hall')
  await save()
  await expect.poll(() => savePatient).toHaveBeenCalledWith({ physician_name: 'Grace Hall' }, 3)
})

test('Cancel leaves the plan as it was', async () => {
  const { card, open, savePatient } = await render({ additional_comments: 'Needs a quiet room' })
  await open()
  await card.getByRole('textbox', { name: 'Additional comments' }).fill('Nothing')
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(card.getByText('Needs a quiet room')).toBeVisible()
  expect(savePatient).not.toHaveBeenCalled()
})

test('the record shows who set which status, when and why, the newest first', async () => {
  const history = [
    { status: 'Accepted', comment: '', author: 'Nora Lindt', timestamp: '2026-03-01T15:00:00Z' },
    {
      status: 'On Hold',
      comment: 'Waits for an implant card',
      author: 'Adam Brandt',
      timestamp: '2026-03-02T15:00:00Z',
    },
  ]
  const { screen } = await show(<StatusHistory history={history} />)
  const lines = screen.getByRole('listitem')
  await expect.element(lines.nth(0)).toMatchTextContent(/^On HoldAdam Brandt · Mar 2, 2026.*Waits for an implant card$/)
  await expect.element(lines.nth(1)).toMatchTextContent(/^AcceptedNora Lindt · Mar 1, 2026/)
})
