import { fillTemplate, listEmailTemplates, placeholders } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

const { given, as } = await testApp()

test('nine templates, with what a visitor needs to know', async () => {
  const nora = await given.staff('Nurse')
  const { templates } = await as(nora).call(listEmailTemplates, {})

  expect(templates.map(({ name }) => name)).toEqual([
    'Scheduling',
    'Confirmation',
    'Reminder',
    'Decline',
    'Criteria check',
    'Rescheduling',
    'Enrollment invitation',
    'Thank you',
    'Follow-up',
  ])
  const all = templates.map(({ message }) => message).join()
  for (const fact of ['$50 gift certificate', '10:00 am and 3:00 pm', '10-15 minutes early'])
    expect(all).toContain(fact)
  const known = Object.fromEntries(Object.keys(placeholders).map((name) => [name, 'known']))
  for (const { subject, message } of templates) {
    expect(message).toContain('Dear {{first_name}},')
    expect(fillTemplate(subject + message, known)).not.toMatch(/\{\{|\[/)
    expect(message.length).toBeLessThan(4000)
  }
})

test('a name with markup, or one that looks like a placeholder, stays the text that it is', () => {
  const values = { first_name: '<img src=x onerror=alert(1)> {{sender_name}} $& $1', sender_name: 'Nora' }
  expect(fillTemplate('Dear {{first_name}}, {{sender_name}} {{appointment_time}} {{constructor}}', values)).toBe(
    'Dear <img src=x onerror=alert(1)> {{sender_name}} $& $1, Nora [time] {{constructor}}',
  )
})
