import { beforeEach, expect, test } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { ok, pageOfProxy, refused, type Served, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { leaveTexts } from '../../ui/dialog/unsaved.ts'
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
const calls = { 'GET /common/api/two_step/factors/': list }
const renew = 'POST /common/api/two_step/recovery/'
const started = ok({
  challenge_id: '01930000-0000-7000-8000-0000000000f1',
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
})

test('new recovery codes are made only after a question, and are where the focus goes', async () => {
  const sent = serve({ ...calls, [renew]: ok({ codes: ['AAAA-BBBB-CCCC-DDDD'] }) })
  const { screen } = await show(<TwoStepCard />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Make new recovery codes' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Make new recovery codes?' })
  await expect.element(dialog.getByText(/^Your old codes stop working right away/)).toBeVisible()
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
  // What is loaded above it moves it down.
  await expect.element(screen.getByRole('textbox', { name: 'Name of the passkey' })).toBeVisible()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('button', { name: 'Add another way to sign in' })).toHaveFocus()
})

test('while an app is added there is one way to cancel', async () => {
  serve({
    ...calls,
    'GET /common/api/two_step/factors/': ok({ factors: [], recovery_left: 0, required: false }),
    'POST /common/api/two_step/totp/start/': started,
  })
  const { screen } = await show(<TwoStepCard />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Set up a second step' }).click()
  await screen.getByRole('button', { name: 'Add an authenticator app' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Current code from the app' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel' }).elements()).toHaveLength(1)
})

test.each([
  ['no answer', 'no network' as const],
  ['the page of a proxy', pageOfProxy()],
])(
  '%s to new codes: it says that the old ones may be dead, and keeps saying so until there are new ones',
  async (_, lost) => {
    const answers: Served[] = [lost, ok({ codes: ['AAAA-BBBB-CCCC-DDDD'] })]
    const sent = serve({ ...calls, [renew]: () => answers.shift() ?? refused(500) })
    const { screen } = await show(<TwoStepCard />, { role: 'Patient' })
    const card = screen.getByRole('button', { name: 'Make new recovery codes' })
    const dialog = screen.getByRole('dialog', { name: 'Make new recovery codes?' })
    const warning =
      'The portal did not respond. Your old codes may no longer work. Press “Make new recovery codes” again to get a new list.'
    const reads = () => sent.filter(({ call }) => call === 'GET /common/api/two_step/factors/').length
    await card.click()
    const before = reads()
    await dialog.getByRole('button', { name: 'Make new recovery codes' }).click()
    await expect.element(dialog.getByText(warning)).toBeVisible()
    await expect.poll(reads).toBeGreaterThan(before)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(screen.getByText(warning)).toBeVisible()
    expect(await axeHits()).toEqual([])
    await card.click()
    await dialog.getByRole('button', { name: 'Make new recovery codes' }).click()
    await screen.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect.element(card).toBeVisible()
    await expect.element(screen.getByText(warning)).not.toBeInTheDocument()
  },
)

test('recovery codes, which are shown only once, are not left without a question', async () => {
  serve({ ...calls, [renew]: ok({ codes: ['AAAA-BBBB-CCCC-DDDD'] }) })
  const { screen } = await show(<TwoStepCard />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Make new recovery codes' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Make new recovery codes' }).click()
  await expect.element(screen.getByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible()
  await expect.poll(() => leaveTexts()?.title).toBe('Have you saved your codes?')
  await screen.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect.element(screen.getByText('AAAA-BBBB-CCCC-DDDD')).not.toBeInTheDocument()
  await expect.poll(leaveTexts).toBeUndefined()
})

const passkey = { ...factor, factor_id: '01930000-0000-7000-8000-0000000000f2', kind: 'passkey', name: 'Phone' }
test.each([
  { had: [], left: 0, about: /^The portal did not respond, but your second step was added. You have not seen/ },
  {
    had: [],
    left: 0,
    about: /^The portal did not respond, but your second step was added. You have not seen/,
    isPage: true,
  },
  { had: [passkey], left: 0, about: /^The portal did not respond, but your second step was added. You have not seen/ },
  { had: [passkey], left: 9, about: /^The portal did not respond, but your second step was added.$/ },
])('no answer to a new app that was added: the list shows it, and what became of the codes: %j', async (one) => {
  let isAdded = false
  const { had, left, about, isPage } = one
  serve({
    'GET /common/api/two_step/factors/': () =>
      ok({ factors: isAdded ? [...had, factor] : had, recovery_left: isAdded ? left || 10 : left, required: false }),
    'POST /common/api/two_step/totp/start/': started,
    'POST /common/api/two_step/totp/': () => {
      isAdded = true
      return isPage ? pageOfProxy() : 'no network'
    },
    [renew]: ok({ codes: ['AAAA-BBBB-CCCC-DDDD'] }),
  })
  const { screen } = await show(<TwoStepCard />, { role: 'Patient' })
  await screen
    .getByRole('button', { name: had.length > 0 ? 'Add another way to sign in' : 'Set up a second step' })
    .click()
  await screen.getByRole('button', { name: 'Add an authenticator app' }).click()
  await screen.getByRole('textbox', { name: 'Current code from the app' }).fill('123456')
  await screen.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(screen.getByRole('alert').getByText(about)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Remove Authenticator app' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add another way to sign in' })).toHaveFocus()
  await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Make new recovery codes' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Make new recovery codes' }).click()
  await screen.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect.element(screen.getByText(/^The portal did not respond/)).not.toBeInTheDocument()
})
