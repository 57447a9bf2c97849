import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../../testing/axe.ts'
import { ok, refused, type Served, serve } from '../../../testing/serve.ts'
import { show, showRoutes, signOut } from '../../../testing/show.tsx'
import { TwoStepScreen } from '../TwoStepScreen.tsx'
import { ConfirmIdentityPage } from './ConfirmIdentityPage.tsx'
import { RecoveriesCard } from './RecoveriesCard.tsx'
import { StopRecoveryPage } from './StopRecoveryPage.tsx'

beforeEach(signOut)

const methods = { passkeys: 0, totp: true, recovery: 9, mail: false }
const none = { state: 'none', confirmations: 0, expires_at: null, opens_at: null, hours: 48, possible: true }
const at = '2026-11-30T17:00:00Z'

const lostAll = async (state: object, more: Parameters<typeof serve>[0] = {}) => {
  let needs = 'verify'
  const sent = serve({
    'GET /common/api/two_step/': () => [200, { state: needs, recovering: needs === 'enroll', days_left: 0, methods }],
    'GET /common/api/account_recovery/': ok({ ...none, ...state }),
    'POST /common/api/account_recovery/use/': ({ body }) => {
      const { code } = body as { code: string }
      if (code !== 'ABCD-EFGH-IJKL-MNOP') return refused(400, 'No', { fields: { code: 'Not this code.' } })
      needs = 'enroll'
      return [200, { message: 'ok' }]
    },
    ...more,
  })
  const { screen } = await show(<TwoStepScreen />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'I lost all of these' }).click()
  return { sent, screen, panel: screen.getByRole('region', { name: 'Get back into your account' }) }
}

test('who has lost all reads what to do, and gets two codes that are shown this once', async () => {
  const codes = { visit_code: 'K7QM-4TXR', own_code: 'ABCD-EFGH-IJKL-MNOP', expires_at: at }
  const { screen, panel } = await lostAll({}, { 'POST /common/api/account_recovery/start/': ok(codes) })
  const title = screen.getByRole('heading', { level: 1 })
  await expect.element(title).toHaveTextContent('Get back into your account')
  await expect.element(title).toHaveFocus()
  await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument()
  await expect.element(panel.getByText(/Then wait 48 hours/)).toBeVisible()
  await panel.getByRole('button', { name: 'Get my codes' }).click()
  await expect.element(panel.getByText('K7QM-4TXR')).toBeVisible()
  await expect.element(panel.getByText('ABCD-EFGH-IJKL-MNOP')).toBeVisible()
  await expect.element(panel.getByText(/No one at the clinic will ask for it/)).toBeVisible()
  expect(await axeHits()).toEqual([])
  await page.viewport(320, 800)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.viewport(1280, 800)
  await expect.element(screen.getByRole('button', { name: 'Get my codes' })).not.toBeInTheDocument()
})

