import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { currentSession } from '../../platform/session/session-store.ts'
import { axeHits } from '../../testing/axe.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { type Answers, ok, refused, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { type HomeSlots, PatientHomePage } from './PatientHomePage.tsx'

const info = 'GET /patient/get_patient_info/amara%40example.org/'
const known = ok({ patient: testPatient, medicalInformation: testMedical })
const measured = { ...testMedical, neck_length: '13 in', head_circumference: '22 in' }

const FreeToday = () => <span>3 free today</span>

let arrive = () => {}
const useLater = () => {
  const [isReady, setReady] = useState(false)
  arrive = () => setReady(true)
  return isReady
}

const render = async (answers: Answers = {}, slots: Partial<HomeSlots> = {}) => {
  const sent = serve({ [info]: known, ...answers })
  const all = { useReady: () => true, cards: [], todos: [], tiles: [], ...slots }
  return { sent, ...(await show(<PatientHomePage {...all} />, { role: 'Patient', at: '/profile' })) }
}

test('a record that cannot be fetched says so, and can be tried again', async () => {
  let broken = true
  const { screen } = await render({ [info]: () => (broken ? refused(500, 'no') : known) })
  await expect.element(screen.getByText('Failed to fetch patient.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('(555) 010-2345')).toBeVisible()
})

test('the greeting goes with the time of day, and is there before the record', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 1, 19, 30) })
  try {
    const { screen } = await render({ [info]: () => new Promise(() => {}) })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Good evening, Amara' })).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test('what is missing before a scan is a thing to do, which leads to the questions', async () => {
  const open = { ...testMedical, gender: 'Female', pregnant_or_nursing: '', birth_control_pills: '' }
  const { screen } = await render({ [info]: ok({ patient: testPatient, medicalInformation: open }) })
  const todo = screen.getByRole('region', { name: 'To do' })
  await expect.element(todo.getByText('Needed before a scan: Pregnant or nursing, Birth control pills')).toBeVisible()
  await expect
    .element(todo.getByRole('link', { name: /Answer the medical questions/ }))
    .toHaveAttribute('href', expect.stringContaining('#medical-information'))
  expect(document.getElementById('medical-information')?.textContent).toContain('Medical information')
  expect(await axeHits()).toEqual([])
})

test('men are not asked about pregnancy', async () => {
  const open = { ...testMedical, gender: 'Male', pregnant_or_nursing: '', birth_control_pills: '' }
  const { screen } = await render({ [info]: ok({ patient: testPatient, medicalInformation: open }) })
  await expect.element(screen.getByText('(555) 010-2345')).toBeVisible()
  await expect.element(screen.getByText('Answer the medical questions')).not.toBeInTheDocument()
})

test('who has answered all that a scan needs is not asked for more', async () => {
  const { screen } = await render(
    { [info]: ok({ patient: testPatient, medicalInformation: measured }) },
    { todos: [() => <li>Fill in the survey of today</li>] },
  )
  await expect.element(screen.getByText('Fill in the survey of today')).toBeVisible()
  await expect.element(screen.getByText('Answer the medical questions')).not.toBeInTheDocument()
})

test('nothing is there to aim at until all of it stays where it is', async () => {
  const tile = { to: '/book', title: 'Book', icon: IconCalendar, Figure: FreeToday }
  const { screen } = await render({}, { useReady: useLater, tiles: [tile] })
  await expect.element(screen.getByText('Loading…')).toBeInTheDocument()
  await expect.element(screen.getByRole('link', { name: /Book/ })).not.toBeInTheDocument()
  arrive()
  await expect.element(screen.getByRole('link', { name: /Book/ })).toBeVisible()
  await expect.element(screen.getByText('(555) 010-2345')).toBeVisible()
})

test('cards and ways on are there when the record cannot be fetched', async () => {
  const { screen } = await render(
    { [info]: refused(500) },
    {
      cards: [() => <p>Your next visit</p>],
      tiles: [{ to: '/book', title: 'Book', icon: IconCalendar, Figure: FreeToday }],
    },
  )
  await expect.element(screen.getByText('Failed to fetch patient.')).toBeVisible()
  await expect.element(screen.getByText('Your next visit')).toBeVisible()
  const link = screen.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: /Book/ })
  await expect.element(link).toHaveAttribute('href', '/book')
  await expect.element(link.getByText('3 free today')).toBeVisible()
})

test('patients read of their care, and nothing that the staff plan and note', async () => {
  const { screen } = await render()
  await expect.element(screen.getByRole('heading', { name: 'Your care' })).toBeVisible()
  for (const text of ['MRN400210', 'Grace Hall', 'Aneurysm'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  for (const heading of ['Study', 'Notes'])
    await expect.element(screen.getByRole('heading', { name: heading, exact: true })).not.toBeInTheDocument()
})

test('a name that is saved is the name of the whole portal at once', async () => {
  let patient = testPatient
  const { screen, sent } = await render({
    [info]: () => ok({ patient, medicalInformation: testMedical }),
    'POST /patient/update_patient/': () => {
      patient = { ...testPatient, first_name: 'Amaria', version: 4 }
      return ok({ message: 'ok', patient })
    },
  })
  await screen.getByRole('button', { name: 'Edit contact details' }).click()
  await screen.getByRole('textbox', { name: 'First name' }).fill('Amaria')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: /, Amaria$/ })).toBeVisible()
  expect(currentSession()?.user.first_name).toBe('Amaria')
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    _id: testPatient._id,
    patient_id: 'P-7K3QX9',
    version: 3,
    first_name: 'Amaria',
  })
})
