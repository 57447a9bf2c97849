import { expect, type Page } from '@playwright/test'
import { claimFields, openClaim, sendClaim } from './claims.ts'
import { newFields, openNewThread, openThread, replyField, sendNewThread, sendReply } from './messages.ts'
import { answerFirstStep, expectFirstStepAnswered, openScreening, sendScreening } from './screening.ts'
import { type Act, oneOf, type Step, type Walk } from './walk.ts'
import { lose, restore } from './weather.ts'

type Typed = Record<string, string>
type Place = {
  open: (walk: Walk) => Promise<unknown>
  type: (walk: Walk, typed: Typed) => Promise<unknown>
  expect: (walk: Walk, typed: Typed) => Promise<unknown>
  send: (walk: Walk, step: Step, typed: Typed) => Promise<unknown>
}
const wordOf = (typed: Typed, name: string) => typed[name] ?? ''

const newThread: Place = {
  open: openNewThread,
  type: async ({ page }, typed) => {
    await newFields(page).subject.fill(wordOf(typed, 'subject'))
    await newFields(page).text.fill(wordOf(typed, 'text'))
  },
  expect: async ({ page }, typed) => {
    await expect(newFields(page).subject).toHaveValue(wordOf(typed, 'subject'))
    await expect(newFields(page).text).toHaveValue(wordOf(typed, 'text'))
  },
  send: (walk, step, typed) => sendNewThread(walk, step, wordOf(typed, 'subject'), wordOf(typed, 'text')),
}
const replyTo = (subject: string): Place => ({
  open: (walk) => openThread(walk, subject),
  type: ({ page }, typed) => replyField(page).fill(wordOf(typed, 'text')),
  expect: ({ page }, typed) => expect(replyField(page)).toHaveValue(wordOf(typed, 'text')),
  send: (walk, step, typed) => sendReply(walk, step, subject, wordOf(typed, 'text')),
})
const claim: Place = {
  open: openClaim,
  type: async ({ page }, typed) => {
    await claimFields(page).amount.fill('12.00')
    await claimFields(page).description.fill(wordOf(typed, 'text'))
  },
  expect: ({ page }, typed) => expect(claimFields(page).description).toHaveValue(wordOf(typed, 'text')),
  send: (walk, step, typed) => sendClaim(walk, step, '12.00', wordOf(typed, 'text')),
}
const screening: Place = {
  open: openScreening,
  type: ({ page }) => answerFirstStep(page),
  expect: ({ page }) => expectFirstStepAnswered(page),
  send: (walk, step) => sendScreening(walk, step),
}
const placeOf = (name: string): Place =>
  ({ 'message-new': newThread, reimbursement: claim, mrSafety: screening })[name] ?? replyTo(name)

const placesFree = ({ threads, drafts }: Walk['model']) =>
  ['message-new', 'reimbursement', 'mrSafety', ...threads.keys()].filter((name) => !drafts.has(name))

const isMessage = (name: string) => name !== 'reimbursement' && name !== 'mrSafety'

const markForm = (page: Page) =>
  page.locator('form').evaluateAll((forms) => {
    for (const form of forms) form.setAttribute('data-left', '')
  })

/** Whoever left a form that waited reads so, and closes it. */
const readNotSent = async (page: Page) => {
  const notice = page.getByRole('alert').filter({ hasText: 'What you entered was not sent' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
}

/** However a page is left, what was typed on it is offered when it is opened again. */
const ways: ((walk: Walk) => Promise<unknown>)[] = [
  // Not by Playwright, which waits for a load event that may never come without network.
  ({ page }) => page.evaluate(() => history.back()),
  ({ page }) => page.getByRole('navigation', { name: 'Patient' }).getByRole('link', { name: 'Home' }).last().click(),
]
const leave: Act = {
  may: (model) => placesFree(model).length > 0,
  run: async (walk, { weather, choice }) => {
    const { page, link, model } = walk
    const name = oneOf(placesFree(model), choice)
    const n = walk.next()
    const typed = { subject: `Subject ${n} of ${walk.word}`, text: `draft ${n} of ${walk.word}` }
    const place = placeOf(name)
    await place.open(walk)
    if (weather.isOffline) await lose(page, link, 'device')
    else if (weather.cut)
      link.cutNext({ about: /^POST \/common\/api\/draft\//, cut: weather.cut, times: weather.times ?? 1 })
    await place.type(walk, typed)
    // Sent without network, and left: it was only typed.
    const isSent = weather.isOffline && isMessage(name)
    if (isSent) await page.getByRole('form').getByRole('button', { name: 'Send' }).click()
    await markForm(page)
    if (name === 'reimbursement') await page.evaluate(() => history.back())
    else await oneOf(ways, choice >> 1)(walk)
    // The address changes before the page does. What stands on the screen until then is sent if the network comes back.
    await expect(page.locator('form[data-left]')).toHaveCount(0)
    if (isSent) await readNotSent(page)
    if (weather.isOffline) await restore(page, link)
    model.drafts.set(name, typed)
  },
}

const offer = (page: Page) => page.getByText(/^You have unsaved changes from/)
const goOn: Act = {
  may: ({ drafts }) => drafts.size > 0,
  run: async (walk, step) => {
    const { page, model } = walk
    const [name, typed] = oneOf([...model.drafts], step.choice)
    const place = placeOf(name)
    await place.open(walk)
    await expect(offer(page)).toBeVisible()
    await page.getByRole('button', { name: 'Continue editing' }).click()
    await place.expect(walk, typed)
    model.drafts.delete(name)
    if (step.choice % 3 > 0) return place.send(walk, step, typed)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(offer(page)).toHaveCount(0)
  },
}

export const draftActs = { leave, goOn }
