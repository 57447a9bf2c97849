import { expect, test } from 'vitest'
import { goOffline } from '../../testing/offline.ts'
import { testReimbursement } from '../../testing/records.ts'
import { ok, type Served, serve } from '../../testing/serve.ts'
import { serveUploads } from '../../testing/serve-uploads.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import { PatientReimbursements } from './PatientReimbursements.tsx'
import { ReimbursementTab } from './ReimbursementTab.tsx'

const totals = { reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }
const held = { ...testReimbursement, status: 'On Hold', comment: 'The receipt has no date.' }

const png = (name: string) => new File(['x'], name, { type: 'image/png' })

/** With the form of a request open, whose sending waits for `response`. */
const forms = {
  edit: async (response: Promise<Served>) => {
    serve({ 'GET /operator/fetch_reimbursements/P-1/': ok({ reimbursements: [testReimbursement], ...totals }) })
    const sent = serveUploads({ [`POST /operator/update_reimbursements/${testReimbursement.id}/`]: () => response })
    const { screen } = await show(<PatientReimbursements patientKey="P-1" />, { role: 'Nurse' })
    await screen.getByRole('button', { name: 'Edit Taxi' }).click()
    const form = screen.getByRole('form', { name: 'Edit request' })
    await expect.element(form).toBeVisible()
    return { form, sent, send: form.getByRole('button', { name: 'Save', exact: true }) }
  },
  answer: async (response: Promise<Served>) => {
    serve({
      'GET /patient/fetch_reimbursements/P-7K3QX9/': ok({ reimbursements: [held] }),
      'POST /patient/get_reimbursement_amount/P-7K3QX9/': ok(totals),
    })
    serveUploads({ [`POST /patient/answer_reimbursement/${held.id}/`]: () => response })
    const { screen } = await show(<ReimbursementTab />, { role: 'Patient' })
    await screen.getByRole('button', { name: 'Answer: Taxi' }).click()
    const form = screen.getByRole('form', { name: 'Answer' })
    return { form, send: form.getByRole('button', { name: 'Send answer' }) }
  },
  add: async (response: Promise<Served>) => {
    serve({ 'GET /operator/fetch_reimbursements/P-1/': ok({ reimbursements: [], ...totals }) })
    const sent = serveUploads({ 'POST /operator/add_reimbursements/': () => response })
    const { screen } = await show(<PatientReimbursements patientKey="P-1" />, { role: 'Nurse' })
    await screen.getByRole('button', { name: 'Add Reimbursement' }).click()
    const form = screen.getByRole('form', { name: 'Add Reimbursement' })
    await form.getByRole('textbox', { name: 'Amount' }).fill('12')
    await form.getByRole('textbox', { name: 'Description' }).fill('Lunch')
    return { form, sent, send: form.getByRole('button', { name: 'Submit' }) }
  },
}

test('the receipt of a change cannot be replaced or removed while it is on its way', async () => {
  const response = Promise.withResolvers<Served>()
  const { form, send } = await forms.edit(response.promise)
  chooseFiles(png('better.png'))
  const remove = form.getByRole('button', { name: 'Remove better.png' })
  await expect.element(remove).toBeVisible()
  await send.click()
  await expect.element(form.getByRole('button', { name: 'Browse File' })).toBeDisabled()
  await expect.element(remove).not.toBeInTheDocument()
  response.resolve(ok({ message: 'ok', reimbursement: testReimbursement }))
  await expect.element(form).not.toBeInTheDocument()
})

test('no receipt can be added to an answer that is on its way without one', async () => {
  const response = Promise.withResolvers<Served>()
  const { form, send } = await forms.answer(response.promise)
  await form.getByRole('textbox', { name: 'Your note' }).fill('It was June 3.')
  const browse = form.getByRole('button', { name: 'Browse File' })
  await expect.element(browse).toBeEnabled()
  await send.click()
  await expect.element(browse).toBeDisabled()
  response.resolve(ok())
  await expect.element(form).not.toBeInTheDocument()
})

test.each(['add', 'edit'] as const)(
  'a receipt that is replaced while the form to %s a request waits for the network is not sent in its old state',
  async (kind) => {
    const { form, sent, send } = await forms[kind](Promise.resolve(ok()))
    chooseFiles(png('first.png'))
    await expect.element(form.getByText('first.png')).toBeVisible()
    const comeBack = goOffline()
    await send.click()
    await expect.element(form.getByRole('button', { name: /^(Submitting\.\.\.|Save)$/ })).toBeDisabled()
    chooseFiles(png('second.png'))
    await expect.element(form.getByText('second.png')).toBeVisible()
    comeBack()
    await expect.element(form.getByText(/^You made changes while this was waiting/)).toBeVisible()
    expect(sent).toEqual([])
  },
)
