import { getMyPatientInfo, getPatientInfo } from '@fornix/contract'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { useCall } from '../../platform/calls/api.ts'
import { catalogue } from '../../platform/language/language.ts'
import { axeHits } from '../../testing/axe.ts'
import { ok, refused, serve } from '../../testing/serve.ts'
import { actingIn, show, signedOutAt, signIn } from '../../testing/show.tsx'
import { showing } from '../../testing/todo.tsx'
import { MrSafetyPage } from './MrSafetyPage.tsx'
import { ScreeningNotice } from './ScreeningNotice.tsx'
import { ScreeningPanel } from './ScreeningPanel.tsx'
import { answered, current, open, read, unasked, write } from './screening-fixtures.tsx'
import { useScreeningTodo } from './use-screening-todo.ts'

beforeEach(() => signedOutAt(390, 800))

// Eight steps of a form, each waited for.
test('a patient answers step by step, checks all and sends; then it says what happens next', {
  timeout: 60_000,
}, async () => {
  let mine = unasked
  const sent = serve({
    [read]: () => ok(mine),
    [write]: () => {
      mine = answered
      return ok({ message: 'ok', state: 'waiting' })
    },
  })
  const { screen, pick, next, toTheCheck } = await open()
  await expect.element(screen.getByText(/before the visit on Mon, Mar 8 at 10:00 AM/)).toBeVisible()
  expect(await axeHits()).toEqual([])
  await toTheCheck()
  expect(sent.filter(({ call }) => call === write)).toEqual([])
  expect(await axeHits()).toEqual([])

  await screen.getByRole('button', { name: 'Change: Metal in your body' }).click()
  await pick(/bullet/, 'Yes')
  await screen.getByLabelText('Where in your body is it?').fill('Left hand')
  for (let step = 3; step < 7; step++) await next()
  await next('Check my answers')
  await expect.element(screen.getByText('Left hand')).toBeVisible()
  await next('Send my answers')

  await expect.element(screen.getByText('Thank you. Your answers have been sent.')).toBeVisible()
  await expect.element(screen.getByText(/^What happens next/)).toBeVisible()
  expect(sent.find(({ call }) => call === write)?.body).toMatchObject({
    version: 1,
    answers: { shrapnel: 'yes', shrapnel_where: 'Left hand', weight: '165', pregnant: 'no' },
  })
})

// The answers fill empty fields of the medical information.
const OwnRecord = () => {
  useCall(getMyPatientInfo, { params: { email: 'P-7K3QX9' } })
  return <MrSafetyPage />
}
const StaffRecord = () => {
  useCall(getPatientInfo, { params: { key: 'P-7K3QX9' } })
  return <ScreeningPanel patientKey="P-7K3QX9" />
}
test.each([
  { role: 'Patient', page: <OwnRecord />, send: 'Send my answers' },
  { role: 'Nurse', page: <StaffRecord />, send: 'Save the answers' },
] as const)('after the answers of a $role the record is read again', { timeout: 60_000 }, async (of) => {
  const staff = { facts: unasked.facts, state: 'not_asked', good_until: null, screenings: [] }
  const sent = serve({
    [read]: ok(unasked),
    'GET /operator/mr_safety/P-7K3QX9/': ok(staff),
    'GET */get_patient_info/P-7K3QX9/': ok({}),
    'POST */mr_safety/P-7K3QX9/': ok({ message: 'ok', state: 'waiting' }),
  })
  const { screen, next, toTheCheck } = await open(of.page, of.role)
  if (of.role === 'Nurse') await screen.getByRole('button', { name: 'Fill in for the patient' }).click()
  await toTheCheck()
  const readings = () => sent.filter(({ call }) => call.endsWith('/get_patient_info/P-7K3QX9/')).length
  expect(readings()).toBe(1)
  await next(of.send)
  await expect.poll(readings).toBe(2)
})

