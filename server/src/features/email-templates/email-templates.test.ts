import {
  addEmailTemplate,
  bookAppointment,
  fillEmailTemplate,
  letterText,
  listEditableTemplates,
  listEmailTemplates,
  previewEmailTemplate,
  removeEmailTemplate,
  resetEmailTemplate,
  saveEmailTemplate,
  saveProjectSettings,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { given, as, send, owner } = await testApp()

const all = async (admin: TestUser) => (await as(admin).call(listEditableTemplates, {})).templates
const template = async (admin: TestUser, id: string) => (await all(admin)).find(({ template_id }) => template_id === id)
const save = (admin: TestUser, template_id: string, body: object) =>
  send(admin, saveEmailTemplate, { params: { template_id }, body })
const texts = { subject: 'Hello {{first_name}}', message: 'From {{project_name}}' }
const add = (admin: TestUser, name: string) => as(admin).call(addEmailTemplate, { body: { name, ...texts } })

test('what an admin changes is what staff choose, until it is reset to the standard text', async () => {
  const admin = await given.staff('Admin')
  const nora = await given.staff('Nurse', admin.project)
  const before = await template(admin, 'reminder')
  expect(before).toMatchObject({ version: 0, changed_by: '', changed_at: '' })

  const changed = await save(admin, 'reminder', { ...texts, version: 0 })
  expect(changed).toMatchObject({
    status: 200,
    body: { ...texts, name: 'Reminder', version: 1, changed_by: 'Nora Lindt' },
  })
  expect(changed.body.standard).toEqual({ subject: before?.subject, message: before?.message })
  const { templates } = await as(nora).call(listEmailTemplates, {})
  expect(templates.find(({ name }) => name === 'Reminder')).toMatchObject({ ...texts, version: 1 })

  const params = { template_id: 'reminder' }
  const reset = await as(admin).call(resetEmailTemplate, { params, body: { version: 1 } })
  expect(reset).toEqual({ ...before, version: 2 })
  expect(await as(admin).call(resetEmailTemplate, { params, body: { version: 2 } })).toEqual({ ...before, version: 3 })
  const actions = await owner(
    "select action, object_id from audit_events where project_id = $1 and action like 'email_template.%' order by event_id",
    [admin.project],
  )
  expect(actions[0]).toEqual({ action: 'email_template.change', object_id: 'reminder' })
  expect(actions[1]).toEqual({ action: 'email_template.reset', object_id: 'reminder' })
})

test('of two admins who save at once one gets what the other saved, also after a reset', async () => {
  const admin = await given.staff('Admin')
  const answers = await Promise.all(['A', 'B'].map((message) => save(admin, 'decline', { message, version: 0 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const winner = answers.find(({ status }) => status === 200)?.body.message
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'stale',
    current: { message: winner },
  })

  await as(admin).call(resetEmailTemplate, { params: { template_id: 'decline' }, body: { version: 1 } })
  for (const version of [0, 1]) expect((await save(admin, 'decline', { message: 'Late', version })).status).toBe(409)
  const own = await add(admin, 'Parking')
  await save(admin, own.template_id, { message: 'New', version: own.version })
  const removal = { params: { template_id: own.template_id }, body: { version: own.version } }
  expect((await send(admin, removeEmailTemplate, removal)).status).toBe(409)
})

test('an own template is added under a free name, renamed and removed; a standard one is neither', async () => {
  const admin = await given.staff('Admin')
  const added = await add(admin, 'Parking')
  expect(added).toMatchObject({ ...texts, name: 'Parking', standard: null, version: 1 })
  for (const name of ['parking', 'thank YOU'])
    expect(await send(admin, addEmailTemplate, { body: { name, ...texts } })).toMatchObject({
      status: 400,
      body: { fields: { name: 'A template with this name already exists' } },
    })
  expect((await save(admin, added.template_id, { name: 'Directions', version: 1 })).body.name).toBe('Directions')
  expect((await save(admin, added.template_id, { name: 'Reminder', version: 2 })).status).toBe(400)
  expect((await save(admin, 'reminder', { name: 'Nudge', version: 0 })).body.fields).toHaveProperty('name')
  const last = (await all(admin)).map(({ name }) => name)
  expect(last).toHaveLength(10)
  expect(last.at(-1)).toBe('Directions')

  const params = { template_id: added.template_id }
  expect((await send(admin, resetEmailTemplate, { params, body: { version: 2 } })).status).toBe(400)
  expect(
    (await send(admin, removeEmailTemplate, { params: { template_id: 'reminder' }, body: { version: 0 } })).status,
  ).toBe(400)
  await as(admin).call(removeEmailTemplate, { params, body: { version: 2 } })
  expect(await all(admin)).toHaveLength(9)
  expect((await save(admin, added.template_id, { message: 'x', version: 2 })).status).toBe(404)
})

test.each([
  ['{{fist_name}}', 'There is no variable {{fist_name}}. Please choose one from the list.'],
  ['{{ first_name }}', 'There is no variable {{ first_name }}. Please choose one from the list.'],
  ['{{first_name', 'There is no variable {{first_name. Please choose one from the list.'],
  ['{{constructor}}', 'There is no variable {{constructor}}. Please choose one from the list.'],
])('%s is refused beside its field', async (text, sentence) => {
  const admin = await given.staff('Admin')
  expect((await save(admin, 'reminder', { subject: text, version: 0 })).body.fields).toEqual({ subject: sentence })
  const body = { name: 'Own', subject: 'Hello', message: `Dear ${text}` }
  expect((await send(admin, addEmailTemplate, { body })).body.fields).toEqual({ message: sentence })
  expect((await send(admin, previewEmailTemplate, { body })).body.fields).toEqual({ message: sentence })
})

test('a template is filled in with what is known of its patient, and of no other', async () => {
  const admin = await given.staff('Admin')
  const ana = await given.patient(admin.project, { first_name: 'Ana', last_name: 'Rivera' })
  const ben = await given.patient(admin.project, { first_name: 'Ben', last_name: 'Okafor' })
  await as(admin).call(saveProjectSettings, {
    body: { name: 'Quay', contact: { address: '1 Quay\nBoston', phone: '617-555-0100' } },
  })
  await as(admin).call(bookAppointment, { params: { key: ben.code }, body: { start: '2032-03-10T16:00:00Z' } })
  const message = '{{first_name}} {{last_name}}\n{{appointment_date}} {{appointment_time}}\n{{project_address}}'
  await save(admin, 'reminder', { subject: '{{project_name}}, {{project_address}}', message, version: 0 })

  const filled = async (key: string) => {
    const letter = await as(admin).call(fillEmailTemplate, { params: { key }, body: { template_id: 'reminder' } })
    return [letterText(letter.subject), letterText(letter.message)]
  }
  expect(await filled(ana.code)).toEqual(['Quay, 1 Quay, Boston', 'Ana Rivera\n[date] [time]\n1 Quay\nBoston'])
  expect(await filled(ben.email)).toEqual([
    'Quay, 1 Quay, Boston',
    'Ben Okafor\nWednesday, March 10, 2032 11:00 AM EST\n1 Quay\nBoston',
  ])
  const [row] = await owner("select patient_id from audit_events where action = 'email.fill' and patient_id = $1", [
    ana.id,
  ])
  expect(row).toBeDefined()
})

test('a preview shows an example, or a patient whom it notes', async () => {
  const admin = await given.staff('Admin')
  const ana = await given.patient(admin.project)
  const body = {
    subject: '{{last_name}}',
    message: '{{first_name}} {{appointment_date}} {{sender_name}} {{portal_link}}',
  }
  const shown = async (patient?: string) => {
    const { subject, message } = await as(admin).call(previewEmailTemplate, {
      body: { ...body, ...(patient && { patient }) },
    })
    return `${letterText(subject)} ${letterText(message)}`
  }
  expect(await shown()).toMatch(/^Example Alex \w+day, \w+ \d+, \d{4} Nora Lindt http.*\/patients$/)
  expect(await shown(ana.code)).toMatch(/^Rivera Ana \[date\] Nora Lindt/)
  const rows = await owner("select patient_id from audit_events where action = 'email.fill' and project_id = $1", [
    admin.project,
  ])
  expect(rows).toEqual([{ patient_id: ana.id }])
})

test('nobody but the project’s own admins edits, and a patient of another project is not there', async () => {
  const admin = await given.staff('Admin')
  const own = await add(admin, 'Parking')
  const nora = await given.staff('Nurse', admin.project)
  const far = await given.staff('Admin')
  const away = await given.patient(far.project)

  for (const call of [listEditableTemplates, addEmailTemplate, previewEmailTemplate])
    expect((await send(nora, call, { body: { name: 'X', ...texts } })).status).toBe(403)
  expect((await save(nora, own.template_id, { version: 1 })).status).toBe(403)
  expect((await save(far, own.template_id, { message: 'Mine', version: 1 })).status).toBe(404)
  expect(await all(far)).toHaveLength(9)
  expect((await send(admin, previewEmailTemplate, { body: { ...texts, patient: away.code } })).status).toBe(404)
  expect(
    (await send(nora, fillEmailTemplate, { params: { key: away.code }, body: { template_id: 'reminder' } })).status,
  ).toBe(404)
  expect(await template(admin, own.template_id)).toMatchObject(texts)
})

test('replies go to the project’s contact address, and to the writer where there is none', async () => {
  const admin = await given.staff('Admin')
  const replyTo = async () => (await as(admin).call(listEditableTemplates, {})).reply_to
  expect(await replyTo()).toBe(admin.email)
  await as(admin).call(saveProjectSettings, { body: { contact: { email: 'hello@quay.example' } } })
  expect(await replyTo()).toBe('hello@quay.example')
})
