import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { brokenWords } from '../../testing/broken-words.ts'
import { testMessages, testStaffThread, threadId } from '../../testing/care-messages.ts'
import { expectLink } from '../../testing/links.ts'
import { looks } from '../../testing/looks.ts'
import { withholding } from '../../testing/rights.ts'
import { ok, refused, type ServedCalls, serve, stale } from '../../testing/serve.ts'
import { showRoutes, signedOutAt } from '../../testing/show.tsx'
import { CareMessagesPage } from './CareMessagesPage.tsx'
import { PatientMessages } from './PatientMessages.tsx'

const inbox = 'GET /operator/care_messages/'
const one = `GET /operator/care_messages/${threadId}/`
const answer = `POST /operator/care_messages/${threadId}/`
const see = `POST /operator/care_messages/${threadId}/seen/`
const assign = `POST /operator/care_messages/${threadId}/assign/`
const close = `POST /operator/care_messages/${threadId}/close/`
const ofPatient = 'GET /operator/patient_messages/P-7K3QX9/'
const totals = { total: 1, total_pages: 1 }
const taken = { assignee: { provider_id: 'PR-1', name: 'Amara Abbott' }, version: 1 }
const usual: ServedCalls = {
  [inbox]: ok({ threads: [testStaffThread], ...totals }),
  [ofPatient]: ok({ threads: [testStaffThread], ...totals }),
  [one]: ok({ thread: testStaffThread, messages: testMessages }),
  [see]: ok({ seen: 0 }),
  'GET /operator/work_queue_colleagues/': ok({
    colleagues: [
      { provider_id: 'PR-1', name: 'Amara Abbott', role: 'Nurse', kinds: ['message'] },
      { provider_id: 'S-2', name: 'Nora Lindt', role: 'Nurse', kinds: ['message'] },
      { provider_id: 'S-3', name: 'Tom Berg', role: 'MRI-Tech', kinds: ['visit'] },
    ],
  }),
}
type Scheme = { scheme?: 'light' | 'dark' }
const open = async (at: string, answers: ServedCalls = {}, options: Scheme = {}) => {
  const sent = serve({ ...usual, ...answers })
  const routes = [
    { path: '/careMessages', element: <CareMessagesPage /> },
    { path: '/profile', element: <PatientMessages patientKey="P-7K3QX9" /> },
  ]
  const shown = await showRoutes(routes, { role: 'Nurse', at, ...options })
  return { ...shown, sent, bodies: (call: string) => sent.flatMap((one) => (one.call === call ? [one.body] : [])) }
}
const inRecord = `/profile?patient=P-7K3QX9&tab=messages`
const thread = `${inRecord}&thread=${threadId}`

beforeEach(() => signedOutAt(1280, 800))

