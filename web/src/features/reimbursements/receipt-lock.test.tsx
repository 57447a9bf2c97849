import { expect, test } from 'vitest'
import { testReimbursement } from '../../testing/records.ts'
import { type Answer, ok, serve } from '../../testing/serve.ts'
import { serveUploads } from '../../testing/serve-uploads.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import { PatientReimbursements } from './PatientReimbursements.tsx'
import { ReimbursementTab } from './ReimbursementTab.tsx'

const totals = { reimbursement_amount: '48.00', paid_reimbursement_amount: '0.00' }
const held = { ...testReimbursement, status: 'On Hold', comment: 'The receipt has no date.' }

/** With the form of a request open, whose sending waits for `reply`. */
const forms = {
  edit: async (reply: Promise<Answer>) => {
    serve({ 'GET /operator/fetch_reimbursements/P-1/': ok({ reimbursements: [testReimbursement], ...totals }) })
    serveUploads({ [`POST /operator/update_reimbursements/${testReimbursement.id}/`]: () => reply })
    const { screen } = await show(<PatientReimbursements patientKey="P-1" />, { role: 'Nurse' })
    await screen.getByRole('button', { name: 'Edit Taxi' }).click()
    return { form: screen.getByRole('form', { name: 'Edit request' }), send: 'Save' }
  },
  answer: async (reply: Promise<Answer>) => {
    serve({
      'GET /patient/fetch_reimbursements/P-7K3QX9/': ok({ reimbursements: [held] }),
      'POST /patient/get_reimbursement_amount/P-7K3QX9/': ok(totals),
    })
    serveUploads({ [`POST /patient/answer_reimbursement/${held.id}/`]: () => reply })
    const { screen } = await show(<ReimbursementTab />, { role: 'Patient' })
    await screen.getByRole('button', { name: 'Answer: Taxi' }).click()
    return { form: screen.getByRole('form', { name: 'Answer' }), send: 'Send answer' }
  },
}

test('the receipt of a change cannot be replaced or removed while it is on its way', async () => {
  const reply = Promise.withResolvers<Answer>()
  const { form, send } = await forms.edit(reply.promise)
  await expect.element(form).toBeVisible()
  chooseFiles(new File(['x'], 'better.png', { type: 'image/png' }))
  const remove = form.getByRole('button', { name: 'Remove better.png' })
  await expect.element(remove).toBeVisible()
  await form.getByRole('button', { name: send, exact: true }).click()
  await expect.element(form.getByRole('button', { name: 'Browse File' })).toBeDisabled()
  await expect.element(remove).not.toBeInTheDocument()
  reply.resolve(ok({ message: 'ok', reimbursement: testReimbursement }))
  await expect.element(form).not.toBeInTheDocument()
})

test('no receipt can be added to an answer that is on its way without one', async () => {
  const reply = Promise.withResolvers<Answer>()
  const { form, send } = await forms.answer(reply.promise)
  await form.getByRole('textbox', { name: 'Your note' }).fill('It was June 3.')
  const browse = form.getByRole('button', { name: 'Browse File' })
  await expect.element(browse).toBeEnabled()
  await form.getByRole('button', { name: send }).click()
  await expect.element(browse).toBeDisabled()
  reply.resolve(ok())
  await expect.element(form).not.toBeInTheDocument()
})
