import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { expectRetry, getInfo, knownPatient, testMedical, testPatient } from '../../testing/patients.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { type HomeSlots, PatientHomePage } from './PatientHomePage.tsx'
import { useMedicalTodo } from './use-medical-todo.ts'

const Visit = () => <p>Your next visit</p>
const Scan = () => <p>Your newest scan</p>
const FreeToday = () => <span>3 free today</span>
const tile = { to: '/book', title: 'Book', icon: IconCalendar, Figure: FreeToday }
const todo = (title: string) => ({ icon: IconCalendar, title, text: `About ${title}`, to: `/${title}` })

let arrive = () => {}
const useLater = () => {
  const [isReady, setReady] = useState(false)
  arrive = () => setReady(true)
  return isReady
}

const render = async (answers: ServedCalls = {}, slots: Partial<HomeSlots> = {}) => {
  const sent = serve({ [getInfo]: knownPatient, ...answers })
  const nothing = () => null
  const all = { useReady: () => true, useTodos: () => [], Visit: nothing, Scan: nothing, tiles: [], ...slots }
  return { sent, ...(await show(<PatientHomePage {...all} />, { role: 'Patient', at: '/profile' })) }
}
const useMedical = () => [useMedicalTodo()].filter((one) => one !== undefined)

test('a record that cannot be fetched says so, and can be tried again', () => expectRetry(render))

test('the greeting goes with the time of day, and is there before the record', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 1, 19, 30) })
  try {
    const { screen } = await render({ [getInfo]: () => new Promise(() => {}) })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Good evening, Amara' })).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test('what is missing before a scan is a thing to do, which leads to the questions', async () => {
  const open = { ...testMedical, gender: 'Female', pregnant_or_nursing: '', birth_control_pills: '' }
  const { screen } = await render(
    { [getInfo]: ok({ patient: testPatient, medicalInformation: open }) },
    { useTodos: useMedical },
  )
  const todos = screen.getByRole('region', { name: 'To do' })
  const sentence = 'Before a scan, we need to know about pregnancy or nursing and birth control pills.'
  await expect.element(todos.getByText(sentence)).toBeVisible()
  await expectLink(todos, /Answer the medical questions/, '/patient/profile#medical-information')
  expect(await axeHits()).toEqual([])
})

test.each([
  ['men', { gender: 'Male', pregnant_or_nursing: '', birth_control_pills: '' }],
  ['who has answered all that a scan needs', {}],
])('%s are not asked about pregnancy', async (_, part) => {
  const { screen } = await render(
    { [getInfo]: ok({ patient: testPatient, medicalInformation: { ...testMedical, ...part } }) },
    { useTodos: useMedical },
  )
  await expect.element(screen.getByText('(555) 010-2345')).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'To do' })).not.toBeInTheDocument()
})

test('one thing to do is shown at a time, the others open in place', async () => {
  const { screen } = await render({}, { useTodos: () => ['First', 'Second', 'Third'].map(todo) })
  await expect.element(screen.getByRole('link', { name: 'First' })).toBeVisible()
  await expect.element(screen.getByText('About Second')).not.toBeVisible()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  for (const name of ['Second', 'Third']) await expect.element(screen.getByRole('link', { name })).toBeVisible()
  await expect.element(screen.getByText('2 more')).toHaveFocus()
  expect(await axeHits()).toEqual([])
})

test('a single thing to do has nothing behind it', async () => {
  const { screen } = await render({}, { useTodos: () => [todo('Only')] })
  await expect.element(screen.getByRole('link', { name: 'Only' })).toBeVisible()
  await expect.element(screen.getByText(/more$/)).not.toBeInTheDocument()
})

test('nothing is there to aim at until all of it stays where it is', async () => {
  const { screen } = await render({}, { useReady: useLater, tiles: [tile] })
  await expect.element(screen.getByText('Loading…')).toBeInTheDocument()
  await expect.element(screen.getByRole('link', { name: /Book/ })).not.toBeInTheDocument()
  arrive()
  await expect.element(screen.getByRole('link', { name: /Book/ })).toBeVisible()
  await expect.element(screen.getByText('(555) 010-2345')).toBeVisible()
})

test('visit, scan and ways on are there when the record cannot be fetched', async () => {
  const { screen } = await render({ [getInfo]: refused(500) }, { Visit, Scan, tiles: [tile] })
  await expect.element(screen.getByText('Failed to fetch patient.')).toBeVisible()
  for (const text of ['Your next visit', 'Your newest scan']) await expect.element(screen.getByText(text)).toBeVisible()
  const link = screen.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: /Book/ })
  await expect.element(link).toHaveAttribute('href', '/book')
  await expect.element(link.getByText('3 free today')).toBeVisible()
})

test('the record is there to read, and is changed on its own page', async () => {
  const { screen } = await render()
  const profile = screen.getByRole('region', { name: 'My profile' })
  for (const name of ['Contact', 'Your care', 'Medical information'])
    await expect.element(profile.getByRole('heading', { name })).toBeVisible()
  for (const text of ['MRN400210', 'Grace Hall', 'Aneurysm', '12 Harbor St, Boston, MA 02110'])
    await expect.element(profile.getByText(text, { exact: true })).toBeVisible()
  // The record has them twice; reading each once is enough.
  for (const label of ['Gender', 'Race']) expect(profile.getByText(label, { exact: true }).elements()).toHaveLength(1)
  await expectLink(profile, 'Edit my profile', '/patient/profile')
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  expect(await axeHits()).toEqual([])
})
