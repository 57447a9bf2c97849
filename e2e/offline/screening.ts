import { expect, type Page } from '@playwright/test'
import { type Act, open, type Step, sendIn, type Walk } from './walk.ts'

const form = (page: Page) => page.getByRole('form', { name: 'MRI safety questions' })
const steps = 7

const expectStep = (page: Page, step: number) =>
  expect(form(page).getByText(new RegExp(`^Step ${step} of ${steps + 1}`))).toBeVisible()
const next = (page: Page) =>
  form(page)
    .getByRole('button', { name: /^(Next|Check my answers)$/ })
    .click()
/** No to everything that is asked on this step, at once: forty times by the mouse would take most of the walk. */
const answerStep = (page: Page) =>
  form(page)
    .getByRole('radio', { name: 'No', exact: true, checked: false })
    .evaluateAll((radios) => {
      for (const radio of radios) (radio as HTMLElement).click()
    })

export const openScreening = async (walk: Walk) => {
  const { page } = walk
  await open(walk, '/mrSafety')
  const again = page.getByRole('button', { name: 'Something changed? Answer again' })
  await expect(form(page).or(again).first()).toBeVisible()
  if (await again.isVisible()) await again.click()
  await expectStep(page, 1)
}
/** What the first step holds once it is answered. */
export const answerFirstStep = async (page: Page) => {
  await answerStep(page)
  await next(page)
  await expectStep(page, 2)
}
export const expectFirstStepAnswered = (page: Page) =>
  expect(form(page).getByRole('radio', { name: 'No', exact: true, checked: true })).toHaveCount(3)

/** From the first step to the end. */
export const sendScreening = async (walk: Walk, step: Step) => {
  const { page, model } = walk
  const weight = String(100 + walk.next())
  for (let at = 1; at <= steps; at++) {
    await expectStep(page, at)
    if (at === 6)
      await form(page)
        .getByLabel(/How much do you weigh/)
        .fill(weight)
    await answerStep(page)
    await next(page)
  }
  const done = page.getByText('Thank you. Your answers have been sent.')
  const button = form(page).getByRole('button', { name: 'Send my answers' })
  await sendIn(walk, step, {
    about: /^POST \/patient\/mr_safety\//,
    press: () => button.click({ timeout: 5000 }),
    done,
    problem: form(page).getByRole('alert'),
    typed: () => expect(form(page).getByText(weight).or(done).first()).toBeVisible(),
  })
  model.weights.push(weight)
}

const screening: Act = {
  may: ({ drafts }) => !drafts.has('mrSafety'),
  run: async (walk, step) => {
    await openScreening(walk)
    await sendScreening(walk, step)
  },
}

export const screeningActs = { screening }
