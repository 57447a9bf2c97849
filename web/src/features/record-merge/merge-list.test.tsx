import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { looks } from '../../testing/looks.ts'
import { ok, refused, serve } from '../../testing/serve.ts'
import { signedOutAt } from '../../testing/show.tsx'
import { answers, done, list, render, undo, undone } from './merge-fixtures.tsx'

beforeEach(() => signedOutAt(1280, 900))

test.each(looks)(
  'in the %s look at %i px the list says who merged what, and until when it can be undone',
  async (scheme, width) => {
    await page.viewport(width, 900)
    const misspelled = { ...done, merged: { patient_id: 'P-0', name: 'Amara Abott' } }
    serve(answers({ [list]: ok({ merges: [misspelled, undone], total: 2, total_pages: 1 }) }))
    const { screen } = await render('/mergeRecords', scheme)
    await expect.element(screen.getByText('Amara Abott')).toBeVisible()
    await expect.element(screen.getByText('Until Dec 20, 2026')).toBeVisible()
    await expect.element(screen.getByText(/^Undone by Ada Stone on Nov 21, 2026/)).toBeVisible()
    expect(screen.getByRole('button', { name: /^Undo the merge/ }).elements()).toHaveLength(1)
    expect(await axeHits()).toEqual([])
    await screen.getByRole('button', { name: 'Undo the merge of P-0' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Undo this merge?' })).toBeVisible()
    expect(await axeHits()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('a list that failed can be asked for again, and may be empty', async () => {
  let isDown = true
  serve(answers({ [list]: () => (isDown ? refused(500) : ok({ merges: [], total: 0, total_pages: 1 })) }))
  const { screen } = await render('/mergeRecords')
  await expect.element(screen.getByText('The list could not be loaded. Please try again.')).toBeVisible()
  isDown = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No records were merged')).toBeVisible()
})

test('an undo needs a reason, says which scans stay, and a refusal stays in the dialog', async () => {
  let isTaken = true
  serve(
    answers({
      [undo]: () =>
        isTaken
          ? refused(409, 'Another patient in this project now has the MRN number of the merged record.')
          : ok({ merge: { ...done, can_undo: false, undone: undone.undone }, scans_stayed: 1 }),
    }),
  )
  const { screen } = await render('/mergeRecords')
  await screen.getByRole('button', { name: 'Undo the merge of P-0' }).click()
  await screen.getByRole('button', { name: 'Undo merge' }).click()
  await expect.element(screen.getByText('Please give a reason, in 5 to 500 characters')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Two people after all')
  await screen.getByRole('button', { name: 'Undo merge' }).click()
  await expect.element(screen.getByText(/^Another patient in this project now has the MRN/)).toBeVisible()
  isTaken = false
  await screen.getByRole('button', { name: 'Undo merge' }).click()
  await expect.element(screen.getByText(/^P-0 is a separate record again\. One scan was assigned/)).toBeVisible()
})
