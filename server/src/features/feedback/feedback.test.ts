import { feedbackTypes, getFeedback, submitFeedback } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

const { as, given, send, owner } = await testApp()
const opinion = { feedback_type: 'Performance', feedback_comments: 'The list is fast.', experience: 'happy' } as const

test('what staff say is kept under the name and role of the session, whatever the body says', async () => {
  const nora = await given.staff('Nurse')
  const admin = await given.staff('Admin', nora.project)

  await as(nora).call(submitFeedback, {
    body: { ...opinion, email: 'x@else.example', last_name: 'Else', role: 'SuperAdmin', project_id: admin.id } as never,
  })

  const { feedback, total } = await as(admin).call(getFeedback, { query: {} })
  expect(total).toBe(1)
  expect(feedback).toMatchObject([
    { ...opinion, email: nora.email, last_name: 'Lindt', role: 'Nurse', project_id: nora.project },
  ])
  expect(Date.now() - Date.parse(feedback[0]!.upload_date)).toBeLessThan(60_000)
  expect(
    await owner("select actor_id, object_id from audit_events where action = 'feedback.submit' and project_id = $1", [
      nora.project,
    ]),
  ).toEqual([{ actor_id: nora.id, object_id: feedback[0]!.feedback_id }])
})

test.each([
  ['feedback_comments', '  ', 'Comments are required'],
  ['feedback_comments', undefined, 'Comments are required'],
  ['feedback_type', 'Catering', 'Please choose a feedback type'],
  ['experience', 'bored', 'Please choose happy or sad'],
])('%s %j is refused: %s', async (field, value, sentence) => {
  const answer = await send(await given.staff('Nurse'), submitFeedback, { body: { ...opinion, [field]: value } })

  expect(answer).toMatchObject({ status: 400, body: { error: sentence, fields: { [field]: sentence } } })
})

test('each type of the list is welcome, the newest is first, and pages end', async () => {
  const nora = await given.staff('Physician')
  const admin = await given.staff('SuperAdmin', nora.project)
  for (const feedback_type of feedbackTypes)
    await as(nora).call(submitFeedback, { body: { ...opinion, feedback_type } })

  const first = await as(admin).call(getFeedback, { query: {} })
  const second = await as(admin).call(getFeedback, { query: { page: 2 } })

  expect(first).toMatchObject({ total: 11, total_pages: 2 })
  expect([...first.feedback, ...second.feedback].map(({ feedback_type }) => feedback_type)).toEqual(
    [...feedbackTypes].reverse(),
  )
  expect((await as(admin).call(getFeedback, { query: { page: 9 } })).feedback).toEqual([])
})

test('admins of another project see none of it; who has left is named still', async () => {
  const nora = await given.staff('Nurse')
  const admin = await given.staff('Admin', nora.project)
  await as(nora).call(submitFeedback, { body: opinion })
  await owner('update providers set deleted_at = now() where provider_id = $1', [nora.id])

  expect((await as(await given.staff('Admin')).call(getFeedback, { query: {} })).total).toBe(0)
  expect((await as(admin).call(getFeedback, { query: {} })).feedback).toMatchObject([{ last_name: 'Lindt' }])
})
