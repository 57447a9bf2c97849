import type { Document } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { idOf } from '../../testing/listed.ts'
import { testMedical, testPatient } from '../../testing/patients.ts'
import { pressKey } from '../../testing/press-key.ts'
import { testAttachment, testDocument, testEmail } from '../../testing/records.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { fieldsOf, serveUploads } from '../../testing/serve-uploads.ts'
import { show, signedOutAt } from '../../testing/show.tsx'
import { EmailTab } from './EmailTab.tsx'

const document = (at: number, part: Partial<Document> = {}) =>
  testDocument(at, { size: 2 * 1024 * 1024, deletable: true, ...part })
const documents = 'GET /operator/retrieve_documents/P-7K3QX9/'
const attachment = { ...testAttachment, file_id: idOf(8) }
const email = {
  ...testEmail,
  attachments: [attachment, { ...attachment, file_id: idOf(7), file_name: 'Map.pdf' }],
  delivery: 'queued',
  delivery_note: 'The mail server is busy',
}

const filling = 'POST /operator/fill_email_template/P-7K3QX9/'
const templateOf = (name: string) => ({ template_id: name, name, subject: '', message: '', version: 0 })

beforeEach(() => signedOutAt(1280, 720))
const render = async (answers: ServedCalls = {}) => {
  serve({
    'GET /operator/get_patient_info/P-7K3QX9/': ok({
      patient: { ...testPatient, email: 'ana@x.example' },
      medicalInformation: testMedical,
    }),
    'GET /operator/retrieve_email_info/P-7K3QX9/': ok({ emails: [email], total: 1, total_pages: 1 }),
    [documents]: ok({ documents: [document(2), document(1)], total: 2, total_pages: 1 }),
    [filling]: ({ body }) => ok({ subject: ['Soon'], message: [`${body?.['template_id']}: see you soon.`] }),
    ...answers,
  })
  const { screen } = await show(<EmailTab patientKey="P-7K3QX9" />, { role: 'Nurse', at: '/profile' })
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  const dialog = screen.getByRole('dialog')
  const enter = (name: string) => pressKey(dialog.getByRole('button', { name }))
  return { screen, press, dialog, enter }
}

