import type { StaffPatient } from '@fornix/contract'
import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiFailure } from '../../platform/http/failure.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { ok, type ServedCalls, serve, staleFailure } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { NotesSection } from './NotesSection.tsx'

const conflict = staleFailure()
const note = (text: string, day: number, author = 'Nora Lindt') => ({
  text,
  author,
  timestamp: `2026-03-0${day}T15:00:00.000Z`,
})
const ownNote = (text: string, day: number) => note(text, day, 'Amara Abbott')

type Save = (changes: object, version: number | undefined) => Promise<void>
const render = async (
  { notes = [] as StaffPatient['notes'], latest = testPatient, answers = {} as ServedCalls } = {},
  save: Save = async () => {},
) => {
  serve(answers)
  const savePatient = vi.fn(save)
  const read = vi.fn(async () => ({ patient: latest, medicalInformation: testMedical }))
  const record = {
    patient: { ...testPatient, notes },
    medicalInformation: testMedical,
    savePatient,
    saveMedical: vi.fn(),
    latest: read,
  }
  const { screen } = await show(<NotesSection record={record} />, { role: 'Nurse' })
  const card = screen.getByRole('region', { name: 'Notes' })
  const box = card.getByRole('textbox', { name: 'New note' })
  const add = () => card.getByRole('button', { name: 'Add note' }).click()
  /** The typed text stays in its field, under this sentence. */
  const failsToAdd = async (text: string, sentence: string) => {
    await box.fill(text)
    await add()
    await expect.element(card.getByRole('alert')).toHaveTextContent(sentence)
    await expect.element(box).toHaveValue(text)
  }
  return { card, box, add, failsToAdd, savePatient, read }
}

test('a record without notes says so, and what becomes of a note is told before it is written', async () => {
  const { card, box } = await render()
  await expect.element(card.getByText('No notes yet')).toBeVisible()
  await expect
    .element(box)
    .toHaveAccessibleDescription('Notes are saved with your name and the time, and cannot be changed.')
})

test('the newest note is read first, with who wrote it', async () => {
  const { card } = await render({ notes: [note('First visit', 1), note('Second visit', 2)] })
  await expect.element(card.getByText('No notes yet')).not.toBeInTheDocument()
  const items = card.getByRole('listitem')
  await expect.element(items.nth(0).getByText('Second visit')).toBeVisible()
  await expect.element(items.nth(1).getByText('First visit')).toBeVisible()
  await expect.element(items.nth(1).getByText(/^Nora Lindt · /)).toBeVisible()
})

test('a note that a pasted script stands in is read as text', async () => {
  const { card } = await render({ notes: [note('<img src=x onerror="top.ran=1"> & more', 1)] })
  await expect.element(card.getByText('<img src=x onerror="top.ran=1"> & more')).toBeVisible()
  expect(card.getByRole('img').elements()).toEqual([])
})

test('a note of spaces is none: nothing is sent, and the sentence is read out', async () => {
  const { card, box, add, savePatient } = await render()
  await box.fill('   ')
  await add()
  await expect.element(card.getByRole('alert')).toHaveTextContent('Please write a note')
  expect(savePatient).not.toHaveBeenCalled()
})

test('a note goes behind the others without the spaces around it, and the field is empty again', async () => {
  const before = [note('First visit', 1)]
  const { card, box, add, savePatient } = await render({ notes: before })
  await add()
  await expect.element(card.getByRole('alert')).toBeVisible()
  await box.fill('  Needs a ride \n')
  await add()
  await expect.element(box).toHaveValue('')
  await expect.element(card.getByRole('alert')).not.toBeInTheDocument()
  expect(savePatient).toHaveBeenCalledExactlyOnceWith({ notes: [...before, 'Needs a ride'] }, 3)
})

test('what is typed while a note is on its way stays in the field for the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { card, box, add, savePatient } = await render({}, () => promise)
  await box.fill('Needs a ride')
  await add()
  await box.fill('Called back')
  resolve()
  await expect.element(card.getByRole('button', { name: 'Add note' })).toBeEnabled()
  await expect.element(box).toHaveValue('Called back')
  await add()
  expect(savePatient).toHaveBeenLastCalledWith({ notes: ['Called back'] }, 3)
})

