import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { TwoStepScreen } from './TwoStepScreen.tsx'

beforeEach(signOut)

const none = { passkeys: 0, totp: false, recovery: 0, mail: false }
const state = (of: string, methods = none) => ok({ state: of, days_left: 0, methods })
const open = async (of: ReturnType<typeof ok>) => {
  serve({
    'GET /common/api/two_step/': of,
    'POST /common/api/two_step/totp/start/': ok({
      challenge_id: '01930000-0000-7000-8000-0000000000f1',
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
    }),
    'POST /common/api/two_step/totp/': ok({ message: 'ok', codes: ['AAAA-BBBB-CCCC-DDDD'] }),
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
