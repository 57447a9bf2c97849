import {
  endAllSessions,
  getOperator,
  keepAlive,
  listSavedViews,
  sendContactUs,
  sendMyMessage,
  setPatientSession,
  submitFeedback,
} from '@fornix/contract'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { goOffline } from '../../testing/offline.ts'
import { ok, refused, type Sent, type Served, serve } from '../../testing/serve.ts'
import { show, signIn, signOut } from '../../testing/show.tsx'
import { messages } from '../base/messages.ts'
import { send, useCall, useSend } from './api.ts'

const path = 'POST /operator/submit_feedback/'
const views = 'GET /operator/saved_views/'
const opinion = { feedback_type: 'Performance', feedback_comments: 'Fast.', experience: 'happy' } as const
const keyOf = ({ headers }: Sent) => headers.get('idempotency-key')
const keysOf = (sent: Sent[]) => sent.filter(({ call }) => call === path).map(keyOf)
/** Responses one after the other; the last one repeats forever. */
const oneByOne = (...answers: Served[]) => {
  const left = [...answers]
  return () => (left.length > 1 ? left.shift() : left[0]) ?? ok()
}
const submit = (feedback_comments: string) => send(submitFeedback, { body: { ...opinion, feedback_comments } })

beforeEach(() => signIn('Nurse'))

test('a lost response is asked for again at once, with the same key', async () => {
  const sent = serve({ [path]: oneByOne('no network', ok()) })
  await submit('one')
  const [first, second] = keysOf(sent)
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(keysOf(sent)).toEqual([first, first])
  expect(second).toBe(first)
})

test('pressed again after no response it has the same key, and a new one once there was a response or it says something else', async () => {
  const sent = serve({ [path]: oneByOne('no network', 'no network', refused(503), ok()) })
  await expect(submit('two')).rejects.toMatchObject({ status: 0, message: messages.failure.noResponse })
  await expect(submit('two')).rejects.toMatchObject({ status: 503 })
  await submit('two')
  const [first] = keysOf(sent)
  expect(keysOf(sent)).toEqual([first, first, first, first])

  await submit('two')
  await submit('other')
  const keys = keysOf(sent)
  expect(new Set([first, keys[4], keys[5]]).size).toBe(3)
})

test('a second try that is turned away says nothing about the first, which may have been carried out', async () => {
  const sent = serve({ [path]: oneByOne('no network', refused(429), ok()) })
  await expect(submit('turned away')).rejects.toMatchObject({ status: 0, message: messages.failure.noResponse })
  await submit('turned away')
  expect(new Set(keysOf(sent)).size).toBe(1)
})

test('what was refused has a new key the next time', async () => {
  const sent = serve({ [path]: oneByOne(refused(400), ok()) })
  await expect(submit('three')).rejects.toMatchObject({ status: 400 })
  await submit('three')
  const [first, second] = keysOf(sent)
  expect(second).not.toBe(first)
})

test('a request that may not be repeated has no key, and is sent once', async () => {
  const sent = serve({ 'POST *': 'no network' })
  await expect(send(keepAlive, {})).rejects.toMatchObject({ status: 0 })
  expect(sent.filter(({ call }) => call.endsWith(keepAlive.path)).map(keyOf)).toEqual([null])
})

test('a wish is another one two minutes after its last try, and once something else was changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let isDown = true
  const sent = serve({ [path]: () => (isDown ? 'no network' : ok()) })
  const lose = async () => {
    isDown = true
    await expect(submit('six')).rejects.toMatchObject({ status: 0 })
    isDown = false
    return keysOf(sent).at(-1)
  }
  const first = await lose()
  vi.setSystemTime(Date.now() + 119_000)
  expect(await lose()).toBe(first)
  vi.setSystemTime(Date.now() + 119_000)
  expect(await lose()).toBe(first)
  vi.setSystemTime(Date.now() + 121_000)
  const second = await lose()
  expect(second).not.toBe(first)
  await submit('something else')
  expect(await lose()).not.toBe(second)
})

test('to look at a record does not end a wish', async () => {
  const sent = serve({ [path]: oneByOne('no network', 'no network', ok()), [`POST ${setPatientSession.path}`]: ok() })
  await expect(submit('eleven')).rejects.toMatchObject({ status: 0 })
  await send(setPatientSession, { body: { patient_id: 'P-1' } })
  await submit('eleven')
  expect(new Set(keysOf(sent)).size).toBe(1)
})

