import { listMyDocuments, saveDraft } from '@fornix/contract'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Served, serve } from '../../testing/serve.ts'
import { actingIn, show, signIn, signOut, south } from '../../testing/show.tsx'
import { setNavigator } from '../base/navigation.ts'
import { send, useCall } from '../calls/api.ts'
import { statusOf } from '../http/failure.ts'
import { queryClient } from '../http/query-client.ts'
import { rereadSession } from '../sign-in/restore.ts'
import { changeProject } from '../sign-in/switch-project.ts'
import { refreshToken } from './refresh.ts'
import { takeReturn } from './return-path.ts'
import { endSession, startSession } from './session.tsx'
import { accessToken, currentSession, keepSession } from './session-store.ts'
import { ownSignIn, pendingLogoutKey, signedInHint } from './sign-in-storage.ts'

beforeEach(signOut)

const path = 'GET /patient/retrieve_documents/P-7K3QX9/'
const documentsOf = (name: string) => ({
  documents: [
    {
      file_id: '01930000-0000-7000-8000-00000000d0c1',
      file_name: name,
      upload_date: '2026-11-21T20:42:07Z',
      kind: 'document',
      file_type: 'application/pdf',
      size: 10,
      scan_state: 'clean',
      deletable: false,
    },
  ],
  total: 1,
  total_pages: 1,
})
/** A list that stays on screen whoever is signed in. */
const List = ({ keepPrevious = false }) => {
  const { data } = useCall(listMyDocuments, { params: { key: 'P-7K3QX9' }, query: {} }, { keepPrevious })
  return <h1>{data?.documents[0]?.file_name ?? 'Nothing'}</h1>
}

const amaraOf = (part: object) => {
  const session = currentSession()
  if (!session) throw new Error('Nobody is signed in')
  startSession({ ...session, access_token: 'second', email_verified: true, ...part })
}
const nextPeople: [string, () => void][] = [
  ['another person', () => amaraOf({ user: { ...currentSession()!.user, email: 'ben@example.org' } })],
  ['the same person in another project', () => amaraOf({ project: south })],
  ['nobody', () => endSession()],
]

test.each(nextPeople)('on a page that stays open, %s sees nothing of the one before', async (_, next) => {
  signIn('Patient')
  setNavigator(() => {})
  serve({ [path]: () => [200, documentsOf('Letter of Amara')] })
  const { screen } = await show(
    <>
      <List />
      <List keepPrevious />
    </>,
  )
  await expect.poll(() => screen.getByText('Letter of Amara').elements()).toHaveLength(2)
  // While the new user's own list is loading, and for as long as that takes.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  next()
  await expect.poll(() => screen.getByText('Nothing').elements()).toHaveLength(2)
  expect(kept()).not.toContain('Amara')
})

/** All responses that the page still holds. */
const kept = () =>
  JSON.stringify(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  )

test('a response that was on its way to the one before reaches nobody', async () => {
  signIn('Patient')
  let arrive = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrive = resolve)))
  const { screen } = await show(<List />)
  await expect.element(screen.getByText('Nothing')).toBeVisible()
  const late = arrive
  amaraOf({ user: { ...currentSession()!.user, email: 'ben@example.org' } })
  await expect.poll(() => arrive).not.toBe(late)
  late(Response.json(documentsOf('Letter of Amara')))
  arrive(Response.json(documentsOf('Letter of Ben')))
  await expect.element(screen.getByText('Letter of Ben')).toBeVisible()
  expect(kept()).not.toContain('Amara')
})

test('who signs in at another tab ends what this one shows; a new tab of the same sign-in does not', async () => {
  serve({})
  const landed: string[] = []
  setNavigator((to) => void landed.push(String(to)))
  signIn('Patient')
  const others = new BroadcastChannel('fornix-session')
  onTestFinished(() => others.close())
  others.postMessage({ kind: 'signed-in', signIn: signedInHint.id() })
  others.postMessage({ kind: 'signed-in', signIn: 'of Ben' })
  await expect.poll(() => landed).toEqual(['/patients'])
  expect(currentSession()).toBeNull()
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/amara|abbott|first/i)
})

