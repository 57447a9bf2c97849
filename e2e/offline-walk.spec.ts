import { expect, type Page, test } from '@playwright/test'
import { newPatient, signInPatient } from './people.ts'

/**
 * Within twelve steps each kind comes, and a cut both ways. `OFFLINE_STEPS=300` walks as far as somebody in a train does. Each leg is a
 * patient's own: nobody may write 300 messages at once.
 */
const steps = Number(process.env.OFFLINE_STEPS ?? 12)
const legSteps = 30
const legs = Array.from({ length: Math.ceil(steps / legSteps) }, (_, n) => ({
  leg: n + 1,
  length: Math.min(legSteps, steps - n * legSteps),
}))

/** The same numbers from the same seed: a walk that failed can be walked again. */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const conversation = (page: Page) => page.getByRole('list', { name: 'Messages' })
const field = (page: Page) => page.getByLabel('Your message')

for (const { leg, length } of legs)
  test(`whatever a dropped link cuts, each message arrives once and in order: leg ${leg}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { email, password } = await newPatient(page.request)
    await signInPatient(page, email, password, '/messages')
    await page.getByRole('link', { name: 'New message' }).click()
    await page.getByLabel('Subject').fill('On the train')
    await page.getByLabel('Message', { exact: true }).fill('line 0')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(conversation(page).getByRole('listitem')).toHaveCount(1)

    // What is cut of the next message: nothing, the way there, or the way back, after the server has stored it.
    let cut: 'nothing' | 'request' | 'answer' = 'nothing'
    await page.route(/\/patient\/messages\/[\w-]{36}\/$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const now = cut
      cut = 'nothing'
      if (now === 'nothing') return route.continue()
      if (now === 'answer') await route.fetch()
      return route.abort('connectionfailed')
    })

    const pick = numbersFrom(leg)
    let sent = 0
    const isThere = (line: number) =>
      expect(conversation(page).getByText(`line ${line}`, { exact: true })).toHaveCount(1, { timeout: 20_000 })
    const walk = {
      send: async () => {
        await field(page).fill(`line ${++sent}`)
        await page.getByRole('button', { name: 'Send' }).click()
        await isThere(sent)
      },
      sendWithoutNetwork: async () => {
        await page.context().setOffline(true)
        await expect(page.getByText(/You are offline/)).toBeVisible()
        await field(page).fill(`line ${++sent}`)
        await page.getByRole('button', { name: 'Send' }).click()
        await expect(page.getByText(/Your changes will be sent as soon as the connection is back/)).toBeVisible()
        await page.context().setOffline(false)
        await isThere(sent)
      },
      sendThroughACut: async () => {
        cut = pick(2) === 0 ? 'request' : 'answer'
        await field(page).fill(`line ${++sent}`)
        await page.getByRole('button', { name: 'Send' }).click()
        await expect(page.getByRole('alert').first()).toBeVisible()
        await expect(field(page)).toHaveValue(`line ${sent}`)
        await page.getByRole('button', { name: 'Send' }).click()
        await isThere(sent)
        await expect(field(page)).toHaveValue('')
      },
      leaveWithoutSending: async () => {
        await field(page).fill(`line ${++sent}`)
        await page.context().setOffline(true)
        await page.getByRole('navigation').getByRole('link', { name: 'Home' }).last().click()
        await expect(field(page)).toHaveCount(0)
        await page.context().setOffline(false)
        // A page whose program had not arrived reloads by itself; to go back in that instant would cancel it.
        await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible()
        await page.goBack()
        await page.getByRole('button', { name: 'Continue editing' }).click()
        await expect(field(page)).toHaveValue(`line ${sent}`)
        await page.getByRole('button', { name: 'Send' }).click()
        await isThere(sent)
      },
      reload: async () => {
        await page.reload()
        await isThere(sent)
      },
    }
    const kinds = Object.values(walk)
    for (let step = 0; step < length; step++) {
      const next = kinds[pick(kinds.length)]!
      await test.step(`${step + 1}: ${next.name}`, next)
    }
    const lines = await conversation(page)
      .getByText(/^line \d+$/)
      .allTextContents()
    expect(lines).toEqual(Array.from({ length: sent + 1 }, (_, n) => `line ${n}`))
  })
