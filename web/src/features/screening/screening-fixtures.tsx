import type { getMyScreening, Reply } from '@fornix/contract'
import { expect } from 'vitest'
import { testScreening } from '../../testing/screenings.ts'
import { show } from '../../testing/show.tsx'
import { MrSafetyPage } from './MrSafetyPage.tsx'

export type Mine = Reply<typeof getMyScreening>
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
export const open = (element = <MrSafetyPage />) => show(element, { role: 'Patient', at: '/mrSafety' })
type Shown = Awaited<ReturnType<typeof open>>['screen']
export const pick = (screen: Shown, question: RegExp, word: string) =>
  screen.getByRole('group', { name: question }).getByRole('radio', { name: word, exact: true }).click()
export const next = (screen: Shown, name = 'Next') => screen.getByRole('button', { name, exact: true }).click()

/** Answers No to every open question on the screen. */
export const noToAll = async (screen: Shown) => {
  await expect.element(screen.getByRole('group').first()).toBeVisible()
  for (const group of screen.getByRole('group').all())
    if (!group.element().querySelector(':checked')) await group.getByRole('radio', { name: 'No', exact: true }).click()
}
export const toTheCheck = async (screen: Shown) => {
  for (let step = 1; step < 7; step++) {
    await noToAll(screen)
    await next(screen)
    await expect.element(screen.getByText(`Step ${step + 1} of 8`)).toBeVisible()
    if (step === 5) await screen.getByLabelText(/weigh/).fill('165')
  }
  await noToAll(screen)
  await next(screen, 'Check my answers')
  await expect.element(screen.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
}
