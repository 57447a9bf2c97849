import { getConfig, getOperatorNumber, listMyDocuments, logEvent, loginPatient, sendContactUs } from '@fornix/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { refused, type Sent, serve } from '../../testing/serve.ts'
import { show, signIn, signOut } from '../../testing/show.tsx'
import { NoticeBar } from '../../ui/shell/NoticeBar.tsx'
import { messages } from '../base/messages.ts'
import { setNavigator } from '../base/navigation.ts'
import { queryClient } from '../http/query-client.ts'
import { currentSession } from '../session/session-store.ts'
import { ApiFailure, send, useCall } from './api.ts'

const visited: string[] = []
beforeEach(() => {
  signOut()
  visited.length = 0
  setNavigator((to) => visited.push(to))
})

const documents = { documents: [], total: 0, total_pages: 1 }
const mine = { params: { key: 'P-7K3QX9' }, query: {} }
const path = 'GET /patient/retrieve_documents/P-7K3QX9/'
const bearer = ({ headers }: Sent) => headers.get('authorization')
const onlySecond = (sent: Sent): [number, unknown] =>
  bearer(sent) === 'Bearer second' ? [200, documents] : refused(401)

test('a call carries the token of the session and its project', async () => {
  signIn('Patient')
  const sent = serve({ [path]: () => [200, documents] })
  await send(listMyDocuments, mine)
  expect(bearer(sent[0]!)).toBe('Bearer first')
  expect(sent[0]!.headers.get('project')).toBe(currentSession()?.project)
})

test.each(['moving', 'moved'])('whose project is %s reads so on a page of the server', async (code) => {
  const opened: string[] = []
  setNavigator(
    () => {},
    (address) => opened.push(address),
  )
  serve({ [path]: () => [503, { ...(refused(503)[1] as object), code }] })
  await expect(send(listMyDocuments, mine)).rejects.toMatchObject({ status: 503 })
  expect(opened).toEqual([])
  signIn('Patient')
  await expect(send(listMyDocuments, mine)).rejects.toMatchObject({ status: 503 })
  expect(opened).toEqual([`/moving?project=${currentSession()?.project}`])
})

test('a response that this page does not know says that there is a new version once the server has one', async () => {
  signIn('Patient')
  const { screen } = await show(<NoticeBar />)
  const notice = screen.getByText(/A new version is ready/)
  let program = 200
  const sent = serve({ [path]: [200, { documents: 'of another version' }], 'HEAD *': () => [program, ''] })
  const read = () => expect(send(listMyDocuments, mine)).rejects.toMatchObject({ status: 502 })
  await read()
  await expect.poll(() => sent.at(-1)?.call).toMatch(/^HEAD/)
  await expect.element(notice).not.toBeInTheDocument()
  program = 404
  await read()
  await expect.element(notice).toBeVisible()
})

test('calls refused together ask for one new token, show the old one with it, and each try once more', async () => {
  signIn('Patient')
  const sent = serve({ [path]: onlySecond, 'POST /patient/refresh/': () => [200, { access_token: 'second' }] })
  const responses = await Promise.all([1, 2, 3].map(() => send(listMyDocuments, mine)))
  expect(responses).toEqual([documents, documents, documents])
  const refreshes = sent.filter(({ call }) => call === 'POST /patient/refresh/')
  expect(refreshes.map(bearer)).toEqual(['Bearer first'])
  expect(sent).toHaveLength(7)
  expect(sessionStorage.getItem('patient_token')).toBe('second')
})

test('a refused refresh ends the session: tokens and answers are gone, and the entrance of the area appears', async () => {
  signIn('Nurse')
  queryClient.setQueryData(['secret'], 'of this person')
  serve({ 'GET /admin/get_operator_number/': () => refused(401), 'POST /operator/refresh/': () => refused(401) })
  await expect(send(getOperatorNumber, {})).rejects.toMatchObject({ status: 401 })
  expect(currentSession()).toBeNull()
  expect(['operator_token', 'userObject', 'role', 'project'].map((key) => sessionStorage.getItem(key))).toEqual(
    Array(4).fill(null),
  )
  expect(queryClient.getQueryData(['secret'])).toBeUndefined()
  expect(visited).toEqual(['/physicians'])
})

test('an expired session is not logged out at the server, where its cookie may be somebody else’s by now', async () => {
  signIn('Patient')
  const sent = serve({ [path]: () => refused(401), 'POST /patient/refresh/': () => refused(401) })
  await expect(send(listMyDocuments, mine)).rejects.toBeInstanceOf(ApiFailure)
  expect(sent.map(({ call }) => call)).not.toContain('POST /patient/logout/')
})

test('a token that is refused although it is new ends the session instead of asking for ever', async () => {
  signIn('Patient')
  const sent = serve({ [path]: () => refused(401), 'POST /patient/refresh/': () => [200, { access_token: 'second' }] })
  await expect(send(listMyDocuments, mine)).rejects.toMatchObject({ status: 401 })
  expect(sent).toHaveLength(3)
  expect(currentSession()).toBeNull()
})

test('a refresh without network keeps the session', async () => {
  signIn('Patient')
  serve({ [path]: () => refused(401), 'POST /patient/refresh/': () => 'no network' })
  await expect(send(listMyDocuments, mine)).rejects.toMatchObject({ status: 0 })
  expect(currentSession()).not.toBeNull()
})

test('a 403 shows the page that says no', async () => {
  signIn('Patient')
  serve({ [path]: () => refused(403) })
  await expect(send(listMyDocuments, mine)).rejects.toMatchObject({ status: 403 })
  expect(visited).toEqual(['/403'])
})

