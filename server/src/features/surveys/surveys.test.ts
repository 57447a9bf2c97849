import { fetchResponses, getSurvey, submitSurvey } from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { as, given, send, owner } = await testApp()
const answers = {
  question1: 5,
  question2: null,
  question3: 4,
  question4: 3,
  question5: null,
  question6: 5,
  question7: 2,
  question8: 1,
  question9: 'The blanket was warm.\nThank you!',
}
const scanned = (patient: TestUser, date: string) =>
  given.study({ project: patient.project, patient: patient.id, date })
const submit = (patient: TestUser, body: object = {}) =>
  as(patient).call(submitSurvey, { body: { ...answers, ...body } })
const surveys = async (patient: TestUser) => (await as(patient).call(getSurvey, {})).surveys
const daysPass = (patient: TestUser, days: number) =>
  owner('update surveys set submitted_at = submitted_at - make_interval(days => $2) where patient_id = $1', [
    patient.id,
    days,
  ])

test('the latest scan is asked about, and staff read the answers in the shape of the specification', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const [second, first] = [await scanned(ana, '20260302'), await scanned(ana, '20260301')]
  expect(await surveys(ana)).toMatchObject([
    { study_UID: second, study_date: '20260302', state: 'open', answers: null, changeable_until: null },
    { study_UID: first, state: 'open' },
  ])

  await submit(ana)

  expect(await surveys(ana)).toMatchObject([
    { study_UID: second, state: 'changeable', answers, changeable_until: expect.stringMatching(/Z$/) },
    { study_UID: first, state: 'open' },
  ])
  for (const email of [ana.email, ana.code])
    expect(await as(nora).call(fetchResponses, { params: { email } })).toEqual({
      data: {
        feedback: [
          { Name: 'Ana Rivera', 'Email Address': ana.email, ...answers, date: expect.stringMatching(/^\d{4}-.*Z$/) },
        ],
      },
    })
})

test('each scan has answers of its own; the newest answers come first', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Physician', ana.project)
  const first = await scanned(ana, '20250301')
  await scanned(ana, '20260301')

  await submit(ana)
  await submit(ana, { study_UID: first, question9: 'Of the first visit' })

  const { data } = await as(nora).call(fetchResponses, { params: { email: ana.email } })
  expect(data.feedback.map(({ question9 }) => question9)).toEqual(['Of the first visit', answers.question9])
})

test('answers can be replaced for 7 days from the first sending, not longer', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  await scanned(ana, '20260301')
  await submit(ana)
  await daysPass(ana, 6)
  await submit(ana, { question1: 1 })
  await daysPass(ana, 1)

  const late = await send(ana, submitSurvey, { body: { ...answers, question1: 2 } })

  expect(late).toMatchObject({ status: 409, body: { code: 'closed' } })
  const { data } = await as(nora).call(fetchResponses, { params: { email: ana.email } })
  expect(data.feedback).toMatchObject([{ question1: 1 }])
  expect(await surveys(ana)).toMatchObject([{ state: 'closed', answers: { question1: 1 } }])
})

test('two at once leave one row', async () => {
  const ana = await given.patient()
  await scanned(ana, '20260301')
  await Promise.all([submit(ana), submit(ana, { question1: 1 })])
  expect(await owner('select from surveys where patient_id = $1', [ana.id])).toHaveLength(1)
})

test.each([
  ['question1', 0],
  ['question1', 6],
  ['question6', 2.5],
  ['question7', 'good'],
  ['question8', undefined],
  ['question8', null],
  ['question2', 9],
])('%s: %j is refused', async (question, value) => {
  const ana = await given.patient()
  await scanned(ana, '20260301')

  const answer = await send(ana, submitSurvey, { body: { ...answers, [question]: value } })

  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { [question]: 'Please choose one of the five answers' } },
  })
})

test('without a scan there is nothing to answer; a scan of somebody else is answered like one that does not exist', async () => {
  const ana = await given.patient()
  const bob = await given.patient(ana.project)
  const theirs = await scanned(bob, '20260301')

  expect(await surveys(ana)).toEqual([])
  expect(await send(ana, submitSurvey, { body: answers })).toMatchObject({ status: 409, body: { code: 'no_study' } })
  const [real, none] = await Promise.all(
    [theirs, '2.25.1'].map(async (study_UID) => send(ana, submitSurvey, { body: { ...answers, study_UID } })),
  )
  expect([real!.status, none!.status]).toEqual([404, 404])
  expect({ ...real!.body, request_id: '' }).toEqual({ ...none!.body, request_id: '' })
  expect(await surveys(bob)).toMatchObject([{ state: 'open' }])
})

test('reading and answering are noted for the patient', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  await scanned(ana, '20260301')
  await submit(ana)
  await as(nora).call(fetchResponses, { params: { email: ana.email } })

  expect(
    await owner('select actor_role, action from audit_events where patient_id = $1 order by event_id', [ana.id]),
  ).toEqual([
    { actor_role: 'Patient', action: 'survey.submit' },
    { actor_role: 'Nurse', action: 'survey.list' },
  ])
})
