import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { expectNoSidewaysScroll } from './axe.ts'
import { follow } from './follow.ts'
import { signInAdmin } from './people.ts'

test('an admin comes from the dashboard to the reports, reads a number as chart and table, and downloads it', async ({
  page,
}) => {
  await signInAdmin(page, 'admin')
  await page.getByRole('link', { name: /^Reports: / }).click()
  await expect(page).toHaveURL(/\/reports$/)
  const visits = page.getByRole('region', { name: 'Visits and no-shows' })
  const sentence = await visits.getByText(/visits? took place/).textContent()
  const [, done = ''] = /^(\d+) of (\d+)/.exec(sentence ?? '') ?? []
  await expect(visits.locator('.recharts-surface')).toBeVisible()
  // Paper is narrower than the window, and nothing is drawn anew for it.
  await page.emulateMedia({ media: 'print' })
  const chart = visits.locator('.recharts-wrapper')
  await chart.evaluate((drawn) => drawn.style.setProperty('width', '3000px'))
  const [drawn, place] = [await chart.boundingBox(), await visits.boundingBox()]
  expect(drawn?.width).toBeLessThan(place?.width ?? 0)
  expect(drawn?.height).toBeGreaterThan(200)
  await expect(visits.getByRole('button', { name: /^Download CSV/ })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await visits.getByRole('button', { name: /^Show as table/ }).click()
  await expect(visits.getByRole('row').last()).toContainText(`Whole period${done}`)

  const downloading = page.waitForEvent('download')
  await visits.getByRole('button', { name: /^Download CSV/ }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^report-visits-.*\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain(`"Whole period","${done}"`)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await follow(page, '/auditLog?kind=exports')
  await expect(page.getByRole('listitem').filter({ hasText: 'Exported a report: visits' }).first()).toBeVisible()
})
