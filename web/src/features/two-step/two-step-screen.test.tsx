import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { ok, pageOfProxy, refused, type Served, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { TwoStepScreen } from './TwoStepScreen.tsx'

beforeEach(signOut)

const none = { passkeys: 0, totp: false, recovery: 0, mail: false }
const state = (of: string, methods = none) => ok({ state: of, days_left: 0, methods })
const open = async (of: Served | (() => Served), answers: Parameters<typeof serve>[0] = {}) => {
  serve({
    'GET /common/api/two_step/': of,
    'POST /common/api/two_step/totp/start/': ok({
      challenge_id: '01930000-0000-7000-8000-0000000000f1',
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
    }),
    'POST /common/api/two_step/totp/': ok({ message: 'ok', codes: ['AAAA-BBBB-CCCC-DDDD'] }),
    ...answers,
  })
  return (await show(<TwoStepScreen />, { role: 'Patient' })).screen
}

test.each([
  ['enroll', none, 'Set up a second step', 'Your clinic asks for a second step'],
  ['verify', { ...none, totp: true, recovery: 9 }, 'Confirm it’s you', 'Your account has a second step'],
  ['verify', { ...none, mail: true }, 'Confirm it’s you', 'Your clinic asks for a code by email'],
])('who has to %s reads why, from the heading on, and whom to call', async (of, methods, title, why) => {
  const screen = await open(state(of, methods))
  await expect.element(screen.getByRole('heading', { name: title })).toHaveFocus()
  await expect.element(screen.getByText(why, { exact: false })).toBeVisible()
  const header = screen.getByRole('banner')
  await expect.element(header.getByText('Lumen Neuro')).toBeVisible()
  await expect.element(header.getByRole('button', { name: 'Español' })).toBeVisible()
  await expectLink(screen, '+1 (555) 010-2000', 'tel:+15550102000')
  await page.viewport(390, 800)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1280, 800)
  expect(await axeHits()).toEqual([])
})

test('the codes of a forced set-up keep the focus, and are all that is printed', async () => {
  const screen = await open(state('enroll'))
  await screen.getByRole('button', { name: 'Add an authenticator app' }).click()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await screen.getByRole('textbox', { name: 'Current code from the app' }).fill('123456')
  await screen.getByRole('button', { name: 'Add', exact: true }).click()
  const codes = screen.getByRole('group', { name: 'Your recovery codes' })
  await expect.element(codes).toHaveFocus()
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === 'print')
    .flatMap((rule) => [...(rule as CSSMediaRule).cssRules])
    .filter((rule): rule is CSSStyleRule => rule instanceof CSSStyleRule)
  const hidden = (element: Element) =>
    rules.some(({ selectorText, style }) => style.display === 'none' && element.matches(selectorText))
  expect(hidden(screen.getByRole('heading', { level: 1 }).element())).toBe(true)
  expect(hidden(screen.getByRole('button', { name: 'Sign out' }).element())).toBe(true)
  expect(hidden(codes.getByText('AAAA-BBBB-CCCC-DDDD').element())).toBe(false)
  expect(hidden(codes.element())).toBe(false)
})

type Screen = Awaited<ReturnType<typeof open>>
const typeCode = async (screen: Screen) => {
  await screen.getByRole('textbox', { name: 'Current code from the app' }).fill('123456')
  await screen.getByRole('button', { name: 'Add', exact: true }).click()
}
const withApp = { ...none, totp: true, recovery: 10 }
const renew = 'POST /common/api/two_step/recovery/'

const losses = [
  ['no answer', () => 'no network' as const],
  ['the page of a proxy', pageOfProxy],
] as const
test.each(losses)(
  'who got %s to the set-up, which was done, gets codes to keep before the app opens',
  async (_, lost) => {
    let isAdded = false
    const answers: Served[] = [lost(), ok({ codes: ['EEEE-FFFF-GGGG-HHHH'] })]
    const screen = await open(() => (isAdded ? state('none', withApp) : state('enroll')), {
      'POST /common/api/two_step/totp/': () => {
        isAdded = true
        return lost()
      },
      [renew]: () => answers.shift() ?? refused(500),
    })
    await screen.getByRole('button', { name: 'Add an authenticator app' }).click()
    await typeCode(screen)
    await expect.element(screen.getByText(/^The portal did not respond, but your second step was added/)).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Set up a second step' })).toBeVisible()
    expect(await axeHits()).toEqual([])
    await screen.getByRole('button', { name: 'Make new recovery codes' }).click()
    await expect
      .element(screen.getByText(/^The portal did not respond. Your old codes may no longer work/))
      .toBeVisible()
    await screen.getByRole('button', { name: 'Make new recovery codes' }).click()
    await expect.element(screen.getByText('EEEE-FFFF-GGGG-HHHH')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'I’ve saved them' })).toBeVisible()
  },
)

test('who would rather make codes later goes on to the app', async () => {
  let isAdded = false
  const asked: string[] = []
  const screen = await open(() => (isAdded ? state('none', withApp) : state('enroll')), {
    'POST /common/api/two_step/totp/': () => {
      isAdded = true
      return 'no network'
    },
    'GET /common/api/get_user/': ({ call }) => {
      asked.push(call)
      return 'no network'
    },
  })
  await screen.getByRole('button', { name: 'Add an authenticator app' }).click()
  await typeCode(screen)
  const later = screen.getByRole('button', { name: 'Do this later' })
  await expect.element(later).toBeVisible()
  expect(asked).toEqual([])
  await later.click()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await expect.element(screen.getByText('The portal did not respond. Please try again.')).toBeVisible()
})

test('where no response came back and nothing was added, the code can be sent again', async () => {
  let isLost = true
  const screen = await open(state('enroll'), {
    'POST /common/api/two_step/totp/': () =>
      isLost ? 'no network' : ok({ message: 'ok', codes: ['AAAA-BBBB-CCCC-DDDD'] }),
  })
  await screen.getByRole('button', { name: 'Add an authenticator app' }).click()
  await typeCode(screen)
  await expect.element(screen.getByText('The portal did not respond. Please try again.')).toBeVisible()
  isLost = false
  await screen.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(screen.getByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible()
})

test.each(losses)('who got %s for longer learns at the next press that the second step is there', async (_, lost) => {
  let isAway = false
  let isAdded = false
  const screen = await open(() => (isAway ? lost() : isAdded ? state('none', withApp) : state('enroll')), {
    'POST /common/api/two_step/totp/': () => {
      if (isAdded) return refused(409, 'You already have an authenticator app.', { code: 'has_app' })
      isAway = true
      isAdded = true
      return lost()
    },
  })
  await screen.getByRole('button', { name: 'Add an authenticator app' }).click()
  await typeCode(screen)
  await expect.element(screen.getByText('The portal did not respond. Please try again.')).toBeVisible()
  isAway = false
  await screen.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(screen.getByText(/^The portal did not respond, but your second step was added/)).toBeVisible()
})
