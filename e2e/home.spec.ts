import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { newPatient, signInPatient } from './people.ts'

test('a patient’s home says what is open to do, until it is done', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { email, password } = await newPatient(page.request, 'Mira')
  await signInPatient(page, email, password)
  await expect(page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening), Mira$/ })).toBeVisible()
  const todo = page.getByRole('region', { name: 'To do' })
  await todo.getByRole('link', { name: 'Answer the medical questions' }).click()
  await expect(page.getByRole('button', { name: 'Edit medical information' })).toBeInViewport()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Edit medical information' }).click()
  const form = page.getByRole('form', { name: 'Medical information' })
  await form.getByLabel('Neck length').fill('12 cm')
  await form.getByLabel('Head circumference').fill('55 cm')
  for (const [name, choice] of [
    ['Gender', 'Female'],
    ['Pregnant or nursing', 'No'],
    ['Birth control pills', 'No'],
  ] as const) {
    const field = form.getByRole('combobox', { name }).or(form.getByRole('radiogroup', { name }))
    if ((await field.getAttribute('role')) === 'radiogroup') await field.getByLabel(choice, { exact: true }).check()
    else {
      await field.click()
      await page.getByRole('option', { name: choice, exact: true }).click()
    }
  }
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(todo).toHaveCount(0)
})

test('on a phone the area has a menu of its tabs and a bar below, and logging out leads to the entrance', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password)
  const bar = page.getByRole('navigation', { name: 'Patient', exact: true })
  await bar.getByRole('link', { name: 'Appointments' }).click()
  await expect(page).toHaveURL(/\/patient\/appointment$/)
  await expect(bar.getByRole('link', { name: 'Appointments' })).toHaveAttribute('aria-current', 'page')

  const menu = page.getByRole('navigation', { name: 'Patient area' })
  await expect(page.getByRole('tab')).toHaveCount(0)
  await menu.getByRole('button', { name: 'Appointment' }).click()
  await menu.getByRole('link', { name: 'Upload File' }).click()
  await expect(page).toHaveURL(/\/patient\/uploadfile$/)
  await page.setViewportSize({ width: 1000, height: 844 })
  await expect(page.getByRole('tab', { name: 'Upload File' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/patients\/?$/)
})