test.each([
  ['somebody else signed in since', () => signedInHint.set('patient', 'of Ben'), null],
  ['another tab signed out since', () => signedInHint.clear(), null],
  ['nobody did', () => undefined, 'Amara'],
])('a page that is loaded anew names whoever was here before only where %s', async (_, happens, name) => {
  signIn('Patient')
  happens()
  const module = `./session-store.ts?${crypto.randomUUID()}`
  const anew: typeof import('./session-store.ts') = await import(/* @vite-ignore */ module)
  expect(anew.currentSession()?.user.first_name ?? null).toBe(name)
  const kept = JSON.stringify({ ...sessionStorage })
  if (name) expect(kept).toContain(name)
  else expect(kept).not.toMatch(/amara|abbott|first/i)
})

test('what the browser keeps names nobody who has left', async () => {
  serve({ 'POST /patient/logout/': () => [200, { message: 'ok' }] })
  setNavigator(() => {})
  for (const reason of ['logout', 'idle', 'expired'] as const) {
    signIn('Patient')
    sessionStorage.setItem('studyId', '1.2.3')
    endSession(reason)
    const kept = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])
    expect(kept).not.toMatch(/amara|abbott|first|1\.2\.3/i)
  }
})

test('the page of somebody whose session ended is not where the next person lands', () => {
  serve({})
  setNavigator(() => {})
  signIn('Nurse')
  endSession('idle')
  signIn('Patient')
  expect(takeReturn()).toBeNull()
})

const ben = () => amaraOf({ user: { ...currentSession()!.user, email: 'ben@example.org' } })

/** The same sign-in, restored for somebody else it acts for. */
const otherPerson = () => keepSession({ ...currentSession()!, acting: actingIn('visits') }, 'second', ownSignIn() ?? '')

test.each([
  ['somebody else signed in', ben],
  ['the tab acts for another person', otherPerson],
])('a request that was refused after %s is not repeated in that session', async (_, change) => {
  signIn('Patient')
  setNavigator(() => {})
  let arrive = (_: Response) => {}
  const sent = vi.fn(() => new Promise<Response>((resolve) => (arrive = resolve)))
  vi.stubGlobal('fetch', sent)
  const outcome = send(saveDraft, { params: { form: 'x' }, body: { values: {} } }).catch(statusOf)
  change()
  arrive(Response.json({ error: 'Session expired', code: 'session' }, { status: 401 }))
  expect(await outcome).toBe(401)
  expect(sent).toHaveBeenCalledTimes(1)
  expect(accessToken()).toBe('second')
})

test('a token that was requested for the session before is not kept for this one', async () => {
  signIn('Patient')
  let arrive = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrive = resolve)))
  const refreshed = refreshToken('first')
  ben()
  arrive(Response.json({ access_token: 'third' }))
  expect(await refreshed).toBe(false)
  expect(accessToken()).toBe('second')
})

test('what is read about the session before says nothing about this one', async () => {
  signIn('Patient', { acting: actingIn('visits') })
  let arrive = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrive = resolve)))
  const read = rereadSession()
  amaraOf({ acting: null })
  const { user, memberships, role } = currentSession()!
  const me = { user_object: { ...user, first_name: 'Amara' }, role, memberships, email_verified: true }
  arrive(Response.json({ ...me, acting: actingIn('visits'), project: south }))
  await read
  expect(currentSession()?.acting).toBeNull()
})

test('a switch whose response comes after Log Out signs nobody in, and does not stop the logout', async () => {
  setNavigator(() => {})
  signIn('Nurse')
  const { user, role } = currentSession()!
  const { promise: switched, resolve: respond } = Promise.withResolvers<Served>()
  const { promise: loggedOut, resolve: end } = Promise.withResolvers<Served>()
  const sent = serve({ 'POST /common/api/switch_project/': () => switched, 'POST /operator/logout/': () => loggedOut })
  const calls = () => sent.map(({ call }) => call)
  const switching = changeProject(south)
  await expect.poll(calls).toContain('POST /common/api/switch_project/')
  endSession()
  await expect.poll(calls).toContain('POST /operator/logout/')
  respond([200, { access_token: 'second', role, project: south, user_object: user }])
  await switching
  expect(currentSession()).toBeNull()
  expect(localStorage.getItem(pendingLogoutKey)).not.toBeNull()
  end([200, { message: 'ok' }])
  await expect.poll(() => localStorage.getItem(pendingLogoutKey)).toBeNull()
})
