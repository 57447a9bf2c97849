import type { Survey } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { SurveyPage } from './SurveyPage.tsx'

const survey = (study_UID: string, study_date: string): Survey => ({
  study_UID,
  study_date,
  state: 'open',
  answers: null,
  changeable_until: null,
})
const render = async (at = '/survey', surveys = [survey('1.2.3', '20260301'), survey('1.2.4', '20260110')]) => {
  serve({ 'GET /patient/survey/': ok({ surveys }) })
  return show(<SurveyPage />, { role: 'Patient', at })
}

test('of several scans the latest is asked about, until another is chosen', async () => {
  const { screen, address } = await render()
  const which = screen.getByRole('combobox', { name: 'Which scan?' })
  await expect.element(which).toHaveValue('March 1, 2026')
  expect(await axeHits()).toEqual([])
  await which.click()
  await screen.getByRole('option', { name: 'January 10, 2026' }).click()
  await expect.element(which).toHaveValue('January 10, 2026')
  expect(address()).toBe('/survey?study=1.2.4')
})

test.each([
  ['1.2.4', 'January 10, 2026'],
  ['9.9.9', 'March 1, 2026'],
])('an address with the scan %s asks about “%s”', async (study, name) => {
  const { screen } = await render(`/survey?study=${study}`)
  await expect.element(screen.getByRole('combobox', { name: 'Which scan?' })).toHaveValue(name)
})

test('a single scan is named in the lead, and there is nothing to choose', async () => {
  const { screen } = await render('/survey', [survey('1.2.3', '')])
  await expect.element(screen.getByText(/^Your scan\. These answers help us/)).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Which scan?' })).not.toBeInTheDocument()
})

test('on a phone each answer is one line, and its empty circle has no color of its own in the dark', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(390, 800)
  serve({ 'GET /patient/survey/': ok({ surveys: [survey('1.2.3', '20260301')] }) })
  const { screen } = await show(<SurveyPage />, { role: 'Patient', at: '/survey', scheme: 'dark' })
  const words = screen.getByText(/^(Does not apply|Very poor|Very dissatisfied)$/)
  await expect.poll(() => words.elements().length).toBeGreaterThan(9)
  for (const one of words.elements()) expect(one.getClientRects()[0]!.height).toBeLessThan(30)
  const circle = screen.getByRole('radio').first().element()
  expect(getComputedStyle(circle).backgroundColor).toBe('rgba(0, 0, 0, 0)')
})
