import { fillTemplate, gapsOf, letterText, listEmailTemplates, saveScheduling, variableNames } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { sessionHours } from '../../clinic/letters/session-hours.ts'

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
  for (const fact of ['$50 gift certificate', 'on weekdays between 10:00 am and 3:00 pm', '10-15 minutes early'])
    expect(all).toContain(fact)
  const known = Object.fromEntries(variableNames.map((name) => [name, 'known']))
  for (const { subject, message } of templates) {
    expect(message).toContain('Dear {{first_name}},')
    const parts = fillTemplate(subject + message, known)
    expect(gapsOf(parts)).toEqual([])
    expect(letterText(parts)).not.toMatch(/\{\{|\[/)
    expect(message.length).toBeLessThan(4000)
  }
})

test('no template asks for answers about health by email: they are given in the portal', async () => {
  const { templates } = await as(await given.staff('Nurse')).call(listEmailTemplates, {})
  const check = templates.find(({ name }) => name === 'Criteria check')?.message
  expect(check).toContain('/mrSafety')
  expect(check).toContain('Please do not send these answers by email')
  for (const { message } of templates) expect(message).not.toMatch(/pacemaker|Please reply with/)
})

test('the hours are those of Scheduling', async () => {
  const admin = await given.staff('Admin')
  await as(admin).call(saveScheduling, {
    body: {
      time_zone: 'America/New_York',
      hours: [{ weekday: 6, from: '08:30', to: '12:00' }],
      closed_days: [],
      version: 1,
    },
  })
  const { templates } = await as(admin).call(listEmailTemplates, {})
  expect(templates[0]?.message).toContain('Sessions take place on Saturdays between 8:30 am and 12:00 pm. Sign in')
})

test.each([
  [[[1, '10:00', '15:00']], 'on Mondays between 10:00 am and 3:00 pm'],
  [[1, 2, 3, 4, 5, 6, 7].map((day) => [day, '00:00', '24:00'] as const), 'every day between 12:00 am and midnight'],
  [
    [
      [1, '09:00', '12:00'],
      [1, '13:00', '17:30'],
      [3, '09:00', '12:00'],
      [3, '13:00', '17:30'],
      [5, '09:00', '12:00'],
    ],
    'on Mondays and Wednesdays between 9:00 am and 12:00 pm and between 1:00 pm and 5:30 pm, and on Fridays between 9:00 am and 12:00 pm',
  ],
  [[], ''],
] as [[number, string, string][], string][])('hours %j read “%s”', (hours, text) => {
  expect(sessionHours(hours.map(([weekday, from, to]) => ({ weekday, from, to })))).toBe(text)
})

test('a name with markup, or one that looks like a variable or a gap, stays the text that it is', () => {
  const values = { first_name: '<img src=x> {{sender_name}} [time] $& $1', sender_name: 'Nora' }
  const parts = fillTemplate('Dear {{first_name}}, {{sender_name}} {{appointment_time}} {{constructor}}', values)
  expect(letterText(parts)).toBe('Dear <img src=x> {{sender_name}} [time] $& $1, Nora [time] {{constructor}}')
  expect(letterText(parts, { appointment_time: '10:30' })).toBe(
    'Dear <img src=x> {{sender_name}} [time] $& $1, Nora 10:30 {{constructor}}',
  )
})
