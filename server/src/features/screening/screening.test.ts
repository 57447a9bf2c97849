import { createHash } from 'node:crypto'
import {
  bookMyAppointment,
  dayMs,
  getMyScreening,
  getScreening,
  listMySlots,
  questionnaires,
  questionnaireVersion,
  reviewScreening,
  type ScreeningAnswers,
  submitMyScreening,
  submitScreening,
} from '@fornix/contract'
import { calmAnswers } from '@fornix/demo/seeds/demo/screening-answers.ts'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { given, as, send, owner } = await testApp()

const bodyOf = (answers: Record<string, unknown>) => ({ version: questionnaireVersion, answers })
const answer = (ana: TestUser, answers: ScreeningAnswers = calmAnswers()) =>
  as(ana).call(submitMyScreening, { params: { key: ana.code }, body: bodyOf(answers) })
const read = (staff: TestUser, ana: TestUser) => as(staff).call(getScreening, { params: { key: ana.code } })
const newestOf = async (staff: TestUser, ana: TestUser) => (await read(staff, ana)).screenings[0]?.screening_id ?? ''
const cleared = { decision: 'cleared', note: '', signature: 'Nora Lindt' } as const
const review = async (
  staff: TestUser,
  ana: TestUser,
  body: { decision: string; note?: string; signature?: string } = cleared,
  screening_id?: string,
) =>
  send(staff, reviewScreening, {
    params: { key: ana.code, screening_id: screening_id ?? (await newestOf(staff, ana)) },
    body: { signature: 'Nora Lindt', ...body },
  })
const setting = async () => {
  const ana = await given.patient(undefined, { gender: 'Female', dob: '1986-04-17' })
  return { ana, nora: await given.staff('Physician', ana.project) }
}
const day = (after: number) => new Date(Date.now() + after * dayMs).toISOString().slice(0, 10)
const bookFree = async (ana: TestUser) => {
  const { slots } = await as(ana).call(listMySlots, { query: { from: day(1), to: day(14) } })
  await as(ana).call(bookMyAppointment, { body: { start: slots[0]?.start ?? '' } })
}
const makeOlder = (ana: TestUser, days: number) =>
  owner('update screenings set filled_at = filled_at - make_interval(days => $2) where patient_id = $1', [ana.id, days])

test('nobody was asked, answers wait for a review, and a review clears them for 30 days', async () => {
  const { ana, nora } = await setting()
  expect(await read(nora, ana)).toMatchObject({ state: 'not_asked', screenings: [], facts: { gender: 'Female' } })

  expect(await answer(ana)).toMatchObject({ state: 'waiting' })
  expect((await review(nora, ana)).body).toMatchObject({ state: 'cleared' })

  const { state, good_until, screenings } = await read(nora, ana)
  expect(state).toBe('cleared')
  const days = (Date.parse(good_until ?? '') - Date.now()) / dayMs
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThanOrEqual(30)
  expect(screenings).toMatchObject([
    {
      version: 1,
      filled_by: 'Ana Rivera',
      filled_role: 'Patient',
      reviews: [{ decision: 'cleared', signature: 'Nora Lindt', reviewer: 'Nora Lindt', role: 'Physician' }],
    },
  ])
  await makeOlder(ana, 31)
  expect((await read(nora, ana)).state).toBe('expired')
})

test('new answers end a clearance; the old ones stay with their review', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  await review(nora, ana)

  expect(await answer(ana, calmAnswers({ claustrophobia: 'yes' }))).toMatchObject({ state: 'waiting' })

  const { screenings } = await read(nora, ana)
  expect(screenings.map(({ answers, reviews }) => [answers['claustrophobia'], reviews.length])).toEqual([
    ['yes', 0],
    ['no', 1],
  ])
})

test('a review is of the newest answers only: an older one is a conflict, and one of somebody else is not found', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  const old = await newestOf(nora, ana)
  await answer(ana)
  expect(await review(nora, ana, cleared, old)).toMatchObject({ status: 409, body: { code: 'newer_answers' } })
  expect((await read(nora, ana)).state).toBe('waiting')

  const ben = await given.patient(ana.project)
  await answer(ben, calmAnswers())
  expect((await review(nora, ana, cleared, await newestOf(nora, ben))).status).toBe(404)
})

test('the newest review counts; only a clearance needs no note', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  for (const decision of ['not_cleared', 'to_be_clarified']) {
    expect(await review(nora, ana, { decision })).toMatchObject({
      status: 400,
      body: { fields: { note: 'Please explain why' } },
    })
    expect((await review(nora, ana, { decision, note: 'Which clip?' })).body).toMatchObject({ state: decision })
  }
  expect((await review(nora, ana)).body).toMatchObject({ state: 'cleared' })
  expect((await read(nora, ana)).screenings[0]?.reviews.map(({ decision }) => decision)).toEqual([
    'cleared',
    'to_be_clarified',
    'not_cleared',
  ])
})