test('a 403 for an address that is not confirmed says so of the session, and leads nowhere', async () => {
  signIn('Patient')
  serve({ [path]: () => [403, { ...(refused(403)[1] as object), code: 'email_unverified' }] })
  await expect(send(listMyDocuments, mine)).rejects.toMatchObject({ status: 403 })
  expect(currentSession()).toMatchObject({ emailVerified: false })
  expect(visited).toEqual([])
})

test('a wrong password is told to the form and ends nothing', async () => {
  signIn('Patient')
  serve({ 'POST /patient/login/': () => refused(401, 'Failed to authenticate. Check credentials.') })
  const body = { email: 'amara@example.org', password: 'x' }
  await expect(send(loginPatient, { body })).rejects.toThrow('Failed to authenticate. Check credentials.')
  expect(currentSession()).not.toBeNull()
})

test('a call of anyone that knows members renews an expired token, so that a member stays one', async () => {
  signIn('Patient')
  const sent = serve({
    'POST /operator/send_contactus/': ({ headers }) =>
      headers.get('authorization') === 'Bearer second' ? [200, { message: 'ok' }] : refused(401),
    'POST /patient/refresh/': () => [200, { access_token: 'second' }],
  })
  await send(sendContactUs, { body: { subject: 'a', helpMessage: 'b' } })
  expect(sent).toHaveLength(3)
  expect(currentSession()).not.toBeNull()
})

test('a lost network is a failure of status 0, not a crash', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(send(getConfig, {})).rejects.toMatchObject({ name: 'ApiFailure', status: 0 })
})

test('what a newer server adds to a response is dropped, and a response of another shape is refused', async () => {
  signIn('Patient')
  serve({ [path]: () => [200, { ...documents, added: 'later' }] })
  await expect(send(listMyDocuments, mine)).resolves.toEqual(documents)
  serve({ [path]: () => [200, { documents: 'none' }] })
  await expect(send(listMyDocuments, mine)).rejects.toMatchObject({ status: 502 })
})

test('an aborted call rejects with its abort', async () => {
  const control = new AbortController()
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    control.abort()
    return Promise.reject(signal?.reason)
  })
  await expect(send(getConfig, {}, { signal: control.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('the client log names a failed call by its template and never tells more than twenty times a minute', async () => {
  signIn('Patient')
  const bodies: string[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (address === logEvent.path) bodies.push(String(body))
    return Response.json({}, { status: 500 })
  })
  for (let n = 0; n < 30; n++) await send(listMyDocuments, mine).catch(() => undefined)
  expect(bodies.length).toBeGreaterThan(0)
  expect(bodies.length).toBeLessThanOrEqual(20)
  expect(bodies.join()).toContain('/patient/retrieve_documents/:key/')
  expect(bodies.join()).not.toContain('P-7K3QX9')
  expect(bodies.join()).not.toContain('amara')
})

test('a portal that is too busy says so on every screen, keeps the session, and stops saying it when it is over', async () => {
  signIn('Patient')
  let isBusy = true
  const busy = { ...(refused(503)[1] as object), code: 'overloaded' }
  serve({ [path]: () => (isBusy ? [503, busy] : [200, documents]) })
  const { screen } = await show(<NoticeBar />)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const answer = globalThis.fetch
  let isFirst = true
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!isFirst) return answer(address, init)
    isFirst = false
    await released
    return Response.json(documents)
  })
  // Requested before, and answered after: it does not show that the portal is free again.
  const slow = send(listMyDocuments, mine)
  await expect(send(listMyDocuments, mine)).rejects.toMatchObject({ status: 503 })
  await expect.element(screen.getByRole('status')).toHaveTextContent(messages.notice.busy)
  expect(currentSession()).not.toBeNull()
  release()
  await slow
  await expect.element(screen.getByRole('status')).toHaveTextContent(messages.notice.busy)
  isBusy = false
  await send(listMyDocuments, mine)
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
})

const Count = () => {
  const query = useCall(listMyDocuments, mine)
  return <p>{query.data?.total ?? (query.isError ? 'failed' : 'loading')}</p>
}
test.for([
  [429, 'too_many', messages.notice.tooMany],
  [503, 'overloaded', messages.notice.busy],
] as const)(
  'a read refused with %s as %s waits as long as it was told to, and says so',
  async ([status, code, said]) => {
    signIn('Patient')
    const { promise: later, resolve: over } = Promise.withResolvers<void>()
    let times = 0
    serve({
      [path]: async () => {
        times += 1
        if (times === 1)
          return Response.json(refused(status, 'No', { code })[1], { status, headers: { 'retry-after': '1' } })
        await later
        return [200, documents]
      },
    })
    const { screen } = await show(
      <>
        <NoticeBar />
        <Count />
      </>,
    )
    await expect.element(screen.getByRole('status')).toHaveTextContent(said)
    await expect.poll(() => times).toBe(2)
    await expect.element(screen.getByText('loading')).toBeVisible()
    over()
    await expect.element(screen.getByText('0', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
  },
)

test('a read that would have to wait for an hour fails at once', async () => {
  signIn('Patient')
  const refusal = () => Response.json(refused(429)[1], { status: 429, headers: { 'retry-after': '3600' } })
  const sent = serve({ [path]: refusal })
  const { screen } = await show(<Count />)
  await expect.element(screen.getByText('failed')).toBeVisible()
  expect(sent).toHaveLength(1)
})