test.each([
  [{ possible: false }, /does not have two people/],
  [{ state: 'started', confirmations: 1, expires_at: at }, /Confirmed by 1 of 2 people/],
  [{ state: 'waiting', confirmations: 2, opens_at: at }, /Sign in again on Nov 30, 2026/],
])('%j says how far it is', async (state, sentence) => {
  const { panel } = await lostAll(state)
  await expect.element(panel.getByText(sentence)).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('after the wait the code that was kept leads to a new second step; a wrong one is told at its field', async () => {
  const { screen, panel } = await lostAll({ state: 'ready', confirmations: 2, opens_at: at, expires_at: at })
  const field = panel.getByRole('textbox', { name: 'Your private code' })
  await field.fill('WRONG')
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect.element(panel.getByText('Not this code.')).toBeVisible()
  await field.fill('ABCD-EFGH-IJKL-MNOP')
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Set up a second step' })).toBeVisible()
  await expect.element(screen.getByText(/^Set up a new second step. The one you lost will stop working/)).toBeVisible()
  await expect.element(screen.getByText(/Your clinic asks/)).not.toBeInTheDocument()
})

test('the state that could not be loaded can be asked for again', async () => {
  const { panel } = await lostAll({}, { 'GET /common/api/account_recovery/': 'no network' })
  await expect.element(panel.getByText('This could not be loaded. Please try again.')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('one button leads back to the other ways', async () => {
  const { screen, panel } = await lostAll({})
  await panel.getByRole('button', { name: 'Back to the other ways' }).click()
  const title = screen.getByRole('heading', { level: 1, name: 'Confirm it’s you' })
  await expect.element(title).toHaveFocus()
  await expect.element(screen.getByRole('textbox', { name: 'Code from your authenticator app' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'I lost all of these' })).toBeVisible()
})

const stop = 'POST /common/api/account_recovery/stop/'
const stopped = { message: 'The recovery was stopped. Nothing was changed.', already: false, area: 'operator' }
const openLink = async (answer: (isLook: boolean) => Served) => {
  const sent = serve({ [stop]: ({ body }) => answer((body as { look?: boolean }).look === true) })
  const { screen } = await showRoutes([{ path: '/stop-recovery/:token', element: <StopRecoveryPage /> }], {
    at: '/stop-recovery/a-secret',
  })
  const stops = () => sent.filter(({ call }) => call === stop).map(({ body }) => body)
  return { stops, screen, button: screen.getByRole('button', { name: 'This is not me, stop it' }) }
}

test.each<[Served, Served, string]>([
  [ok({ ...stopped, message: '' }), ok(stopped), 'The recovery was stopped.'],
  ['no network', 'no network', 'This did not work. Please try again.'],
  [refused(503), ok(stopped), 'The recovery was stopped.'],
])('the link in the mail stops it when its button is pressed, not before: %j', async (look, answer, sentence) => {
  const { stops, screen, button } = await openLink((isLook) => (isLook ? look : answer))
  await expect.element(button).toBeVisible()
  expect(stops()).toEqual([{ stop_token: 'a-secret', look: true }])
  await button.click()
  await expect.element(screen.getByText(sentence, { exact: false })).toBeVisible()
  expect(stops().at(-1)).toEqual({ stop_token: 'a-secret' })
  expect(await axeHits()).toEqual([])
})

test.each<[Served, string]>([
  [ok({ ...stopped, message: 'This link was used already.', already: true }), 'This link was used already.'],
  [refused(400, 'The account was already recovered.', { code: 'link_used' }), 'The account was already recovered.'],
])('a link that was used says so, and asks nothing: %j', async (answer, sentence) => {
  const { screen, button } = await openLink(() => answer)
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  expect(await axeHits()).toEqual([])
})

test('staff type what they read, and learn whether a colleague is next', async () => {
  let answers = 0
  const sent = serve({
    'POST /operator/confirm_identity/': () => {
      answers++
      if (answers === 1) return refused(400, 'This does not match the record. Tries left: 4', { code: 'mismatch' })
      return [200, { confirmations: 1, opens_at: null }]
    },
    'GET /operator/rights/': ok({ withheld: [] }),
  })
  const { screen } = await show(<ConfirmIdentityPage />, { role: 'Nurse' })
  await expect.element(screen.getByRole('radio', { name: 'Colleague' })).not.toBeInTheDocument()
  const confirm = screen.getByRole('button', { name: 'Confirm identity' })
  await confirm.click()
  await expect.element(screen.getByText('A visit code has 8 letters and digits')).toBeVisible()
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false)
  await screen.getByRole('textbox', { name: 'Visit code' }).fill('k7qm 4txr')
  await screen.getByRole('radio', { name: 'Passport' }).click()
  await screen.getByRole('textbox', { name: 'Date of birth on the ID' }).fill('4/17/1986')
  await screen.getByRole('textbox', { name: 'MRN or patient ID' }).fill('MRN-1')
  await confirm.click()
  await expect.element(screen.getByRole('alert').getByText(/Tries left: 4/)).toBeVisible()
  expect(await axeHits()).toEqual([])
  await confirm.click()
  await expect.element(screen.getByText(/Now a colleague has to do the same/)).toBeVisible()
  expect(sent.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    kind: 'patient',
    code: 'K7QM4TXR',
    document: 'passport',
    birth_date: '1986-04-17',
    number: 'MRN-1',
  })
})

test('admins see who is recovered by whose word, and stop it', async () => {
  const recovery = {
    recovery_id: '01930000-0000-7000-8000-0000000000f1',
    name: 'Ana Rivera',
    role: 'Patient',
    state: 'waiting',
    started_at: at,
    opens_at: at,
    witnesses: [
      { name: 'Nora Lindt', document: 'passport', confirmed_at: at },
      { name: null, document: null, confirmed_at: '2026-11-30T18:00:00Z' },
    ],
  }
  let state = 'waiting'
  serve({
    'GET /admin/account_recoveries/': () => [200, { recoveries: [{ ...recovery, state }] }],
    [`POST /admin/account_recovery/${recovery.recovery_id}/stop/`]: () => {
      state = 'stopped'
      return [200, { message: 'ok' }]
    },
  })
  const { screen } = await show(<RecoveriesCard />, {
    role: 'Admin',
    at: `/projectSettings?recovery=${recovery.recovery_id}`,
  })
  await expect.element(screen.getByRole('listitem')).toHaveFocus()
  await expect.element(screen.getByText(/Nora Lindt checked: Passport/)).toBeVisible()
  await expect.element(screen.getByText(/^Staff of another clinic confirmed this on Nov 30, 2026/)).toBeVisible()
  await expect.element(screen.getByText(/Can be finished from/)).toBeVisible()
  expect(await axeHits()).toEqual([])
  await screen.getByRole('button', { name: 'Stop the recovery of Ana Rivera' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await expect.element(screen.getByText('The recovery was stopped.')).toBeVisible()
  await expect.element(screen.getByText('Stopped', { exact: true })).toBeVisible()
  await expect.element(screen.getByText(/Can be finished from/)).not.toBeInTheDocument()
})