test('what speaks against a scan does not expire, and old answers are cleared by nobody', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  await review(nora, ana, { decision: 'not_cleared', note: 'Pacemaker' })
  await makeOlder(ana, 40)
  expect((await read(nora, ana)).state).toBe('not_cleared')

  expect(await review(nora, ana)).toMatchObject({ status: 409, body: { code: 'expired' } })

  const ben = await given.patient(ana.project)
  await answer(ben)
  await makeOlder(ben, 31)
  expect(await review(nora, ben)).toMatchObject({ status: 409, body: { code: 'expired' } })
})

test('a question that nobody clarified ends with its answers: the patient is asked again, and new answers alone do not end it', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  await review(nora, ana, { decision: 'to_be_clarified', note: 'Which clip?' })
  await makeOlder(ana, 31)
  await bookFree(ana)
  const own = () => as(ana).call(getMyScreening, { params: { key: ana.code } })
  expect(await own()).toMatchObject({ state: 'expired', needed_for: expect.any(String) })
  expect(await review(nora, ana)).toMatchObject({ status: 409, body: { code: 'expired' } })
  expect(await answer(ana)).toMatchObject({ state: 'to_be_clarified' })
  expect((await review(nora, ana)).body).toMatchObject({ state: 'cleared' })
})

test('new answers alone do not take away what spoke against a scan; a review of them does', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  await review(nora, ana, { decision: 'not_cleared', note: 'Pacemaker on the X-ray', signature: 'Nora Lindt' })
  await answer(ana)
  expect((await read(nora, ana)).state).toBe('not_cleared')
  await review(nora, ana, cleared)
  expect((await read(nora, ana)).state).toBe('cleared')
})

test('what a physician stopped only a physician lets go on, also after new answers', async () => {
  const { ana, nora: doctor } = await setting()
  const nurse = await given.staff('Nurse', ana.project)
  await answer(ana)
  const stop = { decision: 'not_cleared', note: 'Aneurysm clip', signature: 'Nora Lindt' } as const
  await review(doctor, ana, stop)
  await answer(ana)
  // Repeating it does not make it the nurse's own.
  expect((await review(nurse, ana, stop)).status).toBe(200)
  for (const decision of ['cleared', 'to_be_clarified'])
    expect(await review(nurse, ana, { ...stop, decision })).toMatchObject({
      status: 409,
      body: { fields: { decision: expect.stringContaining('Only a physician') } },
    })
  expect((await review(doctor, ana, cleared)).status).toBe(200)
  await answer(ana)
  expect((await review(nurse, ana, cleared)).status).toBe(200)
})

test('a review is signed with the reviewer’s own name', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  for (const signature of ['', 'Otto Lindt'])
    expect(await review(nora, ana, { ...cleared, signature })).toMatchObject({
      status: 400,
      body: { fields: { signature: expect.any(String) } },
    })
  expect((await review(nora, ana, { ...cleared, signature: 'nora  LINDT' })).status).toBe(200)
})

test.each(['Physician', 'MRI-Tech', 'Nurse'] as const)('a %s reviews', async (role) => {
  const { ana } = await setting()
  await answer(ana)
  expect((await review(await given.staff(role, ana.project), ana)).status).toBe(200)
})

test('neither patients nor administrators review; they do not judge what a magnet does', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  const id = await newestOf(nora, ana)
  for (const user of [ana, await given.staff('Admin', ana.project), await given.staff('SuperAdmin', ana.project)])
    expect((await review(user, ana, cleared, id)).status).toBe(403)
  expect((await read(nora, ana)).state).toBe('waiting')
})

test('nobody reads or answers for another patient, and staff of another project find nobody', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  const ben = await given.patient(ana.project)
  const far = await given.staff('Physician')
  const params = { key: ana.code }
  const body = bodyOf(calmAnswers())
  expect((await send(ben, getMyScreening, { params })).status).toBe(404)
  expect((await send(ben, submitMyScreening, { params, body })).status).toBe(404)
  expect((await send(far, getScreening, { params })).status).toBe(404)
  expect((await send(far, submitScreening, { params, body })).status).toBe(404)
  expect((await review(far, ana, cleared, await newestOf(nora, ana))).status).toBe(404)
  expect((await read(nora, ana)).screenings).toHaveLength(1)
})

test('answers outside of the questions are refused, each with a sentence at its question', async () => {
  const { ana } = await setting()
  const wrong = { ...calmAnswers(), pacemaker: 'maybe', weight: '12 stone', lie_still: 7, allergies: '' }
  const refused = await send(ana, submitMyScreening, { params: { key: ana.code }, body: bodyOf(wrong) })
  expect(refused).toMatchObject({
    status: 400,
    body: {
      fields: {
        pacemaker: 'Please choose an answer',
        weight: 'Please enter a whole number from 2 to 1000',
        lie_still: 'Please choose an answer',
        allergies: 'Please choose an answer',
      },
    },
  })
  const none = await send(ana, submitMyScreening, { params: { key: ana.code }, body: bodyOf({}) })
  expect(Object.keys(none.body.fields)).toHaveLength(18)
  const version = await send(ana, submitMyScreening, {
    params: { key: ana.code },
    body: { ...bodyOf({}), version: 99 },
  })
  expect(version).toMatchObject({ status: 409, body: { code: 'other_questions' } })
})

