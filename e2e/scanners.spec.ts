import { dayMs } from '@fornix/contract'
import { expect, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { anyLetters, mailTo, signInAdmin, signInOperator } from './people.ts'

/** A week that no other test books in. */
const week = new Date(Date.now() + 70 * dayMs).toISOString().slice(0, 10)

test('an admin adds a scanner, a nurse books from the week, moves the visit there and prints', async ({ browser }) => {
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const [admin, nurse] = await Promise.all(contexts.map((context) => context.newPage()))
  if (!admin || !nurse) throw new Error('No pages')
  const name = `Scanner ${anyLetters()}`

  await test.step('the scanner is open for booking at once', async () => {
    await signInAdmin(admin, 'admin-lakeview', '/scheduling')
    await admin.getByRole('button', { name: 'Add scanner' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Add a scanner' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('textbox', { name: 'Room (optional)' }).fill('Room 300')
    await dialog.getByRole('button', { name: 'Add scanner' }).click()
    await expect(admin.getByText(`${name} was added and can be booked.`)).toBeVisible()
  })

  await test.step('a free time of the week is booked for a patient', async () => {
    await signInOperator(nurse, 'nurse@lakeview.example', `/daySheet?week=${week}`)
    await nurse.getByRole('button', { name: /^Book 10:30 AM, Wednesday/ }).click()
    const dialog = nurse.getByRole('dialog', { name: /^Book an appointment on Wednesday/ })
    await dialog.getByRole('combobox', { name: 'Patient' }).fill('eli.novak')
    await nurse.getByRole('option', { name: /^Eli Novák/ }).click()
    await dialog.getByRole('button', { name: 'Book appointment' }).click()
    // The demo's visit of today may be over by now; the one of the coming days is not.
    await expect(dialog.getByRole('alert')).toContainText('Eli Novák already has a visit on ')
    await dialog.getByRole('button', { name: 'Book anyway' }).click()
    await expect(nurse.getByText(/^Eli Novák is booked for Wednesday, .* at 10:30 AM$/)).toBeVisible()
    await expect(nurse.getByRole('link', { name: 'Eli Novák', exact: true })).toBeVisible()
    await expectNoSidewaysScroll(nurse)
  })

  await test.step('the week prints on the long side of the paper, without controls', async () => {
    await nurse.emulateMedia({ media: 'print' })
    await expect(nurse.getByRole('link', { name: 'Eli Novák', exact: true })).toBeVisible()
    await expect(nurse.getByRole('button', { name: /^Book/ })).toHaveCount(0)
    const pdf = (await nurse.pdf({ preferCSSPageSize: true })).toString('latin1')
    const [, width, height] = /MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? []
    expect(Number(width)).toBeGreaterThan(Number(height))
    await nurse.emulateMedia({ media: 'screen' })
  })

  await test.step('on its day the visit moves to the new scanner, and its patient is told', async () => {
    await nurse.getByRole('link', { name: /^Wed, .*: Day sheet of/ }).click()
    await expect(nurse.getByRole('cell', { name: /Scanner 1/ })).toBeVisible()
    await nurse.getByRole('button', { name: 'Change the scanner of Eli Novák' }).click()
    await nurse.getByRole('menuitem', { name: `Move to ${name} (Room 300)` }).click()
    await expect(nurse.getByText(`Eli Novák was moved to ${name}`)).toBeVisible()
    await expect(nurse.getByRole('cell', { name: new RegExp(name) })).toBeVisible()
    const mail = await mailTo(nurse, 'eli.novak@lakeview.example', /^The room of your appointment on .* has changed$/)
    expect(mail.text).toContain('Room 300')
  })

  await test.step('with a visit on it the scanner stays in service', async () => {
    await admin.getByRole('button', { name: `Take out of service: ${name}` }).click()
    await expect(admin.getByText(/^1 upcoming visit is on this scanner\./)).toBeVisible()
    await admin.getByRole('link', { name: /^Wednesday, .*: 1 visit$/ }).click()
    await expect(admin.getByRole('link', { name: 'Eli Novák', exact: true })).toBeVisible()
  })
  await Promise.all(contexts.map((context) => context.close()))
})
