import { expect } from '@playwright/test'
import { freeThreads, openThread, replyField, send } from './messages.ts'
import { type Act, oneOf } from './walk.ts'
import { restore } from './weather.ts'

/**
 * Sent, and gone to another page while it is on its way. Nobody saw what became of it: it is stored, or offered as a draft. Where only the
 * response was lost, it may be both; whoever comes back sees it in the conversation, and discards the draft.
 */
const leaveWhileSending: Act = {
  may: (model) => freeThreads(model).length > 0,
  run: async (walk, { weather, choice }) => {
    const { page, link, model, stored } = walk
    const subject = oneOf(freeThreads(model), choice)
    const text = `line ${walk.next()} of ${walk.word}`
    await openThread(walk, subject)
    await replyField(page).fill(text)
    const gone = Promise.withResolvers<void>()
    const leave = async () => {
      await page.getByRole('navigation', { name: 'Patient' }).getByRole('link', { name: 'Home' }).last().click()
      await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible()
      gone.resolve()
    }
    link.cutNext({ about: /^POST \/patient\/messages\/[\w-]{36}\/$/, cut: weather.cut, times: 1, onCut: leave })
    await send(page)
    await gone.promise
    await restore(page, link)
    const thread = (await stored.threads()).find((one) => one.subject === subject)
    if (!thread?.messages.some(([said]) => said === text)) return void model.drafts.set(subject, { text })
    model.threads.get(subject)?.push([text])
    if (!weather.cut) return undefined
    await openThread(walk, subject)
    await expect(page.getByRole('list', { name: 'Messages' }).getByText(text, { exact: true })).toHaveCount(1)
    await page.getByRole('button', { name: 'Discard' }).click()
    return expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
  },
}

export const leavingActs = { leaveWhileSending }