test('a follow-up is needed once its answer calls for it, and what was not asked is not kept', async () => {
  const { ana, nora } = await setting()
  const pacemaker = { ...calmAnswers(), pacemaker: 'yes' }
  const params = { key: ana.code }
  expect(await send(ana, submitMyScreening, { params, body: bodyOf(pacemaker) })).toMatchObject({
    status: 400,
    body: { fields: { pacemaker_which: 'Please write an answer', pacemaker_card: 'Please choose an answer' } },
  })
  await answer(ana, { ...calmAnswers(), pacemaker_which: 'Azure', kidney: 'yes', breastfeeding: 'yes', made_up: 'x' })
  const [{ answers } = { answers: {} }] = (await read(nora, ana)).screenings
  for (const hidden of ['pacemaker_which', 'kidney', 'breastfeeding', 'made_up'])
    expect(answers).not.toHaveProperty(hidden)
})

test.each([
  ['a man', { gender: 'Male', dob: '1986-04-17' }, false],
  ['a girl of eight', { gender: 'Female', age: 8 }, false],
  ['a woman of sixty', { gender: 'Female', age: 60 }, false],
  ['a woman of fifty-five', { gender: 'Female', age: 55 }, true],
  ['somebody whose age and gender nobody knows', {}, true],
])('%s is asked about a pregnancy where one can be', async (_, fields, isAsked) => {
  const ana = await given.patient(undefined, fields)
  const { pregnant: _pregnant, ...answers } = calmAnswers()
  const { status } = await send(ana, submitMyScreening, { params: { key: ana.code }, body: bodyOf(answers) })
  expect(status).toBe(isAsked ? 400 : 200)
})

test('staff answer for a patient, and the patient reads that they did, without notes', async () => {
  const { ana, nora } = await setting()
  const params = { key: ana.code }
  await as(nora).call(submitScreening, { params, body: bodyOf(calmAnswers({ claustrophobia: 'yes' })) })
  await review(nora, ana, { decision: 'to_be_clarified', note: 'Secret thoughts' })
  const { body } = await send(ana, getMyScreening, { params })
  expect(body).toMatchObject({
    state: 'to_be_clarified',
    current: { filled_by: 'Nora Lindt', filled_as: 'staff', filled_role: 'Physician' },
  })
  expect(JSON.stringify(body)).not.toContain('Secret thoughts')
})

const book = (ana: TestUser, days: number) =>
  owner<{ start: string }>(
    `insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by)
     select $1, gen_random_uuid(), $2, scanner_id, to_timestamp(ceil(extract(epoch from now()) / 1800) * 1800) + make_interval(days => $3), $2
       from scanners where project_id = $1 returning starts_at as start`,
    [ana.project, ana.id, days],
  )
const neededFor = async (ana: TestUser) =>
  (await as(ana).call(getMyScreening, { params: { key: ana.code } })).needed_for

test('a patient is asked for the next visit, as long as no answers count on its day', async () => {
  const { ana, nora } = await setting()
  expect(await neededFor(ana)).toBe(null)
  await book(ana, 40)
  expect(await neededFor(ana)).toBe(null)
  await book(ana, 20)
  expect(await neededFor(ana)).not.toBe(null)
  await answer(ana)
  expect(await neededFor(ana)).toBe(null)
  await review(nora, ana)
  await makeOlder(ana, 15)
  expect(await neededFor(ana)).not.toBe(null)
})

const mailsAsk = async (ana: TestUser) => {
  const mails = await owner<{ body: string }>('select body from mail_outbox where patient_id = $1 order by mail_id', [
    ana.id,
  ])
  return mails.map(({ body }) => /Please answer the MRI safety questions .*\/mrSafety/.test(body))
}
test('the confirmation of a visit asks for answers that count on its day, and not of one too far ahead', async () => {
  const { ana } = await setting()
  await as(ana).call(bookMyAppointment, { body: { start: '2032-03-10T16:00:00Z' } })
  await bookFree(ana)
  await answer(ana)
  await bookFree(ana)
  expect(await mailsAsk(ana)).toEqual([false, true, false])
})

test('a published version of the questions never changes: change them in a new one', () => {
  const digest = createHash('sha256').update(JSON.stringify(questionnaires[1])).digest('hex')
  expect(digest).toBe('1965edb5026829bd7bd1f0666438d77a8c076cc6dd9a1204b32fe8600316fb8b')
})
