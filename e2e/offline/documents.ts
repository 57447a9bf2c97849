import { expect } from '@playwright/test'
import { type Act, open, pdfFile, sendIn } from './walk.ts'

/** Several files at once. The link breaks at the second: before it, in the middle of it, or after it. */
const upload: Act = {
  run: async (walk, step) => {
    const { page, model } = walk
    const n = walk.next()
    const names = [1, 2, 3].map((part) => `paper-${n}-${part}-${walk.word}.pdf`)
    await open(walk, '/files')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload your file' })
    await dialog
      .locator('input[type=file]')
      .last()
      .setInputFiles(names.map((name) => pdfFile(name)))
    for (const name of names) await expect(dialog.getByText(name, { exact: true })).toBeVisible()
    const { stops: _, ...weather } = step.weather
    await sendIn(
      walk,
      { ...step, weather },
      {
        about: /^POST \/patient\/upload_document\//,
        after: 1,
        press: () => dialog.getByRole('button', { name: 'Upload', exact: true }).click(),
        done: page.getByRole('dialog', { name: 'Great!' }),
        problem: dialog.getByRole('alert'),
        waits: dialog.getByText('Waiting for the connection…'),
        typed: async () => {
          for (const name of names) await expect(dialog.getByText(name, { exact: true })).toBeVisible()
        },
      },
    )
    await page.getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    model.documents.push(...names)
  },
}

export const documentActs = { upload }
