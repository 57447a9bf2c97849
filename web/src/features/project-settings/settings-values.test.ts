import { expect, test } from 'vitest'
import { testSettings } from '../../testing/records.ts'
import { messages } from './messages.ts'
import { changeOf, settingsValues } from './settings-values.ts'

test('nothing changed is nothing sent', () => {
  expect(changeOf({})).toEqual({})
})

test('of the contact only what changed is sent, under its own name', () => {
  expect(changeOf({ phone: '+1 555 010 2000' })).toEqual({ contact: { phone: '+1 555 010 2000' } })
})

test('an emptied list and an emptied field are sent as empty, not left out', () => {
  expect(changeOf({ blocked_email_domains: [], patient_id_issuers: [], email: '' })).toEqual({
    blocked_email_domains: [],
    patient_id_issuers: [],
    contact: { email: '' },
  })
})

test('what the form edits is what the server told, the contact beside the rest', () => {
  const { contact, time_zone: _, version: __, logo_url: ___, ...others } = testSettings
  expect(settingsValues(testSettings)).toEqual({ ...others, ...contact })
})

test.each([
  ['LinkedIn', 'Remove LinkedIn'],
  ['', 'Remove this link'],
])('the button that removes the link %j is called “%s”', (name, label) => {
  expect(messages.removeLink(name)).toBe(label)
})
