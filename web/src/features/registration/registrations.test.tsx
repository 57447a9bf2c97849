import type { RegistrationRow } from '@fornix/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PatientList } from '../../app/areas/patient-list.tsx'
import { Registrations } from '../../app/areas/registrations.tsx'
import { axeHits } from '../../testing/axe.ts'
import { brokenWords } from '../../testing/broken-words.ts'
import { expectLink } from '../../testing/links.ts'
import { looks } from '../../testing/looks.ts'
import { refused, serve } from '../../testing/serve.ts'
import { showRoutes, signIn, signOut } from '../../testing/show.tsx'

const call = 'GET /operator/registrations/'
const invite = 'POST /operator/send_invitation_email/'
const row = (n: number): RegistrationRow => ({
  id: `01930000-0000-7000-8000-0000000000${10 + n}`,
  first_name: 'Ada',
  last_name: `Søgaard${n}`,
  email: `a.very.long.address.of.ada${n}@mail.of.a.long.domain.example`,
  registered_at: '2026-03-01T15:00:00Z',
  expires_at: '2026-03-04T15:00:00Z',
})
const listed = (registrations: RegistrationRow[], total = registrations.length): [number, unknown] => [
  200,
  { registrations, total, total_pages: Math.max(1, Math.ceil(total / 10)) },
]
const show = async (answers: Parameters<typeof serve>[0], at = '/registrations', scheme?: 'light' | 'dark') => {
  signIn('Nurse')
  const sent = serve({
    'GET /operator/get_all_physicians/': () => [200, { operators: [] }],
    'GET /operator/registrations/similar/': () => [200, { registrations: [] }],
    ...answers,
  })
  const shown = await showRoutes(
    [
      { path: '/registrations', Component: Registrations },
      { path: '/operatorPatientlist', Component: PatientList },
    ],
    { at, ...(scheme && { scheme }) },
  )
  return { ...shown, sent }
}
const none = 'No one is waiting for confirmation.'

beforeEach(signOut)
afterEach(() => page.viewport(1280, 800))

test.each(looks)('who waits, since when and until when: %s, %i px', async (scheme, width) => {
  await page.viewport(width, 800)
  const { screen } = await show({ [call]: () => listed([row(1), row(2)]) }, '/registrations', scheme)
  await expect.element(screen.getByRole('heading', { name: 'Waiting for confirmation' })).toBeVisible()
  await expect.element(screen.getByText(/We delete a registration after 72 hours\.$/)).toBeVisible()
  await expect.element(screen.getByText('Ada Søgaard1')).toBeVisible()
  await expect.element(screen.getByText(row(2).email)).toBeVisible()
  await expect.element(screen.getByText(/Mar 1, 2026, 10:00:00 AM/).first()).toBeVisible()
  await expect.element(screen.getByText(/Mar 4, 2026, 10:00:00 AM/).first()).toBeVisible()
  await expect.element(screen.getByText('1–2 of 2')).toBeVisible()
  expect(screen.getByRole('table').elements()).toHaveLength(width === 390 ? 0 : 1)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(await axeHits()).toEqual([])
})

test('pages are asked of the server and stand in the address; one that has become empty leads to the last', async () => {
  const answers = [listed([row(1)], 11), listed([], 10), listed([row(1)], 10)]
  const { screen, sent, address } = await show({ [call]: () => answers.shift() ?? listed([row(1)], 10) })
  await screen.getByRole('button', { name: 'Last page' }).click()
  await expect.element(screen.getByText('1–10 of 10')).toBeVisible()
  await expect.element(screen.getByText('Ada Søgaard1')).toBeVisible()
  expect(address()).toBe('/registrations')
  expect(sent.map(({ search }) => search)).toContain('?page=2&page_size=10')
})

test('beside the menu of a tablet an address breaks only after its signs', async () => {
  await page.viewport(800, 900)
  const { screen } = await show({ [call]: () => listed([{ ...row(1), email: 'maya.stone@northside.example' }]) })
  await expect.element(screen.getByRole('row').nth(1)).toBeVisible()
  screen.container.style.width = '540px'
  expect(brokenWords(screen.getByRole('table').element())).toEqual([])
})

