import { expect } from '@playwright/test'
import { signInByForm, signOut } from '../people.ts'
import { freeThreads, openThread, replyField } from './messages.ts'
import { type Act, expectPage, oneOf, open } from './walk.ts'
import { expectBanner, lose, restore } from './weather.ts'

const pages = [
  ['Appointments', /ppointments?|Book your scan session/],
  ['Scans', /Scans$/],
  ['Files', /Files$/],
  ['Claims', 'Reimbursement'],
  ['Home', /^Good /],
] as const

/** Through the pages of the navigation without network, and with calls that are lost. Each comes by itself, or by its Retry. */
const visit: Act = {
  run: async (walk, { weather, choice }) => {
    const { page, link } = walk
    if (weather.isOffline || weather.thenGone === 'device') await lose(page, link, 'device')
    else if (weather.cut) link.cutNext({ about: /^GET \/patient\//, cut: weather.cut, times: 4 })
    const order = [...pages.slice(choice % 5), ...pages.slice(0, choice % 5)].slice(0, 3)
    for (const [name] of order) {
      await page.getByRole('navigation', { name: 'Patient', exact: true }).last().getByRole('link', { name }).click()
      await expectPage(walk)
    }
    await restore(page, link)
    const [, title] = oneOf(order, 2)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
    while (await retry.first().isVisible()) {
      await retry.first().click()
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
    }
    await expectPage(walk)
  },
}

/** The page comes again for whoever was signed in, even if the call for it is lost. */
const reload: Act = {
  run: async (walk, { weather }) => {
    const { page, link } = walk
    const title = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? ''
    if (weather.cut)
      link.cutNext({ about: /^(GET|POST) \/patient\/refresh\/$/, cut: weather.cut, times: weather.times ?? 1 })
    await page.reload()
    await restore(page, link)
    await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(title)
    await expectBanner(page, null)
  },
}

/** What was typed a moment before is offered after the next sign-in. Nobody is signed out while the portal cannot be reached. */
const signOutAndIn: Act = {
  run: async (walk, { weather, choice }) => {
    const { page, link, model, patient, word } = walk
    const free = freeThreads(model)
    if (free.length > 0) {
      const subject = oneOf(free, choice)
      const text = `draft ${walk.next()} of ${word}`
      await openThread(walk, subject)
      await replyField(page).fill(text)
      model.drafts.set(subject, { text })
    }
    if (weather.cut) link.cutNext({ about: /^POST \/patient\/logout\/$/, cut: weather.cut, times: weather.times ?? 1 })
    await signOut(page)
    await expect(page).toHaveURL(/\/patients\/?$/)
    await restore(page, link)
    await signInByForm(page, 'patient', patient.email, patient.password)
    await open(walk, '/files')
  },
}

export const movingActs = { visit, reload, signOutAndIn }