test('nobody goes on without an answer, and a follow-up comes with the answer that calls for it', async () => {
  serve({ [read]: ok(unasked) })
  const { screen, pick, next, noToAll } = await open()
  await next()
  await expect.element(screen.getByText('Please choose an answer').first()).toBeVisible()
  await expect.element(screen.getByText('Step 1 of 8')).toBeVisible()
  await expect.element(screen.getByRole('radio').first()).toHaveFocus()
  await expect.element(screen.getByLabelText('Which one is it?')).not.toBeInTheDocument()

  await userEvent.keyboard(' ')
  await screen.getByLabelText('Which one is it?').fill('Azure')
  await pick(/pacemaker/, 'No')
  await expect.element(screen.getByLabelText('Which one is it?')).not.toBeInTheDocument()
  await noToAll()
  await next()
  await expect.element(screen.getByRole('heading', { name: 'Implants and devices (2 of 2)' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect
    .element(screen.getByRole('group', { name: /pacemaker/ }).getByRole('radio', { name: 'No', exact: true }))
    .toBeChecked()
})

test('faults and questions are in the reader’s language, also where the answers are checked', async () => {
  const spanish = {
    'Please choose an answer': 'Elija una respuesta',
    'Do you have any allergies?': '¿Tiene alergias?',
  }
  Object.assign(catalogue, spanish)
  onTestFinished(() => {
    for (const sentence of Object.keys(spanish)) delete catalogue[sentence]
  })
  serve({ [read]: ok(unasked) })
  const { screen, next, toTheCheck } = await open()
  await next()
  await expect.element(screen.getByText('Elija una respuesta').first()).toBeVisible()
  expect(screen.getByText('Please choose an answer').all()).toEqual([])
  await toTheCheck()
  await expect.element(screen.getByText('¿Tiene alergias?')).toBeVisible()
})

test('a caregiver reads beside the questions whom they are about', async () => {
  signIn('Patient', { acting: actingIn('visits') })
  serve({ [read]: ok(unasked) })
  const { screen } = await show(<MrSafetyPage />, { at: '/mrSafety' })
  await expect.element(screen.getByText('For Amara Abbott')).toBeVisible()
  await expect.element(screen.getByText('In these questions, “you” means Amara.')).toBeVisible()
  await expect.element(screen.getByText(/before the visit on/)).toBeVisible()
})

test.each(['waiting', 'cleared', 'to_be_clarified', 'not_cleared'] as const)(
  'a caregiver is not addressed as the patient whose answers are %s',
  async (state) => {
    signIn('Patient', { acting: actingIn('visits') })
    serve({ [read]: ok({ ...answered, state, needed_for: null }) })
    const { screen } = await show(<MrSafetyPage />, { at: '/mrSafety' })
    await expect.element(screen.getByRole('heading', { name: 'Answers for Amara' })).toBeVisible()
    expect(document.body.textContent).not.toMatch(/your (visit|scan|answers|care team)/i)
  },
)

test('pounds are said in kilograms while they are typed, and where the answers are checked', async () => {
  serve({ [read]: ok(unasked) })
  const { screen, toTheCheck } = await open()
  await toTheCheck()
  await expect.element(screen.getByText('165 lb is 75 kg')).toBeVisible()
  await screen.getByRole('button', { name: 'Change: During the scan' }).click()
  await screen.getByLabelText(/weigh/).fill('70')
  await expect.element(screen.getByText('70 lb is 32 kg')).toBeVisible()
  await screen.getByLabelText(/weigh/).fill('7x')
  await expect.element(screen.getByText(/lb is/)).not.toBeInTheDocument()
})

test('who types kilograms or centimeters is told what to type', async () => {
  serve({ [read]: ok(unasked) })
  const { screen, next, noToAll } = await open()
  for (let step = 1; step < 6; step++) {
    await noToAll()
    await next()
    await expect.element(screen.getByText(`Step ${step + 1} of 8`)).toBeVisible()
  }
  await noToAll()
  await screen.getByLabelText(/weigh/).fill('72 kg')
  await screen.getByLabelText(/tall/).fill('170 cm')
  await next()
  await expect.element(screen.getByText('72 kg is 159 lb. Please type 159.')).toBeVisible()
  await expect.element(screen.getByText('170 cm is 67 in. Please type 67.')).toBeVisible()
  await expect.element(screen.getByLabelText(/weigh/)).toHaveValue('72 kg')
  expect(await axeHits()).toEqual([])
})

test('a man is not asked about a pregnancy', async () => {
  serve({ [read]: ok({ ...unasked, facts: { gender: 'Male', age: 40 } }) })
  const { screen, toTheCheck } = await open()
  await toTheCheck()
  await expect.element(screen.getByText(/pregnant/)).not.toBeInTheDocument()
})

test.for([
  [{ filled_as: 'reader' }, /^You answered on Mar 1, 2032/],
  [{ filled_as: 'caregiver', filled_by: 'Maria Soto, for Ana Rivera' }, /by Maria Soto, for Ana Rivera$/],
  [{ filled_as: 'staff', filled_by: 'Nora Lindt' }, /by Nora Lindt, for you$/],
] as const)('answers given as %o are told as such', async ([given, said]) => {
  serve({ [read]: ok({ ...answered, state: 'cleared', current: { ...current, ...given } }) })
  const { screen } = await open()
  await expect.element(screen.getByText(said)).toBeVisible()
})

test('who has answered reads the answers and where they stand, and may answer again', async () => {
  serve({ [read]: ok({ ...answered, state: 'cleared' }) })
  const { screen } = await open()
  await expect.element(screen.getByText(/You are cleared for your scan/)).toBeVisible()
  await expect
    .element(screen.getByRole('listitem').first())
    .toHaveTextContent('Bullet or shrapnel: YesWhere: Left hand')
  await expect.element(screen.getByText('165 lb (75 kg)')).toBeVisible()
  expect(await axeHits()).toEqual([])
  await screen.getByRole('button', { name: 'Something changed? Answer again' }).click()
  await expect.element(screen.getByText('Step 1 of 8')).toBeVisible()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText(/You are cleared for your scan/)).toBeVisible()
})

test('questions that could not be loaded are asked for again', async () => {
  serve({ [read]: refused(400) })
  const { screen } = await open()
  await expect.element(screen.getByText('The MRI safety questions could not be loaded.')).toBeVisible()
  serve({ [read]: ok(unasked) })
  await screen.getByRole('button', { name: /again|retry/i }).click()
  await expect.element(screen.getByText('Step 1 of 8')).toBeVisible()
})

test('home and appointments lead to the questions only while the next visit needs them', async () => {
  const ScreeningTodo = showing(useScreeningTodo)
  const both = (
    <>
      <ScreeningTodo />
      <ScreeningNotice />
    </>
  )
  serve({ [read]: ok(unasked) })
  const { screen } = await open(both)
  await expect
    .element(screen.getByRole('link', { name: 'Answer the MRI safety questions' }).first())
    .toHaveAttribute('href', '/mrSafety')
  await expect.element(screen.getByText(/^Before the visit on Mon, Mar 8 at 10:00 AM/)).toBeVisible()
  await screen.unmount()
  const asked = serve({ [read]: ok(answered) })
  const later = await open(both)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await expect.element(later.screen.getByRole('link')).not.toBeInTheDocument()
})
