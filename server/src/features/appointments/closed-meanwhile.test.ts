import { bookMyAppointment, moveMyAppointment, saveScheduling } from '@fornix/contract'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { visitBooker, visitDay } from '../../../test/visits.ts'

const { as, given, send, inOrder } = await testApp()
const book = visitBooker({ as })

const start = `${visitDay}T16:00:00Z`
const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '10:00', to: '15:00' }))
const save = (admin: TestUser, version: number, ...days: string[]) =>
  send(admin, saveScheduling, {
    body: { version, time_zone: 'America/New_York', hours, closed_days: days.map((date) => ({ date, note: '' })) },
  })

const clinic = async () => {
  const project = await given.project()
  const [admin, ana] = [await given.staff('Admin', project), await given.patient(project)]
  // A save deletes a day's row, so holding that row stops it in the middle of its transaction.
  await save(admin, 1, '2032-01-01')
  return { project, admin, ana }
}

test.each([
  ['booked', async (_: TestUser) => (ana: TestUser) => send(ana, bookMyAppointment, { body: { start } })],
  [
    'moved there',
    async (ana: TestUser) => {
      const { id } = await book(ana, '2032-03-11T16:00:00Z')
      return (ana: TestUser) => send(ana, moveMyAppointment, { params: { id }, body: { start } })
    },
  ],
])('a visit is not %s on a day that is being closed', async (_, prepare) => {
  const { project, admin, ana } = await clinic()
  const wanted = await prepare(ana)
  const [saved, answer] = await inOrder(
    'select from closed_days where project_id = $1',
    [project],
    [() => save(admin, 2, '2032-03-10'), () => wanted(ana)],
  )
  expect(saved).toMatchObject({ status: 200, body: { outside: [] } })
  expect(answer).toMatchObject({ status: 400, body: { code: 'closed' } })
})

test('who closes a day reads of the visit that is being booked on it', async () => {
  const { project, admin, ana } = await clinic()
  const [answer, saved] = await inOrder(
    'select from scanners where project_id = $1',
    [project],
    [() => send(ana, bookMyAppointment, { body: { start } }), () => save(admin, 2, '2032-03-10')],
  )
  expect(answer?.status).toBe(200)
  expect(saved).toMatchObject({ status: 200, body: { outside: ['2032-03-10T16:00:00.000Z'] } })
})

test('two who book at once do not wait for each other’s look at the hours', async () => {
  const { project, ana } = await clinic()
  const ben = await given.patient(project)
  const answers = await inOrder(
    'select from scanners where project_id = $1',
    [project],
    [
      () => send(ana, bookMyAppointment, { body: { start } }),
      () => send(ben, bookMyAppointment, { body: { start: '2032-03-10T17:00:00Z' } }),
    ],
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})