test.each(looks)('in %s at %i inbox and conversation can be read by everybody', async (scheme, width) => {
  await page.viewport(width, 800)
  const { screen, router } = await open('/careMessages', {}, { scheme })
  await expect.element(screen.getByText('04-17-1986 · MRN LN-204417')).toBeVisible()
  expect(await axeHits()).toEqual([])
  await router.navigate(thread)
  await expect.element(screen.getByText('Clear ones, yes.')).toBeVisible()
  await expect.element(screen.getByText('Not read by the patient yet')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(await axeHits()).toEqual([])
})

test('beside the menu of a tablet no date or MRN of the inbox breaks in two', async () => {
  await page.viewport(800, 800)
  const { screen } = await open('/careMessages')
  await expect.element(screen.getByText('04-17-1986 · MRN LN-204417')).toBeVisible()
  screen.container.style.width = '540px'
  expect(brokenWords(screen.getByRole('table').element())).toEqual([])
})

test('the inbox begins with what waits, is filtered and searched, and leads into the record', async () => {
  const { screen, sent, address } = await open('/careMessages')
  await expectLink(screen, 'Contact lenses', thread)
  await expect.element(screen.getByText('No one yet')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Show' }).click()
  await screen.getByRole('option', { name: 'Mine' }).click()
  await expect.poll(address).toBe('/careMessages?view=mine')
  await screen.getByLabelText('Find messages by patient').fill('riv')
  await expect.poll(address).toBe('/careMessages?view=mine&searchQuery=riv')
  const asked = () =>
    sent.filter(({ call }) => call === inbox).map(({ query }) => [query.get('view'), query.get('searchQuery')])
  expect(asked()[0]).toEqual(['open', null])
  await expect.poll(() => asked().at(-1)).toEqual(['mine', 'riv'])
})

test('somebody takes a conversation; a colleague who was quicker is shown', async () => {
  let isTaken = false
  const { screen, bodies } = await open(thread, {
    [one]: () => ok({ thread: { ...testStaffThread, ...(isTaken && taken) }, messages: testMessages }),
    [assign]: () => {
      isTaken = true
      return stale({}, 'A colleague has just changed this. Please look again.')
    },
  })
  await screen.getByRole('button', { name: 'Assign to me' }).click()
  await expect.element(screen.getByText('A colleague has just changed this. Please look again.')).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Answered by' })).toHaveValue('Amara Abbott, Nurse')
  expect(bodies(assign)).toEqual([{ assignee: 'PR-1', version: 0 }])
  await expect.element(screen.getByRole('combobox', { name: 'Answered by' })).toHaveFocus()
  await expect.element(screen.getByRole('option')).not.toBeInTheDocument()
})

test('who takes a conversation and writes at once keeps the focus in the message', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isTaken = false
  const { screen } = await open(thread, {
    [one]: () => ok({ thread: { ...testStaffThread, ...(isTaken && taken) }, messages: testMessages }),
    [assign]: async () => {
      await promise
      isTaken = true
      return ok({ message: 'ok' })
    },
  })
  await screen.getByRole('button', { name: 'Assign to me' }).click()
  const text = screen.getByLabelText('Your message')
  await text.click()
  resolve()
  await expect.element(screen.getByRole('button', { name: 'Assign to me' })).not.toBeInTheDocument()
  await expect.element(text).toHaveFocus()
})

test('colleagues who could not be loaded are said to be so, and asked for again when the list is opened', async () => {
  const colleagues = 'GET /operator/work_queue_colleagues/'
  let isDown = true
  const { screen } = await open(thread, {
    [colleagues]: () =>
      isDown
        ? refused(500)
        : ok({ colleagues: [{ provider_id: 'S-2', name: 'Nora Lindt', role: 'Nurse', kinds: ['message'] }] }),
  })
  await expect.element(screen.getByText('The names could not be loaded. Open the list to try again.')).toBeVisible()
  isDown = false
  await screen.getByRole('combobox', { name: 'Answered by' }).click()
  await expect.element(screen.getByRole('option', { name: 'Nora Lindt, Nurse' })).toBeVisible()
  await expect.element(screen.getByText(/^The names could not be loaded/)).not.toBeInTheDocument()
})

test('who was chosen is shown at once, and another can be chosen when that is saved', async () => {
  const saved = Promise.withResolvers<void>()
  let given = { assignee: testStaffThread.assignee, version: 0 }
  const { screen, bodies } = await open(thread, {
    [one]: () => ok({ thread: { ...testStaffThread, ...given }, messages: testMessages }),
    [assign]: async ({ body }) => {
      await saved.promise
      given = { assignee: { provider_id: String(body?.['assignee']), name: 'Nora Lindt' }, version: given.version + 1 }
      return ok(given)
    },
  })
  const who = screen.getByRole('combobox', { name: 'Answered by' })
  await who.click()
  await screen.getByRole('option', { name: 'Nora Lindt, Nurse' }).click()
  await expect.element(who).toHaveValue('Nora Lindt, Nurse')
  await expect.element(who).toHaveAttribute('readonly')
  await expect.element(who).toHaveFocus()
  saved.resolve()
  await expect.element(who).not.toHaveAttribute('readonly')
  await who.click()
  await screen.getByRole('option', { name: 'Amara Abbott, Nurse' }).click()
  await expect
    .poll(() => bodies(assign))
    .toEqual([
      { assignee: 'S-2', version: 0 },
      { assignee: 'PR-1', version: 1 },
    ])
})

test('an answer is sent, and a conversation is closed with a note', async () => {
  const { screen, bodies } = await open(thread, { [answer]: ok(), [close]: ok() })
  await screen.getByLabelText('Your message').fill('Yes, you may.')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Your message has been sent.')).toBeVisible()
  expect(bodies(answer)).toMatchObject([{ text: 'Yes, you may.' }])

  await screen.getByRole('button', { name: 'Close conversation' }).click()
  await screen.getByLabelText('Note for the patient (optional)').fill('Settled by phone')
  await screen.getByRole('dialog').getByRole('button', { name: 'Close conversation' }).click()
  await expect.poll(() => bodies(close)).toMatchObject([{ note: 'Settled by phone' }])
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('staff write first from the record', async () => {
  const { screen, bodies, address } = await open(inRecord, {
    [ofPatient]: ok({ threads: [], total: 0, total_pages: 1 }),
    'POST /operator/patient_messages/P-7K3QX9/': ok({ message: 'ok', thread_id: threadId }),
  })
  await expect.element(screen.getByText('No messages with this patient')).toBeVisible()
  await screen.getByRole('link', { name: 'New message' }).click()
  await screen.getByLabelText('Subject').fill('Your visit')
  await screen.getByLabelText('Message', { exact: true }).fill('Please come at 9.')
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.poll(address).toBe(thread)
  expect(bodies('POST /operator/patient_messages/P-7K3QX9/')).toMatchObject([{ subject: 'Your visit' }])
})

test.each(['/careMessages', inRecord])('at %s who may not see medical information is told so', async (at) => {
  const { screen, sent } = await open(at, withholding('see_medical'))
  await expect.element(screen.getByText(/does not let nurses see medical information/)).toBeVisible()
  expect(sent.at(-1)?.call).not.toBe(answer)
})

test.each([
  ['/careMessages', inbox],
  [inRecord, ofPatient],
])('at %s a list that fails offers another try', async (at, call) => {
  let isDown = true
  const { screen } = await open(at, { [call]: () => (isDown ? refused(500) : (usual[call] as [number, unknown])) })
  await expect.element(screen.getByText('The messages could not be loaded.')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('link', { name: /Contact lenses/ })).toBeVisible()
})
