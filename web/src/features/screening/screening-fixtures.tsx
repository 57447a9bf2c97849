import type { getMyScreening, ResponseOf, Role } from '@fornix/contract'
import { expect } from 'vitest'
import { testScreening } from '../../testing/screenings.ts'
import { show } from '../../testing/show.tsx'
import { MrSafetyPage } from './MrSafetyPage.tsx'

export type Mine = ResponseOf<typeof getMyScreening>
export const unasked: Mine = {
  facts: { gender: 'Female', age: 40 },
  state: 'not_asked',
  good_until: null,
  current: null,
  needed_for: '2032-03-08T15:00:00.000Z',
  time_zone: 'America/New_York',
}
const { reviews: _reviews, screening_id: _id, ...current } = testScreening

export { current }
export const answered: Mine = {
  ...unasked,
  state: 'waiting',
  current,
  needed_for: null,
  good_until: '2032-03-31T15:00:00.000Z',
}
export const read = 'GET /patient/mr_safety/P-7K3QX9/'
export const write = 'POST /patient/mr_safety/P-7K3QX9/'
type Screen = Awaited<ReturnType<typeof show>>['screen']

/** The form, and what is done on it. */
export const open = async (element = <MrSafetyPage />, role: Role = 'Patient') => {
  const rendered = await show(element, { role, at: '/mrSafety' })
  return { ...rendered, ...actionsOn(rendered.screen) }
}

const actionsOn = (screen: Screen) => {
  const pick = (question: RegExp, word: string) =>
    screen.getByRole('group', { name: question }).getByRole('radio', { name: word, exact: true }).click()
  const next = (name = 'Next') => screen.getByRole('button', { name, exact: true }).click()
  /** Answers No to every open question on the screen. */
  const noToAll = async () => {
    await expect.element(screen.getByRole('group').first()).toBeVisible()
    for (const group of screen.getByRole('group').all())
      if (!group.element().querySelector(':checked'))
        await group.getByRole('radio', { name: 'No', exact: true }).click()
  }
  const toTheCheck = async () => {
    for (let step = 1; step < 7; step++) {
      await noToAll()
      await next()
      await expect.element(screen.getByText(`Step ${step + 1} of 8`)).toBeVisible()
      if (step === 5) await screen.getByLabelText(/weigh/).fill('165')
    }
    await noToAll()
    await next('Check my answers')
    await expect.element(screen.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
  }
  return { pick, next, noToAll, toTheCheck }
}
