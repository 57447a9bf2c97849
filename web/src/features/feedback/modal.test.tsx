import { Button } from '@mantine/core'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { testFeedback } from '../../testing/records.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { FeedbackModal } from './FeedbackModal.tsx'
import { FeedbackPage } from './FeedbackPage.tsx'

const call = 'POST /operator/submit_feedback/'
const draft = '/common/api/draft/staff-feedback/'

beforeEach(signOut)
afterEach(() => page.viewport(1280, 800))

const Menu = () => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button onClick={() => setOpened(true)}>Give feedback</Button>
      <FeedbackModal opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
const render = async (answers: ServedCalls = {}) => {
  const sent = serve(answers)
  const { screen } = await show(<Menu />, { role: 'Nurse' })
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  await press('Give feedback')
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(/Please do not include anything about patients\./)).toBeVisible()
  return { screen, press, dialog, sent }
}
const fill = async ({ screen, dialog }: Awaited<ReturnType<typeof render>>) => {
  await dialog.getByRole('combobox', { name: 'Feedback type' }).click()
  await screen.getByRole('option', { name: 'Performance' }).click()
  await dialog.getByLabelText('Comments').fill('Fast enough')
  await dialog.getByRole('radio', { name: 'Happy' }).click()
}

test('the thanks stand in the same dialog, and closing it gives the focus back to where it was', async () => {
  const rendered = await render({ [call]: ok() })
  await fill(rendered)
  await rendered.press('Submit')
  await expect.element(rendered.screen.getByRole('dialog', { name: 'Thank You!' })).toBeVisible()
  await expect.element(rendered.screen.getByRole('button', { name: 'Okay' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(rendered.dialog).not.toBeInTheDocument()
  await expect.element(rendered.screen.getByRole('button', { name: 'Give feedback' })).toHaveFocus()
  await rendered.press('Give feedback')
  await expect.element(rendered.dialog.getByLabelText('Comments')).toHaveValue('')
})

test('Cancel closes the dialog and sends nothing', async () => {
  const { press, dialog, sent } = await render()
  await press('Cancel')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.filter((one) => one.call === call)).toEqual([])
})

test('a field that the server refuses is told beside it, and what was typed stays', async () => {
  const fields = { feedback_comments: 'Please use at most 5,000 characters' }
  const rendered = await render({ [call]: refused(400, 'No', { fields }) })
  await fill(rendered)
  await rendered.press('Submit')
  await expect.element(rendered.screen.getByText('Please use at most 5,000 characters')).toBeVisible()
  await expect.element(rendered.dialog.getByLabelText('Comments')).toHaveValue('Fast enough')
  await expect.element(rendered.dialog.getByLabelText('Comments')).toHaveFocus()
})

test('what was typed earlier and not sent is offered, and can be thrown away', async () => {
  const values = { feedback_type: 'Performance', feedback_comments: 'Half a thought', experience: '' }
  const { press, dialog, sent } = await render({
    [`GET ${draft}`]: ok({ draft: { values, saved_at: '2026-03-01T15:00:00Z' } }),
    [`DELETE ${draft}`]: ok(),
  })
  await press('Continue editing')
  await expect.element(dialog.getByLabelText('Comments')).toHaveValue('Half a thought')
  await press('Discard')
  await expect.element(dialog.getByLabelText('Comments')).toHaveValue('')
  await expect.poll(() => sent.map((one) => one.call)).toContain(`DELETE ${draft}`)
})

test('for an admin in a narrow window an entry is a card with who said it', async () => {
  await page.viewport(390, 800)
  const feedback = { ...testFeedback, feedback_comments: 'Slow on Mondays.', experience: 'sad' }
  serve({ 'GET /admin/get_feedback/': ok({ feedback: [feedback], total: 1, total_pages: 1 }) })
  const { screen } = await show(<FeedbackPage />, { role: 'Admin', at: '/feedback' })
  const card = screen.getByRole('listitem')
  for (const text of ['Performance', 'Sad', 'Slow on Mondays.'])
    await expect.element(card.getByText(text, { exact: true })).toBeVisible()
  await expect.element(card.getByText(/^Nora Lindt, Nurse · Mar 1, 2026/)).toBeVisible()
})
