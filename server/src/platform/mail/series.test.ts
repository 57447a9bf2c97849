import { hourMs } from '@fornix/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mailWorld } from '../../../test/mail-world.ts'
import { staffScope } from '../database/scope.ts'
import { withdrawMails } from './outbox.ts'
import { claimMails } from './queue.ts'
import type { Delivery } from './transport.ts'

const { database, project, start, passTime, write, nodeOver } = await mailWorld()
const series = 'appointment:1'
const [first, second] = ['Moved', 'Canceled'] as const
const done: Delivery = { refused: [], putOff: [], serverResponse: '' }
const putOff: Delivery = {
  ...done,
  putOff: ['ana@x.example'],
  serverResponse: 'The mail server deferred it: 451 later',
}
const refused: Delivery = { ...done, refused: ['ana@x.example'], serverResponse: 'The mail server refused it: 550 no' }

/** A node whose mail server answers what the test says. */
const node = (answer: (subject: string) => Delivery | Promise<Delivery>) => {
  const sent: string[] = []
  const running = nodeOver({
    send: async ({ subject }) => {
      const delivery = await answer(subject)
      if (delivery === done) sent.push(subject)
      return delivery
    },
    reachable: async () => true,
    close: () => {},
  })
  return { ...running, sent }
}
const withdraw = (which: { series: string } | { idempotencyKeys: string[] }) =>
  database.scoped(staffScope(project), (db) => withdrawMails(db, { project, reason: 'It was canceled.', ...which }))
const rows = () =>
  database.systemQuery<{ subject: string; status: string; withdrawn: boolean }>(
    'select subject, status, withdrawn from mail_outbox order by series_no, subject',
    [],
  )

test('a mail waits for an earlier one of its series that was put off, and no other one does', async () => {
  await write({ subject: first, series })
  await write({ subject: second, series })
  await write({ subject: 'Of another visit', series: 'appointment:2' })
  await write({ subject: 'Of nothing' })
  await write({ subject: 'To the new address', series, to: ['new@x.example'] })
  const answers = [putOff, done]
  const { wake, sent, ready } = node((subject) => (subject === first ? (answers.shift() ?? done) : done))
  await wake()
  expect(sent.toSorted()).toEqual(['Of another visit', 'Of nothing', 'To the new address'])
  passTime(16 * 60_000)
  expect(await ready()).toMatchObject({ ok: true })
  await wake()
  expect(sent.slice(3)).toEqual([first, second])
})

test.each([
  ['refused', refused],
  ['given up', putOff],
])('a mail that is %s does not keep back the next one of its series', async (how, answer) => {
  await write({ subject: first, series })
  passTime(how === 'refused' ? 0 : 24 * hourMs)
  await write({ subject: second, series })
  const { wake, sent } = node((subject) => (subject === first ? answer : done))
  await wake()
  expect(sent).toEqual([second])
  expect(await rows()).toMatchObject([
    { subject: first, status: 'failed', withdrawn: false },
    { subject: second, status: 'sent' },
  ])
})

test.each([{ series }, { idempotencyKeys: ['first'] }])(
  'a mail that was withdrawn by %o never leaves, nor keeps back the next',
  async (which) => {
    await write({ subject: first, series, idempotencyKey: 'first' })
    const { wake, sent } = node((subject) => (subject === first ? putOff : done))
    await wake()
    await withdraw(which)
    await write({ subject: second, series })
    await wake()
    passTime(hourMs)
    await wake()
    expect(sent).toEqual([second])
    expect(await rows()).toEqual([
      { subject: first, status: 'failed', withdrawn: true },
      { subject: second, status: 'sent', withdrawn: false },
    ])
  },
)

/** A mail that is withdrawn while a mail server takes it, and the next one. */
const withdrawnInHand = async () => {
  await write({ subject: first, series })
  const begun = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<Delivery>()
  const slow = node(() => {
    begun.resolve()
    return taken.promise
  })
  const working = slow.wake()
  await begun.promise
  await withdraw({ series })
  await write({ subject: second, series })
  return { slow, taken, working }
}

test('a mail that is withdrawn while the mail server takes it arrives before the next one, on any node', async () => {
  const { slow, taken, working } = await withdrawnInHand()
  const other = node(() => done)
  await other.wake()
  expect(other.sent).toEqual([])
  taken.resolve(done)
  await working
  await other.wake()
  expect([...slow.sent, ...other.sent]).toEqual([first, second])
  expect(await rows()).toMatchObject([
    { status: 'sent', withdrawn: false },
    { status: 'sent', withdrawn: false },
  ])
})

test('a mail that is withdrawn while a slow mail server takes it stays in hand longer than a lease', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { taken, working } = await withdrawnInHand()
  const until = async () =>
    (
      await database.systemQuery<{ at: string }>('select in_hand_until as at from mail_outbox order by series_no', [])
    )[0]?.at
  const before = await until()
  passTime(110_000)
  vi.advanceTimersByTime(30_000)
  await expect.poll(until).not.toBe(before)
  passTime(20_000)
  expect(await claimMails(database, new Date(start + 130_000), 5)).toEqual([])
  taken.resolve(done)
  await working
})

test('a withdrawn mail whose sender died keeps the next one back until its lease has run out', async () => {
  await write({ subject: first, series })
  expect(await claimMails(database, new Date(start), 5)).toHaveLength(1)
  await withdraw({ series })
  await write({ subject: second, series })
  const { wake, sent } = node(() => done)
  await wake()
  expect(sent).toEqual([])
  passTime(120_000)
  await wake()
  expect(sent).toEqual([second])
})

test('of many mails of one series, claimed by several nodes at once, each leaves after the one before', async () => {
  const subjects = Array.from({ length: 6 }, (_, n) => `News ${n}`)
  for (const subject of subjects) await write({ subject, series })
  const acts: string[] = []
  const nodes = [1, 2, 3].map(() =>
    node(async (subject) => {
      acts.push(`${subject} begins`)
      await new Promise(setImmediate)
      acts.push(`${subject} ends`)
      return done
    }),
  )
  await expect
    .poll(async () => {
      await Promise.all(nodes.map(({ wake }) => wake()))
      return acts
    })
    .toEqual(subjects.flatMap((subject) => [`${subject} begins`, `${subject} ends`]))
})
