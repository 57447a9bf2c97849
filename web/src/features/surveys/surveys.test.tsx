import type { Survey, SurveyAnswers } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { refused, serve } from '../../testing/serve.ts'
import { showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { showing } from '../../testing/todo.tsx'
import { SurveyPage } from './SurveyPage.tsx'
import { SurveyResponses } from './SurveyResponses.tsx'
import { studyDay } from './study-day.ts'
import { useSurveyTodo } from './use-survey-todo.ts'

const answers: SurveyAnswers = {
  question1: 4,
  question2: null,
  question3: 5,
  question4: 3,
  question5: null,
  question6: 5,
  question7: 3,
  question8: 4,
  question9: 'The blanket was warm.',
}
const survey = (part: Partial<Survey> = {}): Survey => ({
  study_UID: '1.2.3',
  study_date: '20260301',
  state: 'open',
  answers: null,
  changeable_until: null,
  ...part,
})
const changeable = survey({ state: 'changeable', answers, changeable_until: '2026-03-10T15:00:00Z' })
const read = 'GET /patient/survey/'
const write = 'POST /patient/submit_survey/'
const show = (element = <SurveyPage />) => {
  signIn('Patient')
  return showRoutes([{ path: '*', element }], { at: '/survey' })
}
type Shown = Awaited<ReturnType<typeof show>>['screen']
const pick = (screen: Shown, question: RegExp, word: string) =>
  screen.getByRole('group', { name: question }).getByRole('radio', { name: word, exact: true }).click()
const submit = (screen: Shown) => screen.getByRole('button', { name: 'Send my answers' }).click()
const fill = async (screen: Shown) => {
  await pick(screen, /^1\./, 'Satisfied')
  await pick(screen, /^2\./, 'Does not apply')
  await pick(screen, /^6\./, 'Very good')
  await pick(screen, /^7\./, 'Acceptable')
  await pick(screen, /^8\./, 'Poor')
  // The scale uses native radio buttons: an arrow key moves the selection.
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
}
beforeEach(signOut)

test('answers are words to the patient and numbers to the server; what was not answered did not apply', async () => {
  let now = survey()
  const sent = serve({
    [read]: () => [200, { surveys: [now] }],
    [write]: () => {
      now = changeable
      return [200, { message: 'ok' }]
    },
  })
  const { screen } = await show()
  await expect.element(screen.getByText(/Your scan of March 1, 2026/)).toBeVisible()
  await fill(screen)
  await submit(screen)
  await expect.element(screen.getByRole('dialog', { name: 'Thank You!' })).toBeVisible()
  await screen.getByRole('button', { name: 'Okay' }).click()
  await expect.element(screen.getByText('Very good (5 of 5)').first()).toBeVisible()
  expect(sent.find(({ call }) => call === write)?.body).toEqual({
    study_UID: '1.2.3',
    question1: 4,
    question2: null,
    question3: null,
    question4: null,
    question5: null,
    question6: 5,
    question7: 3,
    question8: 4,
    question9: '',
  })
})

test('what everybody is asked must be answered: each says so, and the first has the focus', async () => {
  serve({ [read]: () => [200, { surveys: [survey()] }] })
  const { screen } = await show()
  await submit(screen)
  await expect.element(screen.getByText('Please correct 4 fields')).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Very dissatisfied' })).toHaveFocus()
  expect(await hitsInEveryLook()).toEqual([])
})

test('sent answers can be changed as long as the server says, and not after', async () => {
  serve({ [read]: () => [200, { surveys: [changeable] }] })
  const early = await show()
  await early.screen.getByRole('button', { name: 'Change my answers' }).click()
  await expect.element(early.screen.getByRole('radio', { name: 'Satisfied', exact: true })).toBeChecked()
  await expect.element(early.screen.getByRole('radio', { name: 'Satisfied', exact: true })).toHaveFocus()
  await early.screen.unmount()

  signOut()
  serve({ [read]: () => [200, { surveys: [{ ...changeable, state: 'closed' }] }] })
  const late = await show()
  await expect.element(late.screen.getByText(/no longer be changed/)).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
  expect(late.screen.getByRole('button', { name: 'Change my answers' }).query()).toBeNull()
})

test.each([
  [409, 'Answers can be changed for 7 days only.'],
  [500, 'Your answers could not be sent. Please try again.'],
])('a refusal of %i reads “%s” and keeps the answers', async (status, sentence) => {
  serve({
    [read]: () => [200, { surveys: [survey()] }],
    [write]: () => refused(status, 'Answers can be changed for 7 days only.'),
  })
  const { screen } = await show()
  await fill(screen)
  await submit(screen)
  await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: 'Satisfied', exact: true })).toBeChecked()
})

test('before the first scan there is nothing to answer, and a failure offers another try', async () => {
  serve({ [read]: () => [200, { surveys: [] }] })
  const none = await show()
  await expect.element(none.screen.getByText('No scan yet')).toBeVisible()
  await none.screen.unmount()

  signOut()
  serve({ [read]: () => refused(400) })
  const broken = await show()
  await expect.element(broken.screen.getByText('The survey could not be loaded.')).toBeVisible()
})

const SurveyTodo = showing(useSurveyTodo)

test('the home page asks only as long as the latest scan has no answers', async () => {
  serve({ [read]: () => [200, { surveys: [survey(), changeable] }] })
  const open = await show(<SurveyTodo />)
  await expectLink(open.screen, 'How was the scan?', '/survey')
  await open.screen.unmount()

  signOut()
  const sent = serve({ [read]: () => [200, { surveys: [changeable, survey()] }] })
  const done = await show(<SurveyTodo />)
  await expect.poll(() => sent.length).toBe(1)
  expect(done.screen.getByText('How was the scan?').query()).toBeNull()
})

test('staff see each response with its questions, or that there is none', async () => {
  const call = 'GET /operator/fetch_responses/P-1/'
  const response = { Name: 'Ana Rivera', 'Email Address': 'ana@x.example', ...answers, date: '2026-03-02T15:00:00Z' }
  signIn('Nurse')
  serve({ [call]: () => [200, { data: { feedback: [response] } }] })
  const full = await showRoutes([{ path: '*', element: <SurveyResponses patientKey="P-1" /> }])
  await expect.element(full.screen.getByText('How satisfied are you with your scan?')).toBeVisible()
  await expect.element(full.screen.getByText('Satisfied (4 of 5)')).toBeVisible()
  await expect.element(full.screen.getByText('The blanket was warm.')).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
  await full.screen.unmount()

  signOut()
  signIn('Nurse')
  serve({ [call]: () => [200, { data: { feedback: [] } }] })
  const empty = await showRoutes([{ path: '*', element: <SurveyResponses patientKey="P-1" /> }])
  await expect.element(empty.screen.getByText('No survey responses yet')).toBeVisible()
})

test('a study’s day is the day that its digits say, in any time zone', () => {
  expect(['20260301', '', '2026-03-01', '20260000', '20260230'].map(studyDay)).toEqual([
    'March 1, 2026',
    '',
    '',
    '',
    '',
  ])
})
