import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { testRows } from '../../testing/patients.ts'
import { pressKey } from '../../testing/press-key.ts'
import { ok, refused, type ServedCalls, serve, stale } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { EmailTemplatesPage } from './EmailTemplatesPage.tsx'

const list = 'GET /admin/email_templates/'
const saving = 'POST /admin/email_templates/reminder/'
const preview = 'POST /admin/preview_email_template/'
const standard = { subject: 'First subject', message: 'First text' }
const reminder = {
  template_id: 'reminder',
  name: 'Reminder',
  subject: 'Your scan',
  message: 'Dear {{first_name}},',
  version: 1,
  standard,
  changed_by: 'Nora Lindt',
  changed_at: '2026-03-01T15:00:00Z',
}
const own = { ...reminder, template_id: 'own', name: 'Parking', standard: null }
const templates = [reminder, own]

beforeEach(() => page.viewport(1280, 720))
const open = async (answers: ServedCalls = {}, at = '') => {
  const sent = serve({
    [list]: ok({ templates, reply_to: 'hello@lumen.example' }),
    [preview]: ({ body }) =>
      ok({ subject: [body?.['subject']], message: [body?.['patient'] ? 'For the chosen one' : 'For an example'] }),
    ...answers,
  })
  const { screen, address } = await show(<EmailTemplatesPage />, { role: 'Admin', at: `/emailTemplates${at}` })
  const saved = () => sent.find(({ call }) => call === saving)?.body
  return { screen, sent, saved, address }
}
const field = (screen: Awaited<ReturnType<typeof open>>['screen'], name: string) =>
  screen.getByRole('textbox', { name: new RegExp(`^${name}`) })

test('a template is shown with where replies go, who changed it, and a preview of an example', async () => {
  const { screen } = await open()
  await expect.element(screen.getByText('Replies go to hello@lumen.example, not into the portal.')).toBeVisible()
  await expect.element(screen.getByText(/^Changed by Nora Lindt, Mar 1, 2026/)).toBeVisible()
  await expect.element(screen.getByText('For an example')).toBeVisible()
  await expect.poll(() => axeHits()).toEqual([])
})

test('a variable goes where somebody was typing, by mouse and by keyboard, and the caret behind it', async () => {
  const { screen, saved } = await open({ [saving]: ok({ ...reminder, version: 2 }) })
  await screen.getByRole('button', { name: 'Edit Reminder' }).click()
  await field(screen, 'Message').click()
  await userEvent.keyboard('{End} hello')
  await screen.getByRole('button', { name: 'Insert Hours from Scheduling' }).click()
  await userEvent.keyboard('!')
  await expect.element(field(screen, 'Message')).toHaveValue('Dear {{first_name}}, hello{{session_hours}}!')
  await field(screen, 'Subject').click()
  await userEvent.keyboard('{Home}')
  await pressKey(screen.getByRole('button', { name: 'Insert First name' }), '{Enter}: ')
  await expect.element(field(screen, 'Subject')).toHaveValue('{{first_name}}: Your scan')
  await expect.poll(() => axeHits()).toEqual([])
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(saved).toEqual({
    subject: '{{first_name}}: Your scan',
    message: 'Dear {{first_name}}, hello{{session_hours}}!',
    version: 1,
  })
})

test('an unknown variable is refused beside its field, and not previewed', async () => {
  const { screen, saved } = await open()
  await screen.getByRole('button', { name: 'Edit Reminder' }).click()
  await field(screen, 'Message').fill('Dear {{fist_name}}')
  await userEvent.tab()
  await expect
    .element(screen.getByText('There is no variable {{fist_name}}. Please choose one from the list.', { exact: true }))
    .toBeVisible()
  await expect.element(screen.getByText(/^The preview returns/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(saved()).toBeUndefined()
})

test('what somebody else saved first is shown beside what was typed', async () => {
  let now = reminder
  const { screen } = await open({
    [list]: () => ok({ templates: [now, own], reply_to: 'a@x.example' }),
    [saving]: () => {
      now = { ...reminder, subject: 'Theirs', version: 2 }
      return stale()
    },
  })
  await screen.getByRole('button', { name: 'Edit Reminder' }).click()
  await field(screen, 'Subject').fill('Mine')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('cell', { name: 'Theirs' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'Mine' })).toBeVisible()
  await expect.element(field(screen, 'Subject')).toHaveValue('Mine')
})

test('a reset shows what would be lost, and asks first', async () => {
  const { screen, sent } = await open({ 'POST /admin/reset_email_template/reminder/': ok(reminder) })
  await screen.getByRole('button', { name: 'Reset to the standard text' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Reset this template?' })
  await expect.element(dialog.getByText('Dear {{first_name}},')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  expect(await axeHits()).toEqual([])
  await pressKey(dialog.getByRole('button', { name: 'Reset' }))
  await expect.element(screen.getByText('Reminder is back to its standard text.')).toBeVisible()
  expect(sent.find(({ call }) => call.includes('/reset_'))?.body).toEqual({ version: 1 })
})

test('a template of one’s own is added as a copy, chosen by the address, and removed', async () => {
  const { screen, sent, address } = await open(
    {
      'POST /admin/email_templates/': ({ body }) =>
        body?.['name'] === 'Taken'
          ? refused(400, 'No', { fields: { name: 'A template with this name already exists' } })
          : ok(own),
      'DELETE /admin/email_templates/own/': ok(),
    },
    '?template=reminder',
  )
  await screen.getByRole('button', { name: 'Add a template' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add a template' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Taken')
  await pressKey(dialog.getByRole('button', { name: 'Add' }))
  await expect.element(dialog.getByText('A template with this name already exists')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Parking')
  await pressKey(dialog.getByRole('button', { name: 'Add' }))
  await expect.element(screen.getByText('Parking was added.')).toBeVisible()
  expect(sent.findLast(({ call }) => call === 'POST /admin/email_templates/')?.body).toEqual({
    name: 'Parking',
    subject: 'Your scan',
    message: 'Dear {{first_name}},',
  })
  expect(address()).toBe('/emailTemplates?template=own')
  await screen.getByRole('button', { name: 'Remove', exact: true }).click()
  await pressKey(screen.getByRole('dialog').getByRole('button', { name: 'Remove' }))
  await expect.element(screen.getByText('Parking was removed.')).toBeVisible()
})

test('the preview is for a chosen patient, also on a narrow window', async () => {
  await page.viewport(390, 844)
  const patients = testRows(1)
  const { screen, sent } = await open({
    'GET /operator/get_all_patients/': ok({ patients, total: 1, total_pages: 1 }),
  })
  await screen.getByRole('combobox', { name: 'Show it for' }).fill('first')
  await screen.getByRole('option', { name: /First0 Last0/ }).click()
  await expect.element(screen.getByText('For the chosen one')).toBeVisible()
  expect(sent.findLast(({ call }) => call === preview)?.body).toMatchObject({ patient: patients[0]?.patient_id })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expect.poll(() => axeHits()).toEqual([])
})

test('templates that cannot be loaded can be asked for again', async () => {
  const { screen } = await open({ [list]: 'no network' })
  await expect.element(screen.getByText('The templates could not be loaded.')).toBeVisible()
  serve({ [list]: ok({ templates, reply_to: 'a@x.example' }), [preview]: ok({ subject: [], message: [] }) })
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Reminder' })).toBeVisible()
})
