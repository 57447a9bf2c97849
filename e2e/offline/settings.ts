import { expect } from '@playwright/test'
import { type Act, oneOf, open, sendIn } from './walk.ts'
import { lose, restore } from './weather.ts'

const profile: Act = {
  run: async (walk, step) => {
    const { page, model } = walk
    let city = `Town ${walk.next()} ${walk.word}`
    await open(walk, '/patient/profile')
    await page.getByRole('button', { name: 'Edit contact details' }).click()
    const field = page.getByRole('textbox', { name: /^City/ })
    await field.fill(city)
    await sendIn(walk, step, {
      about: /^POST \/patient\/update_patient\/$/,
      press: () => page.getByRole('button', { name: 'Save' }).click(),
      done: page.getByText('Saved', { exact: true }),
      problem: page.getByRole('main').getByRole('alert'),
      edit: () => {
        city += ' again'
        return field.fill(city)
      },
      typed: () => expect(field).toHaveValue(city),
    })
    model.city = city
  },
}

/** Typed in the profile, a page that asks before it is left. */
const stayInProfile: Act = {
  run: async (walk, step) => {
    const { page, link } = walk
    await open(walk, '/patient/profile')
    await page.getByRole('button', { name: 'Edit contact details' }).click()
    const field = page.getByRole('textbox', { name: /^City/ })
    await field.fill('Nowhere')
    if (step.weather.isOffline) await lose(page, link, 'device')
    await page.getByRole('navigation', { name: 'Patient' }).getByRole('link', { name: 'Home' }).last().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
    await expect(field).toHaveValue('Nowhere')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await restore(page, link)
    await expect(page.getByText(walk.model.city, { exact: false }).first()).toBeVisible()
  },
}

const kinds = ['New messages from your care team', 'Changes to your reimbursement requests'] as const
const kindOf = { [kinds[0]]: 'messages', [kinds[1]]: 'claims' }

/** A switch says itself what is saved. A person presses it again until it stands as wanted. */
const notices: Act = {
  run: async (walk, step) => {
    const { page, model } = walk
    await open(walk, '/account')
    const name = oneOf(kinds, step.choice)
    const kind = kindOf[name]
    const on = model.emailsOff.has(kind)
    const control = page.getByRole('switch', { name: `Email: ${name}` })
    const card = page.getByRole('region', { name: 'Notification settings' })
    const saved = card.getByRole('status').filter({ hasText: /^Saved$/ })
    await expect(control).toBeChecked({ checked: !on })
    // What an unsaved switch shows after a lost response, the server says: pressed again only where that is not what was wanted.
    const press = async () => (await control.isChecked()) !== on && (await control.click())
    await sendIn(walk, step, {
      about: /^POST \/patient\/notices\/$/,
      press,
      done: saved.or(card.getByRole('alert').filter({ hasText: 'may have been saved' })),
      problem: card.getByRole('alert'),
      typed: async () => {},
    })
    await open(walk, '/account')
    if ((await control.isChecked()) !== on) {
      await control.click()
      await expect(saved).toBeVisible()
    }
    await expect(control).toBeChecked({ checked: on })
    if (on) model.emailsOff.delete(kind)
    else model.emailsOff.add(kind)
  },
}

export const settingActs = { profile, stayInProfile, notices }