test('a note that could not be saved is still in the field', async () => {
  const { failsToAdd, read } = await render({}, () => Promise.reject(new TypeError('no network')))
  await failsToAdd('Needs a ride', 'An error occurred while saving the patient information. Please try again.')
  expect(read).not.toHaveBeenCalled()
})

test('somebody who saves too often is told to wait, and the note is still in the field', async () => {
  const sentence = 'Too many requests. Please wait a moment and try again.'
  const tooMany = new ApiFailure(429, { error: sentence, code: 'too_many', detail: '', request_id: 'test' }, 20)
  const { failsToAdd, savePatient } = await render({}, () => Promise.reject(tooMany))
  await failsToAdd('Needs a ride', sentence)
  expect(savePatient).toHaveBeenCalledOnce()
})

test('a refusal of a record that nobody has changed is not tried over and over', async () => {
  const { card, box, add, savePatient } = await render({}, () => Promise.reject(conflict))
  await box.fill('Needs a ride')
  await add()
  await expect.element(card.getByRole('alert')).toBeVisible()
  expect(savePatient).toHaveBeenCalledOnce()
})

test('a colleague’s note in the same words is not taken for one’s own', async () => {
  const latest = { ...testPatient, version: 4, notes: [note('Called, no answer', 1)] }
  const save = vi.fn<Save>().mockRejectedValueOnce(conflict)
  const { box, add, savePatient } = await render({ latest }, save)
  await box.fill('Called, no answer')
  await add()
  await expect.element(box).toHaveValue('')
  expect(savePatient).toHaveBeenLastCalledWith({ notes: [...latest.notes, 'Called, no answer'] }, 4)
})

test('a note that was saved although its response was lost is not saved once more', async () => {
  const before = [note('First visit', 1)]
  const latest = { ...testPatient, version: 4, notes: [...before, ownNote('Needs a ride', 2)] }
  const { box, add, savePatient } = await render({ notes: before, latest }, () => Promise.reject(conflict))
  await box.fill('Needs a ride')
  await add()
  await expect.element(box).toHaveValue('')
  expect(savePatient).toHaveBeenCalledOnce()
})

test('a note that was saved although its response was lost is not saved once more when its draft is resumed', async () => {
  const draft = { values: { text: 'Needs a ride', begun: 1 }, saved_at: '2026-11-21T20:42:07Z' }
  const notes = [note('First visit', 1), ownNote('Needs a ride', 2)]
  const answers = { 'GET /common/api/draft/note.P-7K3QX9/': ok({ draft }) }
  const { card, box, add, savePatient } = await render({ notes, answers })
  await card.getByRole('button', { name: 'Continue editing' }).click()
  await add()
  await expect.element(box).toHaveValue('')
  expect(savePatient).not.toHaveBeenCalled()
  await box.fill('Needs a ride')
  await add()
  await expect.element(box).toHaveValue('')
  expect(savePatient).toHaveBeenCalledOnce()
})

test('the note that was begun is offered, and can be thrown away', async () => {
  const draft = { values: { text: 'Called, no ans' }, saved_at: '2026-11-21T20:42:07Z' }
  const { card, box } = await render({ answers: { 'GET /common/api/draft/note.P-7K3QX9/': ok({ draft }) } })
  await card.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(box).toHaveValue('Called, no ans')
  await card.getByRole('button', { name: 'Discard' }).click()
  await expect.element(box).toHaveValue('')
  await expect.element(card.getByRole('note')).not.toBeInTheDocument()
})

test('a note for a record that a colleague has deleted says so, and stays in its field', async () => {
  const { failsToAdd } = await render({}, async () => {
    throw new ApiFailure(404)
  })
  await failsToAdd(
    'Aneurysm clip',
    'Nothing was saved: this record was deleted while you were editing. An admin can restore it.',
  )
})

test('a note that is added without network is saved when it is back', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  const { card, box, add, savePatient } = await render()
  await box.fill('Called back')
  onlineManager.setOnline(false)
  await add()
  await expect.element(card.getByRole('button', { name: 'Add note' })).toBeDisabled()
  expect(savePatient).not.toHaveBeenCalled()
  onlineManager.setOnline(true)
  await expect.element(box).toHaveValue('')
  expect(savePatient.mock.calls).toEqual([[{ notes: ['Called back'] }, 3]])
})
