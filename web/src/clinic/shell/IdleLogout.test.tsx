import { hourMs } from '@fornix/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startActivity } from '../../platform/base/activity.ts'
import { currentSession } from '../../platform/session/session-store.ts'
import { axeHits } from '../../testing/axe.ts'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { north, showRoutes, signIn, signOut, userOf } from '../../testing/show.tsx'
import { NoticeBar } from '../../ui/shell/NoticeBar.tsx'
import { IdleLogout } from './IdleLogout.tsx'

// React renders in real time, whatever the test's clock says.
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  await drawn()
}
let skippedMs = 0
// Both clocks jump, and the timers run the last second: the result must depend on the time alone.
const minutes = (count: number) => {
  skippedMs += count * 60_000
  return jump(count)
}
/** The wall clock: the machine slept, or somebody set it. */
const jump = (count: number) => {
  vi.setSystemTime(Date.now() + count * 60_000 - 1000)
  return pass(1000)
}
const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))

const start = async (answers: { refresh?: Served; idle_ms?: number | undefined } = {}) => {
  signOut()
  signIn('Nurse')
  const message = () => [200, { message: 'ok' }] as [number, unknown]
  const sent = serve({
    'POST /common/api/keep_alive/': message,
    'POST /operator/logout/': message,
    'POST /operator/refresh/': answers.refresh ?? ok({ access_token: 'next' }),
    'GET /common/api/get_user/': ok({ ...me, idle_ms: 'idle_ms' in answers ? answers.idle_ms : 0 }),
  })
  const element = (
    <>
      <NoticeBar />
      <IdleLogout />
    </>
  )
  const shown = await showRoutes([{ path: '*', element }], { at: '/operatorPatientlist' })
  await pass(10)
  return { ...shown, calls: () => sent.map(({ call }) => call) }
}

const me = {
  user_object: userOf('Nurse'),
  role: 'Nurse',
  project: north,
  memberships: [],
  email_verified: true,
  acting: null,
}
const dialog = () => document.querySelector('[role="alertdialog"]')