test('what was on its way while something else was changed has the same key when it is asked again', async () => {
  const lost = Promise.withResolvers<Served>()
  let tries = 0
  const sent = serve({
    [path]: ({ body }) => (body?.feedback_comments === 'twelve' && ++tries < 3 ? lost.promise : ok()),
  })
  const first = submit('twelve')
  await submit('thirteen')
  lost.resolve('no network')
  await expect(first).rejects.toMatchObject({ status: 0 })
  await submit('twelve')
  const keys = keysOf(sent).filter(
    (_, at) => sent.filter(({ call }) => call === path)[at]?.body?.feedback_comments === 'twelve',
  )
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

const Twice = () => {
  const { mutate } = useSend(setPatientSession)
  const open = (patient_id: string) => mutate({ body: { patient_id } })
  return (
    <button type="button" onClick={() => ['P-1', 'P-1', 'P-2', 'P-1'].forEach(open)}>
      Open
    </button>
  )
}

test('the same is not sent again while it is on its way, but after something else or its response', async () => {
  const sent = serve({ [`POST ${setPatientSession.path}`]: ok() })
  const { screen } = await show(<Twice />)
  const button = screen.getByRole('button')
  const opened = () => sent.flatMap(({ body }) => (body?.patient_id ? [body.patient_id] : []))
  await button.click()
  await expect.poll(opened).toEqual(['P-1', 'P-2', 'P-1'])
  await expect
    .poll(async () => {
      await button.click()
      return opened().length
    })
    .toBeGreaterThan(6)
})

test('a visitor’s request is sent once', async () => {
  signOut()
  const sent = serve({ 'POST *': 'no network' })
  const body = {
    subject: 'Hours',
    helpMessage: 'Are you open?',
    firstName: 'Vera',
    lastName: 'Lin',
    email: 'v@x.example',
  }
  await expect(send(sendContactUs, { body })).rejects.toMatchObject({ status: 0, body: undefined })
  expect(sent.filter(({ call }) => call.endsWith(sendContactUs.path))).toHaveLength(1)
})

const Views = () => {
  const { data } = useCall(listSavedViews, {})
  const { mutate } = useSend(submitFeedback, { refreshes: [listSavedViews] })
  return (
    <button type="button" onClick={() => mutate({ body: { ...opinion, feedback_comments: 'five' } })}>
      {data?.views.map(({ name }) => name).join() || 'None'}
    </button>
  )
}

test.each([
  ['no response came', 'Mine', 'no network'],
  ['the server broke', 'Mine', refused(500)],
  ['it was refused', 'None', refused(400)],
] as const)('where %s, a list that it would have changed shows %s', async (_, shown, answer) => {
  let name = ''
  const sent = serve({
    [views]: () => ok({ views: name ? [{ view_id: '01930000-0000-7000-8000-0000000000b1', name, filters: {} }] : [] }),
    [path]: () => {
      name = 'Mine'
      return answer as Served
    },
  })
  const { screen } = await show(<Views />)
  const button = screen.getByRole('button')
  await expect.element(button).toHaveTextContent('None')
  await button.click()
  await expect.poll(() => keysOf(sent).length).toBeGreaterThan(0)
  await expect.element(button).toHaveTextContent(shown)
})

const page = (status: number) => () => new Response('<h1>Bad Gateway</h1>', { status })

test.each([502, 504])(
  'the page of a proxy (%i) is no response: it is asked again with the same key',
  async (status) => {
    const answers = [page(status), () => ok()]
    const sent = serve({ [path]: () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? ok() })
    await submit('eight')
    const [first, second] = keysOf(sent)
    expect(second).toBe(first)
    expect(keysOf(sent)).toHaveLength(2)
  },
)

test.each([
  ['the page of a proxy', page(502)],
  ['a page of HTML', page(200)],
  ['something else', () => ok({ unknown: true })],
] as const)('where %s came in place of the answer, a change is said to be saved perhaps', async (_, answer) => {
  serve({ [path]: answer, 'POST *': answer, [views]: answer })
  const unread = { status: 502, message: messages.failure.unread }
  await expect(submit('nine')).rejects.toMatchObject(unread)
  await expect(send(endAllSessions, {})).rejects.toMatchObject(unread)
  for (const reading of [send(listSavedViews, {}), send(getOperator, { body: { email: 'nora@x.example' } })])
    await expect(reading).rejects.toMatchObject({ status: 502, message: messages.failure.unknown })
})

test('what the server itself says of a failure stays', async () => {
  serve({ [path]: refused(502, 'The archive does not answer.') })
  await expect(submit('ten')).rejects.toMatchObject({ status: 502, message: 'The archive does not answer.' })
})

const lost = () => send(endAllSessions, {})

test('without a key, a change whose response was lost is said to be saved perhaps', async () => {
  serve({ 'POST *': 'no network' })
  await expect(lost()).rejects.toMatchObject({ status: 0, message: messages.failure.maybeSaved })
})

test('what only reads, or holds a key of its own, does not have to be checked after a lost response', async () => {
  serve({ 'POST *': 'no network' })
  const reading = send(getOperator, { body: { email: 'nora@x.example' } })
  await expect(reading).rejects.toMatchObject({ status: 0, body: undefined })
  await expect(send(keepAlive, {})).rejects.toMatchObject({ status: 0, body: undefined })
  const id = crypto.randomUUID()
  const writing = send(sendMyMessage, { params: { thread: id }, body: { id, text: 'Hello', files: [] } })
  await expect(writing).rejects.toMatchObject({ message: messages.failure.noResponse })
})

test('a change that never left is not said to be saved perhaps', async () => {
  serve({ 'POST *': 'no network' })
  goOffline()
  await expect(lost()).rejects.toMatchObject({ status: 0, message: messages.failure.unreachable })
})