test('when nobody waits it says so', async () => {
  const { screen } = await show({ [call]: () => listed([]) })
  await expect.element(screen.getByText(none)).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test.each([
  ['a failure', refused(500)],
  ['no network', 'no network'],
] as const)('after %s the list can be tried again', async (_, failure) => {
  let isDown = true
  const { screen } = await show({ [call]: () => (isDown ? (failure as [number, unknown]) : listed([])) })
  await expect.element(screen.getByRole('alert').getByText('The list could not be loaded.')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText(none)).toBeVisible()
})

test('somebody who waits is invited instead, with the name and the address filled in', async () => {
  let isInvited = false
  const { screen, sent } = await show({
    [call]: () => listed(isInvited ? [] : [{ ...row(1), last_name: 'Søgaard' }]),
    [invite]: () => {
      isInvited = true
      return [200, { message: 'ok', patient_id: 'P-1' }]
    },
  })
  await screen.getByRole('button', { name: 'Invite Ada Søgaard' }).click()
  const form = screen.getByRole('form', { name: 'Invite instead' })
  await expect.element(form.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Søgaard')
  expect(await axeHits()).toEqual([])
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await screen.getByRole('button', { name: 'Okay' }).click()
  await expect.element(screen.getByText(none)).toBeVisible()
  expect(sent.find((one) => one.call === invite)?.body).toEqual({
    firstName: 'Ada',
    lastName: 'Søgaard',
    email: row(1).email,
  })
})

const patients = () => [200, { patients: [], total: 0, total_pages: 1 }] as [number, unknown]
test('the patient list leads there, with how many there are, asked for once', async () => {
  const { screen, sent, address } = await show(
    { [call]: () => listed([row(1)], 12), 'GET /operator/get_all_patients/': patients },
    '/operatorPatientlist',
  )
  await screen.getByRole('link', { name: 'Waiting for confirmation (12)' }).click()
  expect(sent.filter((one) => one.call === call).length).toBeLessThanOrEqual(2)
  expect(address()).toBe('/registrations')
})

test.each([
  ['nobody waits', listed([])],
  ['the number cannot be told', refused(500)],
])('the patient list says nothing of it when %s', async (_, answer) => {
  const { screen, sent } = await show(
    { [call]: () => answer, 'GET /operator/get_all_patients/': patients },
    '/operatorPatientlist',
  )
  await expect.element(screen.getByRole('button', { name: 'Add Patient' })).toBeVisible()
  await expect.poll(() => sent.map((one) => one.call)).toContain(call)
  await expect.element(screen.getByText('No patients found').first()).toBeVisible()
  expect(screen.getByText(/Waiting for confirmation/).elements()).toEqual([])
})

const similar = 'GET /operator/registrations/similar/'
const known = {
  patient_id: 'P-7K3QX9',
  first_name: 'Ada',
  last_name: 'Sogaard1',
  dob: '04-17-1986',
  mrn_number: 'MRN7',
  shares: ['name', 'phone'],
}

test.each(looks)('who may be a patient already is named beside the registration: %s, %i px', async (scheme, width) => {
  await page.viewport(width, 800)
  const { screen } = await show(
    {
      [call]: () => listed([row(1), row(2)]),
      [similar]: () => [200, { registrations: [{ id: row(1).id, records: [known] }] }],
    },
    '/registrations',
    scheme,
  )
  const hint = screen.getByText('May already be a patient')
  await expect.element(hint).toBeVisible()
  expect(hint.elements()).toHaveLength(1)
  await expect.element(screen.getByText(/· 04-17-1986 · MRN7 · same name and phone number$/)).toBeVisible()
  await expectLink(screen, 'Ada Sogaard1', '/profile?patient=P-7K3QX9')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(await axeHits()).toEqual([])
})

test('when nobody could be compared it says so, and tries again', async () => {
  let isDown = true
  const { screen } = await show({
    [call]: () => listed([row(1)]),
    [similar]: () => (isDown ? refused(400) : [200, { registrations: [{ id: row(1).id, records: [known] }] }]),
  })
  const problem = screen.getByRole('alert')
  await expect.element(problem).toMatchTextContent(/We could not check whether these people are already patients/)
  isDown = false
  await problem.getByRole('button').click()
  await expect.element(screen.getByText('May already be a patient')).toBeVisible()
  expect(screen.getByRole('alert').elements()).toEqual([])
})
