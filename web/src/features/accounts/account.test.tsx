import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentSession } from '../../platform/session/session-store.ts'
import { axeHits, hitsInEveryLook } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { ok, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { AccountPage } from './AccountPage.tsx'

const account = {
  email: 'amara@example.org',
  pending_email: '',
  sign_in_email: 'amara@work.example',
  has_password: true,
  has_identity: false,
}
const session = (at: number, current = false) => ({
  id: `01930000-0000-7000-8000-00000000000${at}`,
  started: '2026-03-01T15:00:00Z',
  last_seen: '2026-03-02T15:00:00Z',
  device: current ? 'Firefox on Linux' : 'Safari on iPhone',
  current,
})
const [here, phone] = [session(1, true), session(2)]
const calls = {
  account: 'GET /common/api/account/',
  sessions: 'GET /common/api/sessions/',
  end: `POST /common/api/sessions/${phone!.id}/end/`,
  endAll: 'POST /common/api/sessions/end_all/',
  reset: 'POST /operator/reset_password/amara%40work.example/',
  closure: 'GET /patient/account_closure/',
  language: 'POST /patient/language/',
  keep: 'POST /common/api/cancel_email_change/',
}
const open = async (answers: ServedCalls = {}) => {
  const sent = serve({ [calls.account]: ok(account), [calls.sessions]: ok({ sessions: [here, phone] }), ...answers })
  const { screen, address } = await show(<AccountPage />, { role: 'Nurse', at: '/account' })
  return { screen, address, sent, asked: (call: string) => sent.filter((one) => one.call === call).length }
}
const endPhone = /^End the session of Safari on iPhone/

test('says how one signs in, and which of the sessions is this one', async () => {
  const { screen } = await open()
  for (const text of ['amara@example.org', 'amara@work.example', 'Password', 'Firefox on Linux', 'This device'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  await expectLink(screen, 'go to your profile', '/operatorProfile')
  expect(screen.getByRole('button', { name: /^End the session of/ }).elements()).toHaveLength(1)
  expect(screen.getByRole('group', { name: 'Language' }).elements()).toEqual([])
  expect(screen.getByText('in your name').elements()).toEqual([])
  expect(await hitsInEveryLook()).toEqual([])
})

test('a patient’s address is changed where the profile is edited', async () => {
  serve({ [calls.account]: ok(account), [calls.sessions]: ok({ sessions: [here, phone] }) })
  const { screen } = await show(<AccountPage />, { role: 'Patient', at: '/account' })
  await expectLink(screen, 'go to your profile', '/patient/profile')
})

test('admins look at what was done in their name, since whom a thief invited stays', async () => {
  serve({ [calls.account]: ok(account), [calls.sessions]: ok({ sessions: [here, phone] }) })
  const { screen } = await show(<AccountPage />, { role: 'Admin', at: '/account' })
  const person = currentSession()?.user.provider_id
  await expectLink(screen, 'Invitations, roles, and rights', `/auditLog?person=${person}&kind=rights`)
  await expectLink(screen, 'Exports', `/auditLog?person=${person}&kind=exports`)
  expect(await axeHits()).toEqual([])
})

test('the language is a patient’s to choose', async () => {
  const sent = serve({
    [calls.account]: ok(account),
    [calls.sessions]: ok({ sessions: [] }),
    [calls.closure]: ok({ closure: null }),
    [calls.language]: refused(500),
  })
  const { screen } = await show(<AccountPage />, { role: 'Patient', at: '/account' })
  const english = screen.getByRole('group', { name: 'Language' }).getByRole('button', { name: 'English' })
  await expect.element(english).toHaveAttribute('aria-pressed', 'true')
  await screen.getByRole('button', { name: 'Español' }).click()
  await expect.poll(() => sent.filter(({ call }) => call === calls.language)).toHaveLength(1)
  await expect.element(english).toHaveAttribute('aria-pressed', 'true')
})

test('where only the page is in a language, it says in which the emails are, and one press changes them', async () => {
  let emails = 'es'
  const sent = serve({
    [calls.account]: () => ok({ ...account, language: emails }),
    [calls.sessions]: ok({ sessions: [] }),
    [calls.closure]: ok({ closure: null }),
    [calls.language]: () => {
      emails = 'en'
      return ok({ message: 'Language saved' })
    },
  })
  const { screen } = await show(<AccountPage />, { role: 'Patient', at: '/account' })
  await expect.element(screen.getByText(/The portal is in English, but your emails are in Spanish/)).toBeVisible()
  await screen.getByRole('group', { name: 'Language' }).getByRole('button', { name: 'English' }).click()
  await expect.element(screen.getByText(/^The portal, and the emails that it sends you, are in this/)).toBeVisible()
  expect(sent.filter(({ call }) => call === calls.language).map(({ body }) => body)).toEqual([{ language: 'en' }])
})

test('the session of another device is ended, and leaves the list', async () => {
  let sessions = [here, phone]
  const { screen } = await open({
    [calls.sessions]: () => ok({ sessions }),
    [calls.end]: () => {
      sessions = [here]
      return ok()
    },
  })
  await screen.getByRole('button', { name: endPhone }).click()
  await expect.element(screen.getByText('The session has ended.')).toBeVisible()
  await expect.element(screen.getByText('Safari on iPhone')).not.toBeInTheDocument()
})

test('in a long list of sessions, the news that one has ended takes its place, and nothing scrolls', async () => {
  const all = [here, ...[2, 3, 4, 5, 6, 7, 8, 9].map((at) => session(at))]
  const last = all.at(-1)
  let sessions = all
  const { screen } = await open({
    [calls.sessions]: () => ok({ sessions }),
    [`POST /common/api/sessions/${last?.id}/end/`]: () => {
      sessions = sessions.filter((one) => one !== last)
      return ok()
    },
  })
  await page.viewport(390, 500)
  onTestFinished(() => page.viewport(1280, 800))
  await screen.getByRole('button', { name: endPhone }).last().click()
  await expect.element(screen.getByText('The session has ended.')).toBeInViewport({ ratio: 1 })
  await expect.element(screen.getByRole('listitem').last()).toHaveTextContent('The session has ended.')
  await expect.element(screen.getByText('This device')).not.toBeInViewport()
})

test('the news that a session has ended stays in its place where another has begun meanwhile', async () => {
  const all = [here, session(2), session(3)]
  let sessions = all
  const { screen } = await open({
    [calls.sessions]: () => ok({ sessions }),
    [`POST /common/api/sessions/${all[1]?.id}/end/`]: () => {
      sessions = [session(4), here, session(3)]
      return ok()
    },
  })
  await screen.getByRole('button', { name: endPhone }).first().click()
  const sessionsNow = () =>
    screen
      .getByRole('listitem')
      .elements()
      .slice(-4)
      .map(({ textContent }) => textContent === 'The session has ended.')
  await expect.poll(sessionsNow).toEqual([false, false, true, false])
})

test('a session that could not be ended stays in the list', async () => {
  const { screen } = await open({ [calls.end]: refused(500) })
  await screen.getByRole('button', { name: endPhone }).click()
  await expect.element(screen.getByText('The session could not be ended. Please try again.')).toBeVisible()
  await expect.element(screen.getByText('Safari on iPhone')).toBeVisible()
})

test('signing out everywhere asks first, and can be called off', async () => {
  const { screen, asked } = await open({ [calls.endAll]: ok() })
  await screen.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Sign out everywhere' })
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(await hitsInEveryLook()).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(asked(calls.endAll)).toBe(0)
  expect(currentSession()).not.toBeNull()
  await screen.getByRole('button', { name: 'Sign out everywhere' }).click()
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect.poll(currentSession).toBeNull()
  expect(asked(calls.endAll)).toBe(1)
})

test.each<[Served, RegExp]>([
  [refused(503), /^The session could not be ended/],
  ['no network', /^This may have been saved, but the portal did not respond/],
])('signing out everywhere that fails leaves everybody signed in', async (answer, sentence) => {
  const { screen } = await open({ [calls.endAll]: answer })
  await screen.getByRole('button', { name: 'Sign out everywhere' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect.element(screen.getByText(sentence)).toBeVisible()
  expect(currentSession()).not.toBeNull()
})

test.each<[string, Served, string]>([
  ['a sent mail', ok(), 'Password reset email sent successfully. Check your inbox.'],
  ['a failure', refused(500), 'Failed to initiate password reset. Please try again.'],
  ['too many tries', refused(429, 'Please wait a minute.'), 'Please wait a minute.'],
  ['no network', 'no network', 'An error occurred while initiating the password reset.'],
])('a reset mail: %s is told, and can be asked for again', async (_, answer, sentence) => {
  const { screen } = await open({ [calls.reset]: answer })
  await screen.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Send Reset Email' })).toBeEnabled()
})

test('a new address that waits to be confirmed can be given up', async () => {
  let pending_email = 'new@example.org'
  const { screen } = await open({
    [calls.account]: () => ok({ ...account, pending_email }),
    [calls.keep]: () => {
      pending_email = ''
      return ok()
    },
  })
  await expect.element(screen.getByText(/new@example\.org/)).toBeVisible()
  await screen.getByRole('button', { name: 'Keep my email address' }).click()
  await expect.element(screen.getByText('Your email address stays as it is.')).toBeVisible()
  await expect.element(screen.getByText(/new@example\.org/)).not.toBeInTheDocument()
})

test.each([
  [calls.account, 'Your account could not be loaded. Please try again.', 'amara@example.org'],
  [calls.sessions, 'Your sessions could not be loaded. Please try again.', 'Safari on iPhone'],
] as const)(
  '%s that fails leaves the other half of the page, and is asked for again',
  async (call, sentence, later) => {
    let broken = true
    const good = call === calls.account ? ok(account) : ok({ sessions: [here, phone] })
    const { screen } = await open({ [call]: () => (broken ? refused(400) : good) })
    await expect.element(screen.getByText(sentence)).toBeVisible()
    const other = call === calls.account ? 'Safari on iPhone' : 'amara@example.org'
    await expect.element(screen.getByText(other, { exact: true })).toBeVisible()
    broken = false
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByText(later, { exact: true })).toBeVisible()
  },
)

test('in a narrow window nothing of the sessions is cut off', async () => {
  await page.viewport(320, 800)
  const { screen } = await open()
  await expect.element(screen.getByRole('button', { name: endPhone })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.viewport(1280, 800)
})
