import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { testFeedback } from '../../testing/records.ts'
import { refused, serve } from '../../testing/serve.ts'
import { showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { FeedbackPage } from './FeedbackPage.tsx'

const call = 'POST /operator/submit_feedback/'
const list = 'GET /admin/get_feedback/'
const show = (role: 'Nurse' | 'Admin') => {
  signIn(role)
  return showRoutes([{ path: '*', element: <FeedbackPage /> }], { at: '/feedback' })
}
type Shown = Awaited<ReturnType<typeof show>>['screen']
const fill = async (screen: Shown) => {
  await screen.getByRole('combobox', { name: 'Feedback type' }).click()
  await screen.getByRole('option', { name: 'Mobile Experience' }).click()
  await screen.getByLabelText('Comments').fill('Good on the ward tablet')
  await screen.getByRole('radio', { name: 'Sad' }).click()
}
const submit = (screen: Shown) => screen.getByRole('button', { name: 'Submit' }).click()
beforeEach(signOut)

test('an operator chooses, writes, sends, and reads that it arrived; the form is empty again', async () => {
  const sent = serve({ [call]: () => [200, { message: 'ok' }] })
  const { screen } = await show('Nurse')
  await fill(screen)
  // Native radio buttons: an arrow key selects the other.
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(screen.getByRole('radio', { name: 'Happy' })).toBeChecked()
  await submit(screen)
  const dialog = screen.getByRole('dialog', { name: 'Thank You!' })
  await expect
    .element(dialog.getByText('Your feedback has been submitted successfully!', { exact: true }))
    .toBeVisible()
  expect(sent.find((one) => one.call === call)?.body).toEqual({
    feedback_type: 'Mobile Experience',
    feedback_comments: 'Good on the ward tablet',
    experience: 'happy',
  })
  await screen.getByRole('button', { name: 'Okay' }).click()
  await expect.element(screen.getByLabelText('Comments')).toHaveValue('')
})

test('an empty form says what is missing, and the first field has the focus', async () => {
  serve({})
  const { screen } = await show('Nurse')
  await submit(screen)
  for (const sentence of ['Please choose a feedback type', 'Comments are required', 'Please choose happy or sad'])
    await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Feedback type' })).toHaveFocus()
  expect(await hitsInEveryLook()).toEqual([])
})

test.each([
  [500, 'Failed to save feedback. Status: 500'],
  ['no network', 'An error occurred while saving the feedback. Please try again.'],
] as const)('%s reads “%s” and keeps what was typed', async (failure, sentence) => {
  serve({ [call]: () => (failure === 'no network' ? failure : refused(failure)) })
  const { screen } = await show('Nurse')
  await fill(screen)
  await submit(screen)
  const dialog = screen.getByRole('dialog', { name: 'Oh Snap!' })
  await expect.element(dialog.getByText(sentence, { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Okay' }).click()
  await expect.element(screen.getByLabelText('Comments')).toHaveValue('Good on the ward tablet')
})

test('an admin sees the list, or that there is nothing yet, or why it cannot be shown', async () => {
  const feedback = [testFeedback]
  serve({ [list]: () => [200, { feedback, total: 1, total_pages: 1 }] })
  const full = await show('Admin')
  await expect.element(full.screen.getByText('Fast.')).toBeVisible()
  await expect.element(full.screen.getByText('Happy')).toBeVisible()
  await full.screen.unmount()

  signOut()
  serve({ [list]: () => [200, { feedback: [], total: 0, total_pages: 1 }] })
  const empty = await show('Admin')
  await expect.element(empty.screen.getByText('No feedback yet')).toBeVisible()
  await empty.screen.unmount()

  signOut()
  serve({ [list]: () => refused(400) })
  const broken = await show('Admin')
  await expect.element(broken.screen.getByText('The feedback could not be loaded.')).toBeVisible()
})
