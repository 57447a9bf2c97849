import { beforeEach, expect, test } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { TwoStepCard } from './TwoStepCard.tsx'

beforeEach(signOut)

const factor = {
  factor_id: '01930000-0000-7000-8000-0000000000f1',
  kind: 'totp',
  name: '',
  created_at: '2026-11-01T10:00:00Z',
  last_used_at: null,
}
const list = ok({ factors: [factor], recovery_left: 9, required: false })
const state = ok({
  state: 'none',
  days_left: 0,
  fresh: true,
  has_password: true,
  methods: { passkeys: 0, totp: true, recovery: 9, mail: false },
})
const calls = { 'GET /common/api/two_step/factors/': list, 'GET /common/api/two_step/': state }
const renew = 'POST /common/api/two_step/recovery/'

test('new recovery codes are made only after a question, and are where the focus goes', async () => {
  const sent = serve({ ...calls, [renew]: ok({ codes: ['AAAA-BBBB-CCCC-DDDD'] }) })
  const { screen } = await show(<TwoStepCard />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Make new recovery codes' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Make new recovery codes?' })
  await expect.element(dialog.getByText(/^Your old codes stop working at once/)).toBeVisible()
  expect(sent.map(({ call }) => call)).not.toContain(renew)
  await dialog.getByRole('button', { name: 'Make new recovery codes' }).click()
  const codes = screen.getByRole('group', { name: 'Your recovery codes' })
  await expect.element(codes.getByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible()
  await expect.element(codes).toHaveFocus()
  expect(await axeHits()).toEqual([])
})

test('a factor is removed only after a question', async () => {
  const remove = `POST /common/api/two_step/factors/${factor.factor_id}/remove/`
  const sent = serve({ ...calls, [remove]: ok() })
  const { screen } = await show(<TwoStepCard />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Remove Authenticator app' }).click()
  expect(sent.map(({ call }) => call)).not.toContain(remove)
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => sent.map(({ call }) => call)).toContain(remove)
})

test('what takes the place of a button gets its focus, and Cancel gives it back', async () => {
  serve(calls)
  const { screen } = await show(<TwoStepCard />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Add another way to sign in' }).click()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect
    .poll(() => document.activeElement?.contains(screen.getByRole('button', { name: 'Cancel' }).element()))
    .toBe(true)
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('button', { name: 'Add another way to sign in' })).toHaveFocus()
})

test('while an app is added there is one way to cancel', async () => {
  const start = ok({
    challenge_id: '01930000-0000-7000-8000-0000000000f1',
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
  })
  serve({
    ...calls,
    'GET /common/api/two_step/factors/': ok({ factors: [], recovery_left: 0, required: false }),
    'POST /common/api/two_step/totp/start/': start,
  })
  const { screen } = await show(<TwoStepCard />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Set up a second step' }).click()
  await screen.getByRole('button', { name: 'Add an authenticator app' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Current code from the app' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel' }).elements()).toHaveLength(1)
})
