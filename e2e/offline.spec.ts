import { expect, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { newPatient, signInPatient } from './people.ts'

test('a patient whose link drops keeps the frame and what was typed, and goes on when it is back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { email, password } = await newPatient(page.request)
  await signInPatient(page, email, password)
  const files = page.getByRole('navigation', { name: 'Patient' }).getByRole('link', { name: 'Files' }).last()
  const banner = page.getByText('You are offline. What you see may be out of date.')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('a page that is not loaded says so inside the frame, and comes by itself', async () => {
    await page.context().setOffline(true)
    await expect(banner).toBeVisible()
    await files.click()
    await expect(
      page.getByText('You are offline. This page will open as soon as the connection is back.'),
    ).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(files).toBeVisible()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
    await expect(banner).toHaveCount(0)
  })

  await test.step('a message that could not be sent stays, and is sent when it is sent again', async () => {
    await page.goto('/contactUs')
    await page.getByLabel('Subject').fill('Parking')
    await page.getByLabel('How can we help?').fill('Where do I park?')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('dialog').getByRole('button').last().click()
    await expect(page.getByLabel('How can we help?')).toHaveValue('Where do I park?')
    await page.context().setOffline(false)
    await expect(banner).toHaveCount(0)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
