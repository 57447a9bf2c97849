import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { testMessages, testThread, threadId } from '../../testing/care-messages.ts'
import { expectLink } from '../../testing/links.ts'
import { looks } from '../../testing/looks.ts'
import { ok, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { showRoutes, signedOutAt } from '../../testing/show.tsx'
import { showing } from '../../testing/todo.tsx'
import { MessagesPage } from './MessagesPage.tsx'
import { useMessagesTodo } from './use-messages-todo.ts'

const list = 'GET /patient/messages/'
const one = `GET /patient/messages/${threadId}/`
const write = `POST /patient/messages/${threadId}/`
const see = `POST /patient/messages/${threadId}/seen/`
const start = 'POST /patient/messages/'
const totals = { total: 1, total_pages: 1, answer_days: 2 }
const usual: ServedCalls = {
  [list]: ok({ threads: [testThread], ...totals }),
  [one]: ok({ thread: testThread, messages: testMessages, answer_days: 2 }),
  [see]: ok({ seen: 1 }),
}
type Scheme = { scheme?: 'light' | 'dark' }
const open = async (answers: ServedCalls = {}, at = '/messages', options: Scheme = {}) => {
  const sent = serve({ ...usual, ...answers })
  const routes = ['/messages', '/messages/:thread'].map((path) => ({ path, element: <MessagesPage /> }))
  const shown = await showRoutes([...routes, { path: '*', element: <p>elsewhere</p> }], {
    role: 'Patient',
    at,
    ...options,
  })
  return { ...shown, sent, bodies: (call: string) => sent.flatMap((one) => (one.call === call ? [one.body] : [])) }
}
type Shown = Awaited<ReturnType<typeof open>>['screen']
const emergency = 'Not for emergencies. If this is an emergency, call 911.'

beforeEach(() => signedOutAt(390, 800))

test.each(looks)('in %s at %i list and conversation can be read by everybody', async (scheme, width) => {
  await page.viewport(width, 800)
  const { screen, router } = await open({}, '/messages', { scheme })
  await expect.element(screen.getByRole('link', { name: /Contact lenses 1 new/ })).toBeVisible()
  await expect.element(screen.getByText('We usually answer within 2 business days.', { exact: false })).toBeVisible()
  expect(await axeHits()).toEqual([])
  await router.navigate(`/messages/${threadId}`)
  await expect.element(screen.getByText('Clear ones, yes.')).toBeVisible()
  await expect.element(screen.getByText(emergency)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(await axeHits()).toEqual([])
})

test('on a phone the list leads to the conversation, and that back to the list', async () => {
  const { screen, address } = await open()
  await screen.getByRole('link', { name: /Contact lenses/ }).click()
  await expect.element(screen.getByRole('heading', { name: 'Contact lenses' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Conversations' })).not.toBeInTheDocument()
  await screen.getByRole('link', { name: 'All conversations' }).click()
  await expect.element(screen.getByRole('region', { name: 'Conversations' })).toBeVisible()
  expect(address()).toBe('/messages')
})

test('what is on the screen is said to be seen; one’s own says that the care team saw it, and no address is a link', async () => {
  const { screen, bodies } = await open({}, `/messages/${threadId}`)
  await expect.element(screen.getByText('Clear ones, yes.')).toBeVisible()
  const entry = (n: number) => screen.getByRole('list', { name: 'Messages' }).getByRole('listitem').nth(n)
  await expect.element(entry(0).getByText('Seen by the care team')).toBeVisible()
  await expect.element(entry(1).getByText(/Nora Lindt, Nurse/)).toBeVisible()
  expect(entry(0).element().querySelector('a')).toBeNull()
  await expect.poll(() => bodies(see)).toEqual([{ through: testMessages[1]?.message_id }])
})

test('an answer that fails stays and goes again as the same message; a changed one is another', async () => {
  let isDown = true
  const { screen, bodies } = await open({ [write]: () => (isDown ? 'no network' : ok()) }, `/messages/${threadId}`)
  const field = screen.getByLabelText('Your message')
  await field.fill('Thank you')
  const press = () => screen.getByRole('button', { name: 'Send' }).click()
  await press()
  await expect.element(screen.getByText(/^The portal did not respond/)).toBeVisible()
  await expect.element(field).toHaveValue('Thank you')
  await press()
  await expect.poll(() => bodies(write)).toHaveLength(2)
  await field.fill('Thank you!')
  isDown = false
  await press()
  await expect.element(screen.getByText('Your message has been sent.')).toBeVisible()
  await expect.element(field).toHaveValue('')
  const ids = bodies(write).map((body) => body?.['id'])
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('a message whose response was lost is the same one when its draft is resumed, and once it was sent the same text is another', async () => {
  let isDown = true
  let draft: object | null = null
  const saved_at = '2026-11-21T20:42:07Z'
  const form = `/common/api/draft/message-${threadId}/`
  const answers: ServedCalls = {
    [write]: () => (isDown ? 'no network' : ok()),
    [`GET ${form}`]: () => ok({ draft }),
    [`POST ${form}`]: ({ body }) => {
      draft = { values: body?.['values'], saved_at }
      return ok({ saved_at })
    },
  }
  const press = (screen: Shown) => screen.getByRole('button', { name: 'Send' }).click()
  const first = await open(answers, `/messages/${threadId}`)
  await first.screen.getByLabelText('Your message').fill('Thank you')
  await press(first.screen)
  await expect.element(first.screen.getByText(/^The portal did not respond/)).toBeVisible()
  await first.screen.unmount()
  await expect.poll(() => draft).not.toBeNull()

  isDown = false
  const { screen, bodies } = await open(answers, `/messages/${threadId}`)
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await press(screen)
  await expect.element(screen.getByText('Your message has been sent.')).toBeVisible()
  await screen.getByLabelText('Your message').fill('Thank you')
  await press(screen)
  await expect.poll(() => bodies(write)).toHaveLength(2)
  const [again, next] = bodies(write)
  expect(again).toEqual(first.bodies(write)[0])
  expect(next?.['id']).not.toBe(again?.['id'])
})

test('while a message is on its way nothing can be typed that its arrival would delete', async () => {
  const answer = Promise.withResolvers<Served>()
  const { screen } = await open({ [write]: () => answer.promise }, `/messages/${threadId}`)
  const field = screen.getByLabelText('Your message')
  await field.fill('Thank you')
  await expect.element(field).not.toHaveAttribute('readonly')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(field).toHaveAttribute('readonly')
  answer.resolve(ok())
  await expect.element(screen.getByText('Your message has been sent.')).toBeVisible()
  await expect.element(field).not.toHaveAttribute('readonly')
})

test('an answer whose response was lost is shown in the conversation, and one that was refused reads nothing again', async () => {
  let answer: Served = refused(403, 'No')
  const { screen, sent } = await open(
    {
      [write]: () => answer,
      [see]: refused(400),
    },
    `/messages/${threadId}`,
  )
  const reads = () => sent.filter(({ call }) => call === one).length
  await screen.getByLabelText('Your message').fill('Thank you')
  const press = () => screen.getByRole('button', { name: 'Send' }).click()
  answer = refused(409, 'Not now.')
  await press()
  await expect.element(screen.getByText('Not now.')).toBeVisible()
  expect(reads()).toBe(1)
  answer = 'no network'
  await press()
  await expect.element(screen.getByText(/^The portal did not respond/)).toBeVisible()
  await expect.poll(reads).toBe(2)
})

test('a new conversation whose response was lost stands in the list', async () => {
  let isSaved = false
  const { screen } = await open(
    {
      [list]: () => ok({ threads: isSaved ? [testThread] : [], ...totals, total: isSaved ? 1 : 0 }),
      [start]: () => {
        isSaved = true
        return 'no network'
      },
    },
    '/messages?write=true',
  )
  await page.viewport(1280, 800)
  await screen.getByLabelText('Subject').fill('Contact lenses')
  await screen.getByLabelText('Message', { exact: true }).fill('May I wear them?')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByRole('link', { name: /Contact lenses/ })).toBeVisible()
})

test('whoever leaves while a new conversation is sent stays where they went', async () => {
  const { promise: sending, resolve: end } = Promise.withResolvers<Served>()
  const draft = '/common/api/draft/message-new/'
  const { screen, router, address, sent } = await open(
    {
      [start]: () => sending,
      [`GET ${draft}`]: ok({ draft: null }),
      [`POST ${draft}`]: ok({ saved_at: '2026-11-21T20:42:07Z' }),
      [`DELETE ${draft}`]: ok({ message: 'Draft deleted' }),
    },
    '/messages?write=true',
  )
  await screen.getByLabelText('Subject').fill('Contact lenses')
  await screen.getByLabelText('Message', { exact: true }).fill('May I wear them?')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => sent.some(({ call }) => call === start)).toBe(true)
  await router.navigate('/scan')
  await expect.element(screen.getByText('elsewhere')).toBeVisible()
  await expect.poll(() => sent.some(({ call }) => call === `POST ${draft}`)).toBe(true)
  end(ok({ message: 'Message sent', thread_id: threadId }))
  // The last that is done with what was sent.
  await expect.poll(() => sent.some(({ call }) => call === `DELETE ${draft}`)).toBe(true)
  expect(address()).toBe('/scan')
})

test('the next message that is typed while the conversation is read again is kept', async () => {
  const reading = Promise.withResolvers<Served>()
  let isSent = false
  const { screen, sent } = await open(
    {
      [write]: () => {
        isSent = true
        return ok()
      },
      [one]: () => (isSent ? reading.promise : usual[one]) as Served,
    },
    `/messages/${threadId}`,
  )
  const field = screen.getByLabelText('Your message')
  await field.fill('Thank you')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Your message has been sent.')).toBeVisible()
  await field.fill('One more thing')
  reading.resolve(ok({ thread: { ...testThread, subject: 'Read again' }, messages: testMessages, answer_days: 2 }))
  await expect.element(screen.getByRole('heading', { name: 'Read again' })).toBeVisible()
  await expect.element(field).toHaveValue('One more thing')
  expect(sent.filter(({ call }) => call === write)).toHaveLength(1)
})

test('something new has a subject; the call’s sentences stand at their fields', async () => {
  const { screen, bodies, address } = await open({ [start]: ok({ message: 'ok', thread_id: threadId }) })
  await screen.getByRole('link', { name: 'New message' }).click()
  await expect.element(screen.getByText(emergency)).toBeVisible()
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Please write a subject')).toBeVisible()
  await expect.element(screen.getByText('Please write a message')).toBeVisible()
  await expect.element(screen.getByLabelText('Subject')).toHaveFocus()
  await screen.getByLabelText('Subject').fill('Parking')
  await screen.getByLabelText('Message', { exact: true }).fill('x'.repeat(5001))
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Please use at most 5000 characters')).toBeVisible()
  await screen.getByLabelText('Message', { exact: true }).fill('Where may I park?')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.poll(address).toBe(`/messages/${threadId}`)
  expect(bodies(start)).toMatchObject([{ subject: 'Parking', text: 'Where may I park?' }])
})

test('without messages it says what one can ask; without a response it offers another try', async () => {
  let isDown = true
  const { screen } = await open({
    [list]: () => (isDown ? refused(500) : ok({ threads: [], total: 0, total_pages: 1, answer_days: 1 })),
  })
  await expect.element(screen.getByText('The messages could not be loaded.')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No messages yet')).toBeVisible()
  await expect.element(screen.getByText(/within 1 business day\./)).toBeVisible()
})

test('a conversation that is not there says so, and one that is closed can be written in', async () => {
  const closed = { ...testThread, state: 'closed' }
  let isGone = true
  const { screen, router } = await open(
    { [one]: () => (isGone ? refused(404) : ok({ thread: closed, messages: testMessages, answer_days: 2 })) },
    `/messages/${threadId}`,
  )
  await expect.element(screen.getByText('This conversation was not found.')).toBeVisible()
  isGone = false
  await router.navigate('/messages')
  await expect.element(screen.getByRole('link', { name: /Contact lenses/ })).toBeVisible()
  await router.navigate(`/messages/${threadId}`)
  await expect.element(screen.getByText('This conversation is closed. Write again to reopen it.')).toBeVisible()
  await expect.element(screen.getByLabelText('Your message')).toBeVisible()
})

test.each([
  [1, 'From the care team'],
  [3, '3 from the care team'],
])('%i new messages are something to do', async (unseen, text) => {
  serve({ 'GET /patient/messages_count/': ok({ unseen }) })
  const Todo = showing(useMessagesTodo)
  const { screen } = await showRoutes([{ path: '*', element: <Todo /> }], { role: 'Patient' })
  await expectLink(screen, 'You have a new message', '/messages')
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
})
