import { expect, type Page } from '@playwright/test'
import { type Act, oneOf, open, type Step, sendIn, type Walk } from './walk.ts'

// The demo has one scanner, and appointments.spec.ts books in months 2 to 6.
const monthsAhead = 1
const freeDays = (page: Page) => page.getByRole('button', { name: /, [1-9]\d* times? available$/ })
const problemOf = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasNotText: 'Your appointment' })
const appointmentPath = '/patient/appointment'

/** Legs that walk at the same time book on days of their own, or one would take the time that another has just chosen. */
const firstDay = 5 * (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 3)

/** As a patient says it: day, then time. */
const chooseTime = async ({ page }: Walk, choice: number) => {
  const day = freeDays(page).nth(firstDay + (choice % 5))
  const [dayName = ''] = /^\w+, \w+ \d+/.exec((await day.getAttribute('aria-label')) ?? '') ?? []
  await day.click()
  const times = page.getByRole('radio')
  await expect(times.first()).toBeVisible()
  const time = times.nth(choice % (await times.count()))
  await time.click()
  const timeName = ((await time.textContent()) ?? '').trim()
  return `${dayName} at ${timeName}`
}

const send = (walk: Walk, step: Step, button: string, done: string, about: RegExp) => {
  const { page } = walk
  const chosen = page.getByRole('radio', { checked: true })
  return sendIn(walk, step, {
    about,
    press: () => page.getByRole('button', { name: button }).click({ timeout: 5000 }),
    done: page.getByText(done, { exact: true }),
    problem: problemOf(page),
    typed: () => expect(chosen.or(page.getByText(done, { exact: true })).first()).toBeVisible(),
  })
}

const book: Act = {
  may: ({ visits }) => visits.length < 3,
  run: async (walk, step) => {
    const { page, model } = walk
    await open(walk, appointmentPath)
    if (model.visits.length > 0) await page.getByRole('button', { name: 'Book another appointment' }).click()
    else if (await page.getByRole('button', { name: 'Book an appointment' }).isVisible())
      await page.getByRole('button', { name: 'Book an appointment' }).click()
    await expect(page.getByRole('button', { name: 'Confirm booking' })).toBeVisible()
    for (let n = 0; n < monthsAhead; n++) await page.getByRole('button', { name: 'Next month' }).click()
    await expect(freeDays(page).first()).toBeVisible()
    const when = await chooseTime(walk, step.choice)
    await send(walk, step, 'Confirm booking', 'Your appointment is booked', /^POST \/patient\/appointments\/$/)
    model.visits.push(when)
  },
}

const move: Act = {
  may: ({ visits }) => visits.length > 0,
  run: async (walk, step) => {
    const { page, model } = walk
    const old = oneOf(model.visits, step.choice)
    await open(walk, appointmentPath)
    await page.getByRole('button', { name: buttonOf('Reschedule', old) }).click()
    await expect(freeDays(page).first()).toBeVisible()
    const when = await chooseTime(walk, step.choice + 3)
    await send(walk, step, 'Confirm new time', 'The appointment has been rescheduled', /reschedule\/$/)
    model.visits[model.visits.indexOf(old)] = when
  },
}
const buttonOf = (action: string, when: string) => {
  const [day, time] = when.split(' at ')
  return new RegExp(`^${action}: ${day}, \\d{4} at ${time}`)
}

const cancel: Act = {
  may: ({ visits }) => visits.length > 1,
  run: async (walk, step) => {
    const { page, model } = walk
    const old = oneOf(model.visits, step.choice)
    await open(walk, appointmentPath)
    await page.getByRole('button', { name: buttonOf('Cancel appointment', old) }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
    await sendIn(walk, step, {
      about: /cancel\/$/,
      press: () => dialog.getByRole('button', { name: 'Cancel appointment' }).click(),
      done: page.getByText('The appointment has been canceled', { exact: true }),
      problem: dialog.getByRole('alert'),
      stop: () => dialog.getByRole('button', { name: 'Keep it' }).click(),
      typed: () => expect(dialog).toBeVisible(),
    })
    model.visits.splice(model.visits.indexOf(old), 1)
    model.canceled += 1
  },
}

export const visitActs = { book, move, cancel }
