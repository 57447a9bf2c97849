import type { Reimbursement } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { testReimbursement, testStep } from '../../testing/records.ts'
import { ok, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { fieldsOf, serveUploads } from '../../testing/serve-uploads.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import { ReimbursementTab } from './ReimbursementTab.tsx'

const taxi: Reimbursement = {
  ...testReimbursement,
  file_name: 'taxi.png',
  file_type: 'png',
  history: [
    ...testReimbursement.history,
    testStep({ status: 'On Hold', amount: '40.00', comment: 'No date', author: 'Ada' }),
  ],
}
const list = 'GET /patient/fetch_reimbursements/P-7K3QX9/'
const amounts = 'POST /patient/get_reimbursement_amount/P-7K3QX9/'
const add = 'POST /patient/add_reimbursements/'
const file = `GET /patient/download_reimbursement_document/${taxi.file_id}/`
const figures = ok({ reimbursement_amount: '148.00', paid_reimbursement_amount: '48.50' })
const listed = (...reimbursements: Reimbursement[]) => ok({ reimbursements })
const receipt = new File(['%PDF-1.7'], 'bus.pdf', { type: 'application/pdf' })

const render = async (answers: ServedCalls = {}) => {
  const sent = serve({ [list]: listed(taxi), [amounts]: figures, ...answers })
  return { sent, ...(await show(<ReimbursementTab />, { role: 'Patient' })) }
}

test('a patient reads what was asked for and what is still due', async () => {
  const { screen } = await render()
  await expect.element(screen.getByText('1 request', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('$148.00')).toBeVisible()
  await expect.element(screen.getByText('$99.50')).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
})

test('figures that cannot be told are not told as zero', async () => {
  const { screen } = await render({ [amounts]: refused(400) })
  await expect.element(screen.getByText('Taxi')).toBeVisible()
  await expect.element(screen.getByRole('definition').first()).toHaveTextContent('Not available')
  expect(document.body.textContent).not.toContain('$0.00')
})

test('what has happened to a request is told step by step, with the reason', async () => {
  const { screen } = await render({ [list]: listed({ ...taxi, status: 'Rejected', comment: 'No date' }) })
  await expect.element(screen.getByText('Reason: No date')).toBeVisible()
  const steps = screen.getByRole('rowheader').getByRole('listitem')
  expect(steps.elements()).toEqual([])
  await screen.getByText('History').click()
  await expect.element(steps.filter({ hasText: /^Submitted, \$48\.00Nov 20, 2026, .*, by Amara$/ })).toBeVisible()
  await expect.element(steps.filter({ hasText: /^On Hold, \$40\.00Nov 21, 2026, .*, by AdaNo date$/ })).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
})

test('a request that is sent is in the list, and said to be, and the list stays where it was', async () => {
  let rows = [taxi]
  const { screen, sent } = await render({ [list]: () => listed(...rows) })
  const uploads = serveUploads({
    [add]: () => {
      rows = [{ ...taxi, id: '01930000-0000-7000-8000-000000000003', description: 'Bus' }, taxi]
      return ok()
    },
  })
  const table = screen.getByRole('table')
  await expect.element(table).toBeVisible()
  const placeOf = () => table.element().getBoundingClientRect().top + scrollY
  const before = placeOf()
  await screen.getByRole('button', { name: 'Add Reimbursement' }).click()
  const form = screen.getByRole('form', { name: 'Add Reimbursement' })
  await form.getByRole('textbox', { name: 'Amount' }).fill('7.25')
  await form.getByRole('textbox', { name: 'Description' }).fill('Bus')
  const paid = form.getByRole('textbox', { name: 'When was it paid? (optional)' })
  await paid.fill('11/19')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect.element(form.getByText(/^Please write a date with month, day, and year/)).toBeVisible()
  await paid.fill('11/19/2026')
  await expect.element(form.getByText('Nov 19, 2026', { exact: true })).toBeVisible()
  chooseFiles(receipt)
  await expect.element(form.getByText('bus.pdf')).toBeVisible()
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect.element(screen.getByText('Your request was submitted.')).toBeVisible()
  await expect.element(screen.getByRole('rowheader', { name: /^Bus/ })).toBeVisible()
  expect(uploads.map(({ body }) => Object.fromEntries(fieldsOf(body) ?? []))).toEqual([
    {
      amount: '7.25',
      description: 'Bus',
      category: 'Transportation',
      expense_date: '11/19/2026',
      upload_key: expect.any(String),
      files: 'bus.pdf',
    },
  ])
  expect(Math.abs(placeOf() - before)).toBeLessThanOrEqual(1)
  // The figures follow.
  expect(sent.filter(({ call }) => call === amounts)).toHaveLength(2)
})

test('Escape closes the form without sending, and the focus is where it was', async () => {
  const { screen } = await render()
  const uploads = serveUploads({ [add]: ok() })
  const button = screen.getByRole('button', { name: 'Add Reimbursement' })
  await button.click()
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('form')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  expect(uploads).toEqual([])
})

test('the form stays open while the request is sent, and closes when it has arrived', async () => {
  const { screen } = await render()
  const answer = Promise.withResolvers<Served>()
  const uploads = serveUploads({ [add]: () => answer.promise })
  await screen.getByRole('button', { name: 'Add Reimbursement' }).click()
  await screen.getByRole('textbox', { name: 'Amount' }).fill('7.25')
  await screen.getByRole('textbox', { name: 'Description' }).fill('Bus')
  chooseFiles(receipt)
  await expect.element(screen.getByText('bus.pdf')).toBeVisible()
  await screen.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => uploads.length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('form')).toBeVisible()
  expect(uploads[0]?.aborted()).toBe(false)
  answer.resolve(ok())
  await expect.element(screen.getByRole('form')).not.toBeInTheDocument()
})

test('a patient edits and deletes nothing', async () => {
  const { screen } = await render()
  await expect.element(screen.getByRole('button', { name: 'View the receipt for Taxi' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^(Edit|Delete)/ })).not.toBeInTheDocument()
})

test('a receipt that could not be downloaded is told once, and no more when it works', async () => {
  let broken = true
  const { screen } = await render({ [file]: () => (broken ? refused(400) : new Response('x')) })
  const button = screen.getByRole('button', { name: 'Download the receipt for Taxi' })
  await button.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Error downloading file')
  broken = false
  await button.click()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('a receipt is read over the list, and closed again', async () => {
  const { screen } = await render({ [file]: refused(400) })
  await screen.getByRole('button', { name: 'View the receipt for Taxi' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Receipt: Taxi' })
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('on a phone a request is a card with all that the row has', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render({ [list]: listed({ ...taxi, expense_date: '2026-11-19' }) })
  const card = screen.getByRole('listitem').first()
  for (const text of ['$48.00', 'Submitted', 'Taxi', 'Nov 20, 2026', 'Expense Nov 19, 2026', 'Transportation'])
    await expect.element(card.getByText(text, { exact: true }).first()).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Download the receipt for Taxi' })).toBeVisible()
})