test('documents of the record are ticked, counted and sent by their ids', async () => {
  const sent = serveUploads({ 'POST /operator/send_email/P-7K3QX9/': ok() })
  const { screen, press, dialog } = await render()
  await press('Attach from record')
  await expect.element(dialog.getByText('Amara Abbott’s documents')).toBeVisible()
  for (const at of [1, 2]) await dialog.getByRole('checkbox', { name: `report-${at}.pdf` }).click()
  await dialog.getByRole('button', { name: 'Attach 2 documents' }).click()
  await expect.element(screen.getByText('4.0 MB of 20 MB')).toBeVisible()
  await expect.element(screen.getByText('2.0 MB · From the record').first()).toBeVisible()
  await press('Remove report-2.pdf')
  await expect.element(screen.getByText('2.0 MB of 20 MB')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Subject' }).fill('Your report')
  await screen.getByRole('textbox', { name: 'Message' }).fill('Here it is.')
  await press('Send')
  await expect.element(screen.getByText('The email is on its way.')).toBeVisible()
  expect(fieldsOf(sent[0]?.body)).toContainEqual(['attachments', JSON.stringify([idOf(1)])])
})

test('a signed form does not leave by email, and a record without documents says so', async () => {
  const form = document(1, { kind: 'authorization_form', file_name: 'AuthorizationForm' })
  const { press, dialog } = await render({ [documents]: ok({ documents: [form], total: 1, total_pages: 1 }) })
  await press('Attach from record')
  await expect.element(dialog.getByText('There are no documents in this record.')).toBeVisible()
  expect(dialog.getByRole('checkbox').elements()).toEqual([])
})

test('a page of signed forms alone does not look like a record without documents', async () => {
  const form = document(1, { kind: 'authorization_form', file_name: 'AuthorizationForm' })
  const { press, dialog } = await render({ [documents]: ok({ documents: [form], total: 11, total_pages: 2 }) })
  await press('Attach from record')
  await expect.element(dialog.getByRole('button', { name: 'next page' })).toBeVisible()
  await expect.element(dialog.getByText('There are no documents in this record.')).not.toBeInTheDocument()
})

test('Cancel attaches nothing, and what was attached before is ticked the next time', async () => {
  const { screen, press, dialog } = await render()
  await press('Attach from record')
  await dialog.getByRole('checkbox', { name: 'report-1.pdf' }).click()
  await dialog.getByRole('button', { name: 'Attach 1 document' }).click()
  await press('Attach from record')
  await expect.element(dialog.getByRole('checkbox', { name: 'report-1.pdf' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'report-2.pdf' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByText('2.0 MB of 20 MB')).toBeVisible()
})

test('what was ticked on one page of documents stays ticked on the next', async () => {
  const { press, dialog } = await render({
    [documents]: ({ query }) =>
      ok({ documents: [document(query.get('page') === '2' ? 1 : 2)], total: 11, total_pages: 2 }),
  })
  await press('Attach from record')
  await dialog.getByRole('checkbox', { name: 'report-2.pdf' }).click()
  await dialog.getByRole('button', { name: 'Page 2' }).click()
  await dialog.getByRole('checkbox', { name: 'report-1.pdf' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Attach 2 documents' })).toBeVisible()
})

test('documents over 20 MB together are refused as a whole', async () => {
  const large = document(1, { size: 21 * 1024 * 1024 })
  const { screen, press, dialog } = await render({ [documents]: ok({ documents: [large], total: 1, total_pages: 1 }) })
  await press('Attach from record')
  await dialog.getByRole('checkbox', { name: 'report-1.pdf' }).click()
  await dialog.getByRole('button', { name: 'Attach 1 document' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Total file size exceeds 20MB limit.')
  await expect.element(screen.getByText('0.0 MB of 20 MB')).toBeVisible()
})

test('documents and templates that could not be read are asked for again', async () => {
  let broken = true
  const templates = [templateOf('Reminder')]
  const { press, dialog, enter } = await render({
    [documents]: () => (broken ? refused(400) : ok({ documents: [document(1)], total: 1, total_pages: 1 })),
    'GET /operator/email_templates/': () => (broken ? refused(400) : ok({ templates })),
  })
  await press('Attach from record')
  await expect.element(dialog.getByText('Error fetching documents')).toBeVisible()
  broken = false
  await enter('Retry')
  await expect.element(dialog.getByRole('checkbox', { name: 'report-1.pdf' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  broken = true
  await press('Use a template')
  await expect.element(dialog.getByText('The templates could not be loaded.')).toBeVisible()
  broken = false
  await enter('Retry')
  await expect.element(dialog.getByText('Reminder: see you soon.')).toBeVisible()
})

test('who only looked at another template is asked nothing, and who filled a gap is', async () => {
  const templates = ['Reminder', 'Thanks'].map(templateOf)
  const { screen, press, dialog } = await render({
    'GET /operator/email_templates/': ok({ templates }),
    [filling]: ok({ subject: ['Soon'], message: [{ gap: 'appointment_date' }] }),
  })
  const look = async () => {
    await press('Use a template')
    await dialog.getByRole('combobox', { name: 'Template' }).click()
    await screen.getByRole('option', { name: 'Thanks' }).click()
    await expect.element(dialog.getByRole('combobox', { name: 'Template' })).toHaveValue('Thanks')
  }
  await look()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await look()
  await dialog.getByLabelText('Date of the next appointment').fill('Monday')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('alertdialog', { name: 'Discard what you entered?' })).toBeVisible()
})

test('a template warns before it replaces what was typed, and takes it only when it is used', async () => {
  const templates = ['Reminder', 'Thanks'].map(templateOf)
  const { screen, press, dialog, enter } = await render({ 'GET /operator/email_templates/': ok({ templates }) })
  const message = screen.getByRole('textbox', { name: 'Message' })
  await message.fill('Dear')
  await press('Use a template')
  await expect.element(dialog.getByText(/^This replaces the subject and message/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(message).toHaveValue('Dear')
  await press('Use a template')
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await screen.getByRole('option', { name: 'Thanks' }).click()
  await enter('Use this template')
  await expect.element(message).toHaveValue('Thanks: see you soon.')
})

test('a document that was deleted since has no name and cannot be fetched', async () => {
  const attachments = [attachment, { ...attachment, file_id: idOf(7), file_name: '', is_deleted: true }]
  const { screen, dialog } = await render({
    'GET /operator/retrieve_email_info/P-7K3QX9/': ok({
      emails: [{ ...email, attachments }],
      total: 1,
      total_pages: 1,
    }),
  })
  await screen.getByRole('button', { name: /^Hello.*2 attachments/ }).click()
  await expect.element(dialog.getByText('File 2 of 2 was deleted.')).toBeVisible()
  expect(dialog.getByRole('button', { name: /^Download/ }).elements()).toHaveLength(1)
})

test('addresses are taken away one by one, and each counts once', async () => {
  const { screen } = await render()
  const cc = screen.getByRole('textbox', { name: 'CC', exact: true })
  await cc.fill('a@x.example; b@x.example a@x.example,')
  await userEvent.keyboard('{Backspace}')
  await expect.element(screen.getByText('a@x.example', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('b@x.example', { exact: true })).not.toBeInTheDocument()
})

test('an email that waits says why in its letter; its files are fetched, and a locked one says so', async () => {
  const { screen, dialog } = await render({
    [`GET /operator/download_email_attachment/${idOf(7)}/`]: refused(409, 'This file is locked.'),
    [`GET /operator/download_email_attachment/${idOf(8)}/`]: refused(500),
  })
  await expect.element(screen.getByText('The mail server is busy')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: /^Hello.*2 attachments/ }).click()
  await expect.element(dialog.getByText('Waiting to try again: The mail server is busy')).toBeVisible()
  expect(dialog.getByText('CC', { exact: true }).query()).toBeNull()
  await dialog.getByRole('button', { name: 'Download Map.pdf' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This file is locked.')
  await dialog.getByRole('button', { name: 'Download Plan.pdf' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Error downloading file')
})
