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
  const column = visits.locator('[aria-hidden] [data-row]').last()
  await expect(column).toBeVisible()
  // Paper is narrower than the window.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 700, height: 900 })
  const [drawn, place] = [await column.boundingBox(), await visits.boundingBox()]
  const free = (place?.x ?? 0) + (place?.width ?? 0) - (drawn?.x ?? 0) - (drawn?.width ?? 0)
  expect(free).toBeGreaterThanOrEqual(0)
  expect(free).toBeLessThan(40)
  expect(drawn?.height).toBeGreaterThan(150)
  await expect(visits.getByRole('button', { name: /^Download CSV/ })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 900 })
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