beforeEach(() => {
  skippedMs = 0
  const steady = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => steady() + skippedMs)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('after 18 minutes without activity a dialog asks, with the focus on staying', async () => {
  await start()
  await minutes(17.9)
  expect(dialog()).toBeNull()
  await minutes(0.2)
  expect(dialog()?.textContent).toContain('Are you still there?')
  await pass(500)
  expect(document.activeElement?.textContent).toBe('Stay signed in')
  expect(dialog()?.querySelector('.tabular')?.textContent).toMatch(/^1:5\d$/)
})

test('the countdown is spoken at 60, 30 and 10 seconds only', async () => {
  await start()
  await minutes(18)
  const spoken = new Set<string>()
  for (let second = 0; second < 118; second++) {
    await pass(1000)
    spoken.add(dialog()?.querySelector('[role="status"]')?.textContent ?? '')
  }
  expect([...spoken].filter(Boolean)).toEqual(['60 seconds left', '30 seconds left', '10 seconds left'])
})

test('"Stay signed in" tells the server and starts the 20 minutes again', async () => {
  const { calls } = await start()
  await minutes(18.1)
  ;[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stay signed in')?.click()
  await pass(500)
  expect(dialog()).toBeNull()
  expect(calls()).toContain('POST /common/api/keep_alive/')
  await minutes(17.8)
  expect(dialog()).toBeNull()
  expect(currentSession()).not.toBeNull()
  await minutes(0.4)
  expect(dialog()).not.toBeNull()
})

test('after 20 minutes the session ends here and at the server, and the entrance says why, once', async () => {
  const { calls, address, screen } = await start()
  await minutes(20.1)
  expect(currentSession()).toBeNull()
  expect(calls()).toContain('POST /operator/logout/')
  expect(address()).toBe('/physicians')
  await pass(500)
  const said = 'You were signed out after 20 minutes without activity'
  expect(document.body.textContent).toContain(said)
  screen.container.querySelector<HTMLElement>('[aria-label="Dismiss"]')?.click()
  await pass(100)
  expect(document.body.textContent).not.toContain(said)
})

test('pointing does not dismiss the warning, and waking up after 20 minutes does not save the session', async () => {
  await start()
  await minutes(18.1)
  press()
  await pass(1000)
  expect(dialog()).not.toBeNull()
  skippedMs += 3 * 60_000
  vi.setSystemTime(Date.now() + 3 * 60_000)
  press()
  await pass(1000)
  expect(currentSession()).toBeNull()
})

const checking = 'Checking that you are still signed in'
const limit = 'You were signed out after 20 minutes without activity'

test('after a night of sleep the session ends as idle once the server refuses, and until then nothing is shown', async () => {
  const { address } = await start({ refresh: refused(401) })
  vi.setSystemTime(Date.now() + 8 * hourMs)
  document.dispatchEvent(new Event('visibilitychange'))
  await drawn()
  expect(dialog()?.textContent).toContain(checking)
  const { boxShadow } = getComputedStyle(dialog() as Element)
  expect(boxShadow).toMatch(/^rgb\(/)
  expect(Number(/ ([\d.]+)px$/.exec(boxShadow)?.[1])).toBeGreaterThanOrEqual(Math.max(innerWidth, innerHeight))
  await pass(1000)
  expect(currentSession()).toBeNull()
  expect(address()).toBe('/physicians')
  await pass(500)
  expect(document.body.textContent).toContain(limit)
})

test.each([1, -1])(
  'a clock that is set by %i days signs nobody out who is there, and the 20 minutes go on',
  async (days) => {
    await start({ idle_ms: 20_000 })
    await minutes(1)
    await jump(days * 24 * 60)
    await pass(1000)
    expect(currentSession()).not.toBeNull()
    expect(dialog()).toBeNull()
    press()
    await minutes(17.9)
    expect(dialog()).toBeNull()
    await minutes(1)
    expect(dialog()?.textContent).toContain('Are you still there?')
    await minutes(2)
    expect(currentSession()).toBeNull()
  },
)

test('sleep counts after the clock was set back', async () => {
  await start({ refresh: refused(401) })
  await jump(-24 * 60)
  await jump(21)
  await pass(1000)
  expect(currentSession()).toBeNull()
})

test('what the server has seen of the idle time counts', async () => {
  await start({ idle_ms: 18 * 60_000 })
  await jump(21)
  await pass(1000)
  expect(dialog()?.textContent).toContain('Are you still there?')
  expect(document.activeElement?.textContent).toBe('Stay signed in')
  await minutes(2)
  expect(currentSession()).toBeNull()
})

test('a server that does not say for how long nobody was there keeps nobody signed in', async () => {
  await start({ idle_ms: undefined })
  await jump(21)
  await pass(1000)
  expect(currentSession()).toBeNull()
})

test('a machine that wakes by itself does not tell the server that somebody is there', async () => {
  const { calls } = await start()
  press()
  await jump(5)
  await pass(60_000)
  expect(calls()).not.toContain('POST /common/api/keep_alive/')
})

test('of activity in another tab before the clock was set back, a tab that was frozen does not know when it was', async () => {
  await start({ refresh: refused(401) })
  skippedMs += 25 * 60_000
  localStorage.setItem('fornix-activity', String(Date.now() + hourMs))
  await pass(1000)
  expect(currentSession()).toBeNull()
  startActivity()
})

test.each([
  ['does not answer', () => new Promise<Response>(() => {})],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('where the server %s, the session ends after five seconds', async (_, answer) => {
  await start()
  vi.stubGlobal('fetch', answer)
  await jump(21)
  await pass(4000)
  expect(dialog()?.textContent).toContain(checking)
  await pass(1500)
  expect(currentSession()).toBeNull()
})

test('in a tab that hears of the activity in another one, that counts by both clocks', async () => {
  await start({ refresh: refused(401) })
  await minutes(10)
  localStorage.setItem('fornix-activity', String(Date.now()))
  await pass(1000)
  await minutes(11)
  expect(currentSession()).not.toBeNull()
  startActivity()
})

test('activity in another tab counts here, and staying there closes the warning here', async () => {
  await start()
  await minutes(17)
  localStorage.setItem('fornix-activity', String(Date.now()))
  await minutes(17.5)
  expect(dialog()).toBeNull()
  await minutes(1)
  expect(dialog()).not.toBeNull()
  localStorage.setItem('fornix-activity', String(Date.now()))
  await pass(1100)
  expect(dialog()).toBeNull()
})

test('typing keeps the session alive at the server, at most once a minute', async () => {
  const { calls } = await start()
  for (let second = 0; second < 180; second += 2) {
    press()
    await pass(2000)
  }
  expect(calls().filter((call) => call.includes('keep_alive')).length).toBeGreaterThanOrEqual(2)
  expect(calls().filter((call) => call.includes('keep_alive')).length).toBeLessThanOrEqual(3)
  await pass(120_000)
  expect(calls().filter((call) => call.includes('keep_alive')).length).toBeLessThanOrEqual(4)
})

test('the dialog has no accessibility faults', async () => {
  await start()
  await minutes(18.1)
  await pass(1000)
  const hits = axeHits()
  await pass(1000)
  expect(await hits).toEqual([])
})
