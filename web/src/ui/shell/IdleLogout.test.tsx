import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentSession } from '../../platform/session/session-store.ts'
import { axeHits } from '../../testing/axe.ts'
import { serve } from '../../testing/serve.ts'
import { showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { IdleLogout } from './IdleLogout.tsx'
import { NoticeBar } from './NoticeBar.tsx'

// React draws in real time, whatever the clock of the test says.
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  await drawn()
}
// The clock jumps, and the timers run its last second: what is said must follow from the time alone.
const minutes = (count: number) => {
  vi.setSystemTime(Date.now() + count * 60_000 - 1000)
  return pass(1000)
}
const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))

const start = async () => {
  signOut()
  signIn('Nurse')
  const message = () => [200, { message: 'ok' }] as [number, unknown]
  const sent = serve({ 'POST /common/api/keep_alive/': message, 'POST /operator/logout/': message })
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

const dialog = () => document.querySelector('[role="alertdialog"]')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => vi.useRealTimers())

test('after 18 minutes without activity a dialog asks, with the focus on staying', async () => {
  await start()
  await minutes(17.9)
  expect(dialog()).toBeNull()
  await minutes(0.2)
  expect(dialog()?.textContent).toContain('Are you still there?')
  await pass(500)
  expect(document.activeElement?.textContent).toBe('Stay signed in')
  expect(dialog()?.querySelector('[aria-hidden="true"]')?.textContent).toMatch(/^1:5\d$/)
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
  vi.setSystemTime(Date.now() + 3 * 60_000)
  press()
  await pass(1000)
  expect(currentSession()).toBeNull()
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
